"""The texts of the store against the copy deck, `docs/voice.md`."""

from functools import cache
from pathlib import Path

import pytest

from tests.architecture.deck import DECK
from tests.architecture.tree import REPOSITORY

KINDS = {".py", ".ts", ".tsx", ".html", ".txt"}
LEAST = 60
"""So many pairs the copy deck has at least."""


def read_pairs() -> list[tuple[str, str]]:
    """Return the texts that must not come back, each with the one in its place."""
    _, _, table = DECK.read_text().partition("| Before | After |\n|---|---|\n")
    rows = (line.strip("|").split(" | ") for line in table.strip().splitlines())
    return [(before.strip(), after.strip()) for before, after in rows]


@cache
def read_texts() -> dict[Path, str]:
    """Return the sources of the store with single spaces, whatever their lines are.

    Tests and what is generated have no texts for shoppers.
    """
    folders = (REPOSITORY / "vintner", REPOSITORY / "frontend")
    sources = (path for folder in folders for path in folder.rglob("*") if path.suffix in KINDS)
    apart = {"tests", "migrations", "dist", "generated", "fixtures", "testing"}
    return {
        path.relative_to(REPOSITORY): " ".join(path.read_text().split())
        for path in sources
        if not apart & set(path.relative_to(REPOSITORY).parts) and ".test." not in path.name
    }


def test_the_copy_deck_has_its_pairs() -> None:
    pairs = read_pairs()
    assert len(pairs) >= LEAST
    assert all(before and after and before not in after for before, after in pairs)


@pytest.mark.parametrize("before", [before for before, _ in read_pairs()])
def test_no_text_says_what_the_copy_deck_replaced(before: str) -> None:
    found = [str(path) for path, text in read_texts().items() if before in text]
    assert not found
