"""Remembering what a step was last done for, so that it's done again only when that changes."""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from vintner.server.preflight import REPOSITORY, VAR

FOLDER = "stamps"
NOT_SOURCES = {"node_modules", "dist", "static", "__pycache__", "tests", ".vite"}


def fingerprint(inputs: Iterable[Path], *words: str) -> str:
    """Return a hash of the contents of all files in `inputs` (folders: whole, less what is made) and of `words`."""
    whole = hashlib.sha256("\0".join(words).encode())
    for path in sorted(_files(inputs)):
        whole.update(str(path.relative_to(REPOSITORY)).encode())
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def is_done(step: str, mark: str, *outputs: Path, within: Path | None = None) -> bool:
    """Say whether `step` was finished for `mark` and what it made is still there."""
    return all(path.exists() for path in outputs) and _read(_path(step, within)) == mark


def set_done(step: str, mark: str, *, within: Path | None = None) -> None:
    """Note that `step` is finished for `mark`; what another folder than `var` holds is noted there."""
    _path(step, within).parent.mkdir(parents=True, exist_ok=True)
    _path(step, within).write_text(mark)


def clear(step: str) -> None:
    """Forget that `step` was done, before doing it anew: an interrupted one is then not taken for a whole one."""
    _path(step, None).unlink(missing_ok=True)


def _files(inputs: Iterable[Path]) -> Iterator[Path]:
    for path in inputs:
        if path.is_dir():
            yield from _files(child for child in path.iterdir() if child.name not in NOT_SOURCES)
        elif path.is_file():
            yield path


def _path(step: str, within: Path | None) -> Path:
    return (within or VAR) / FOLDER / step


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except FileNotFoundError:
        return ""
