"""The shop that clients of the Store API buy from, and either kind of client."""

import pytest
from django.core.cache import cache

from vintner.testing.api_client import ApiClient, Headless
from vintner.testing.store import open_shop


@pytest.fixture
def shop(db: None) -> None:
    cache.clear()
    open_shop()


@pytest.fixture(params=[ApiClient, Headless])
def client(request: pytest.FixtureRequest, shop: None) -> ApiClient:
    """Either kind of client: what holds for one holds for the other."""
    made: ApiClient = request.param()
    return made
