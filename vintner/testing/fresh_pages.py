"""The page cache for tests of what ends a cached page."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from django.core.cache import caches

from vintner.web import answers, catalogue_version


@contextmanager
def fresh_page_cache() -> Iterator[None]:
    """Empty the page cache, and let every request read the version, as another process would after half a second.

    The renderer, a process of its own, is up and renders nothing.
    """
    caches["pages"].clear()
    with (
        patch.object(catalogue_version, "CHECK_SECONDS", 0.0),
        patch.object(answers, "render_page", return_value="<main>"),
    ):
        yield
