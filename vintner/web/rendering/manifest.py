"""The files that a page needs, from the manifest of the frontend's build."""

import hashlib
import json
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from django.conf import settings

ENTRY = "browser.tsx"


@dataclass(frozen=True, slots=True)
class Assets:
    """Addresses of the entry script, of the page's own module, of all modules to fetch at once, of styles and fonts."""

    script: str
    page: str
    modules: tuple[str, ...]
    styles: tuple[str, ...]
    fonts: tuple[str, ...]


def _path() -> Path:
    path: Path = settings.FRONTEND_DIR / "client" / ".vite" / "manifest.json"
    return path


@cache
def build_id() -> str:
    """Return the id of this build of the frontend, a part of every cache key of rendered HTML."""
    return hashlib.sha256(_path().read_bytes()).hexdigest()[:16] if _path().exists() else "none"


@cache
def _manifest() -> dict[str, dict[str, object]]:
    return json.loads(_path().read_text()) if _path().exists() else {}


@lru_cache(maxsize=64)
def assets(component: str) -> Assets:
    """Return what the page of this component needs. Empty addresses while the frontend is not built."""
    entry = _manifest().get(ENTRY)
    if entry is None:
        return Assets("", "", (), (), ())
    chunks = _chunks((ENTRY, f"pages/{component}.tsx"))
    files = [f"{settings.STATIC_URL}{chunk['file']}" for chunk in chunks]
    styles = [f"{settings.STATIC_URL}{sheet}" for chunk in chunks for sheet in _texts(chunk.get("css"))]
    font_files = [asset for chunk in chunks for asset in _texts(chunk.get("assets")) if asset.endswith(".woff2")]
    fonts = [f"{settings.STATIC_URL}{font}" for font in font_files]
    return Assets(files[0], files[1], tuple(files[1:]), tuple(dict.fromkeys(styles)), tuple(dict.fromkeys(fonts)))


def _chunks(names: tuple[str, ...]) -> list[dict[str, object]]:
    """Return these chunks and all that they import, the entry first, each once."""
    found: dict[str, dict[str, object]] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop(0)
        chunk = _manifest().get(name)
        if chunk is None or name in found:
            continue
        found[name] = chunk
        waiting += _texts(chunk.get("imports"))
    return list(found.values())


def _texts(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else []
