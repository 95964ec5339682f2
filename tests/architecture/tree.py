"""The repository's own files, as the architecture tests look at them."""

import subprocess
from functools import cache
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
NOT_OURS = {".git", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".venv", "__pycache__"}
NOT_OURS |= {"dist", "node_modules", "static", "test-results", "var"}
TEXT = {"", ".css", ".editorconfig", ".html", ".js", ".json", ".lock", ".md", ".mjs", ".py", ".sh", ".svg", ".toml"}
TEXT |= {".ts", ".tsx", ".txt", ".yaml", ".yml", ".conf", ".service", ".npmrc"}


@cache
def files() -> tuple[Path, ...]:
    """Every file that belongs to the repository, also one that isn't added yet."""
    listed = subprocess.run(
        ["git", "-C", str(REPOSITORY), "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode == 0:
        found = [REPOSITORY / name for name in listed.stdout.split("\0") if name]
    else:  # an archive of the repository, without its history
        found = [path for path in REPOSITORY.rglob("*") if not NOT_OURS & set(path.relative_to(REPOSITORY).parts)]
    return tuple(sorted(path for path in found if path.is_file()))


def files_called(*suffixes: str, under: str = "") -> list[Path]:
    """The files whose names end so, below a folder of the repository."""
    return [path for path in files() if path.name.endswith(suffixes) and path.is_relative_to(REPOSITORY / under)]


def name(path: Path) -> str:
    """A file's path as the repository's people say it."""
    return path.relative_to(REPOSITORY).as_posix()


def lines(path: Path) -> int:
    """How many lines a text file has."""
    return path.read_text().count("\n")
