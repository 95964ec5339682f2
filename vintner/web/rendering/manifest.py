"""The files that a page needs, from the manifest of the frontend's build."""

import hashlib
import json
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from vintner.header_settings import hash_source

ENTRY = "browser.tsx"


@dataclass(frozen=True, slots=True)
class Assets:
    """Addresses of the entry script, of the page's own module, of all modules to fetch at once, and of styles.

    `stylesheet` has the text of all `styles`, which are named so that modules which come later do not fetch them again.
    """

    script: str
    page: str
    modules: tuple[str, ...]
    stylesheet: str
    styles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stylesheet:
    """The text of a stylesheet, and the source by which a content policy allows it inside a page."""

    text: str
    source: str


NO_STYLESHEET: Final = Stylesheet("", hash_source(b""))


@dataclass(frozen=True, slots=True)
class _Build:
    """A build of the frontend: its id, the chunks of its manifest, and stylesheets by their paths."""

    id: str
    chunks: dict[str, dict[str, object]]
    stylesheets: dict[str, Stylesheet]


@cache
def read_build() -> _Build:
    """Read the manifest and all stylesheets that it names, once: the next build takes the files of this one away."""
    folder = Path(settings.FRONTEND_DIR, "client")
    path = folder / ".vite" / "manifest.json"
    if not path.exists():
        return _Build("none", {}, {})
    content = path.read_bytes()
    chunks: dict[str, dict[str, object]] = json.loads(content)
    names = {str(chunk["stylesheet"]) for chunk in chunks.values() if "stylesheet" in chunk}
    # One that is not there any more is linked, as where pages have no styles in themselves.
    texts = {name: (folder / name).read_text() for name in names if (folder / name).exists()}
    stylesheets = {name: Stylesheet(text, hash_source(text.encode())) for name, text in texts.items()}
    return _Build(hashlib.sha256(content).hexdigest()[:16], chunks, stylesheets)


def build_id() -> str:
    """Return the id of this build of the frontend, a part of every cache key of rendered HTML."""
    return read_build().id


def read_stylesheet(component: str) -> Stylesheet:
    """Return the page's stylesheet, for pages that have it in themselves. An empty one while nothing is built."""
    return read_build().stylesheets.get(assets(component).stylesheet.removeprefix(settings.STATIC_URL), NO_STYLESHEET)


@lru_cache(maxsize=64)
def style_links(component: str) -> SafeString:
    """Return a link for each stylesheet of the page. A loop in the template took half of the time of the document."""
    return format_html_join(
        "", '<link rel="stylesheet" href="{}" disabled>\n', ((each,) for each in assets(component).styles)
    )


@lru_cache(maxsize=64)
def assets(component: str) -> Assets:
    """Return what the page of this component needs. Empty addresses while the frontend is not built."""
    entry = read_build().chunks.get(ENTRY)
    if entry is None:
        return Assets("", "", (), "", ())
    chunks = _chunks((ENTRY, f"pages/{component}.tsx"))
    files = [f"{settings.STATIC_URL}{chunk['file']}" for chunk in chunks]
    stylesheet = f"{settings.STATIC_URL}{chunks[1]['stylesheet']}"
    styles = [f"{settings.STATIC_URL}{sheet}" for chunk in chunks for sheet in _texts(chunk.get("css"))]
    return Assets(files[0], files[1], tuple(files[1:]), stylesheet, tuple(dict.fromkeys(styles)))


def _chunks(names: tuple[str, ...]) -> list[dict[str, object]]:
    """Return these chunks and all that they import, the entry first, each once."""
    found: dict[str, dict[str, object]] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop(0)
        chunk = read_build().chunks.get(name)
        if chunk is None or name in found:
            continue
        found[name] = chunk
        waiting += _texts(chunk.get("imports"))
    return list(found.values())


def _texts(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else []
