"""The shop that the cart's tests buy from."""

import pytest

from vintner.testing.store import open_shop


@pytest.fixture
def shop(db: None) -> None:
    open_shop()
