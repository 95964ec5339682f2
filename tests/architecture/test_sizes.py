"""Nothing grows beyond what a reader takes in at once. Functions are ruff's business (pyproject.toml)."""

import re
from collections import Counter
from pathlib import Path

from tests.architecture.tree import REPOSITORY, files, files_called, lines, name

MODULE_LINES = 350
TEST_LINES = 400
NINE_OF_TEN_LINES = 200
COMPONENT_LINES = 250
MADE = ("/migrations/", "/generated/")
FILES_IN_A_FOLDER = 25
COLLECTIONS = {"docs/decisions", "vintner/demo/pictures/bottle", "vintner/demo/pictures/label", "tests/attack"}
"""Folders of files that are all alike, where each is found by its name."""


def test_modules_are_short() -> None:
    modules = [path for path in files_called(".py", ".ts", ".tsx") if not any(part in name(path) for part in MADE)]
    long = {
        name(path): lines(path) for path in modules if lines(path) > (TEST_LINES if is_test(path) else MODULE_LINES)
    }
    assert modules
    assert long == {}


def test_most_modules_are_much_shorter() -> None:
    """Nine of ten, that is."""
    paths = [path for path in files_called(".py") if not is_test(path) and "/migrations/" not in name(path)]
    sizes = sorted(lines(path) for path in paths)
    assert sizes[len(sizes) * 9 // 10] <= NINE_OF_TEN_LINES


def is_test(path: Path) -> bool:
    return "tests" in path.relative_to(REPOSITORY).parts or ".test." in path.name


def test_folders_are_small() -> None:
    folders = Counter(name(path.parent) for path in files())
    large = {folder for folder, count in folders.items() if count > FILES_IN_A_FOLDER}
    assert folders.keys() >= COLLECTIONS
    assert large - COLLECTIONS == set()


def test_component_files_are_short() -> None:
    components = [path for path in files_called(".tsx") if not path.name.endswith(".test.tsx")]
    long = {name(path): lines(path) for path in components if lines(path) > COMPONENT_LINES}
    assert long == {}


def test_component_files_export_one_component() -> None:
    crowded = {}
    for path in files_called(".tsx", under="frontend"):
        exported = re.findall(r"^export (?:default )?(?:async )?function ([A-Z]\w*)", path.read_text(), re.MULTILINE)
        if len(exported) > 1:
            crowded[name(path)] = exported
    assert crowded == {}


def test_ruff_keeps_functions_short() -> None:
    settings = (REPOSITORY / "pyproject.toml").read_text()
    assert "max-statements = 25" in settings
    assert "max-complexity = 8" in settings
    assert '"C90"' in settings
    assert '"PLR0915"' in settings
