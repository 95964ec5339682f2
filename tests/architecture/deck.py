"""Where the words of the store stand."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
DECK = ROOT / "docs/voice.md"
