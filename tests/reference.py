"""Data that some tests compare with and that are no part of the repository (CONTRIBUTING.md)."""

import os
from pathlib import Path

import pytest

DATA = Path(os.environ.get("VINTNER_REFERENCE_DATA") or Path(__file__).resolve().parents[2] / "shared")
MISSING = "The reference data are not here, see CONTRIBUTING.md: they lack {}."


def reference(name: str) -> Path:
    """Return a file or folder of the reference data; the test is skipped where it is missing."""
    path = DATA / name
    if not path.exists():
        pytest.skip(MISSING.format(name))
    return path
