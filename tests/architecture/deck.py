"""Where the words of the store stand."""

from tests.architecture.tree import REPOSITORY

DECK = REPOSITORY / "docs/voice.md"
