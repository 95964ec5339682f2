"""Rendered pages in the cache: one copy of each, found by what it was made of.

Those that are sent to everybody lie apart, compressed. The others, which are made for one visitor or of an address that
nobody else asks for, cannot push them out.
"""

import gzip
import hashlib
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import caches

COMPRESSION = 6
"""The level of gzip. The highest takes twice the time for 1 % less."""
_BETWEEN = "\0"  # in none of the parts: they are JSON and names


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page in UTF-8, as HTML or as props. `key` finds it in the cache."""

    key: str
    body: bytes

    def plain(self) -> bytes:
        """Return it as it was made."""
        return self.body


@dataclass(frozen=True, slots=True)
class SharedPage(RenderedPage):
    """A page for everybody: `body` is compressed with gzip, `digest` is that of the page as it was made."""

    digest: str

    def plain(self) -> bytes:
        return gzip.decompress(self.body)


def make_rendered_key(*parts: str) -> str:
    """Return the key of a page that is made of these texts."""
    return f"rendered:{hashlib.sha256(_BETWEEN.join(parts).encode()).hexdigest()}"


def find_rendered(key: str) -> RenderedPage | None:
    """Return a page that was kept, for one visitor or for all."""
    page: RenderedPage | None = caches["rendered"].get(key)
    return page or find_shared(key)


def find_shared(key: str) -> SharedPage | None:
    """Return a page that was kept for everybody."""
    page: SharedPage | None = caches["pages"].get(key)
    return page


def keep_rendered(page: RenderedPage) -> None:
    """Keep a page for when the same is asked for again."""
    caches["rendered"].set(page.key, page, settings.RENDER_CACHE_SECONDS)


def share_rendered(page: RenderedPage) -> SharedPage:
    """Keep a page for everybody, in place of the copy that was kept of it before; return it."""
    if not isinstance(page, SharedPage):
        packed = gzip.compress(page.body, COMPRESSION, mtime=0)
        page = SharedPage(page.key, packed, hashlib.sha256(page.body).hexdigest()[:32])
        caches["rendered"].delete(page.key)
    caches["pages"].set(page.key, page, settings.PAGES_KEPT_SECONDS)
    return page
