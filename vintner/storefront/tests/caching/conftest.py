"""Every test of cached pages begins with an empty cache."""

from collections.abc import Iterator

import pytest

from vintner.testing.fresh_pages import fresh_page_cache


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    with fresh_page_cache():
        yield
