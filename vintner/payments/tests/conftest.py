"""What tests of payments start with."""

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    cache.clear()
