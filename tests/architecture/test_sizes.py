"""Nothing grows beyond what a reader takes in at once. Functions are ruff's business (pyproject.toml)."""

import re

from tests.architecture.tree import REPOSITORY, files_called, lines, name

MODULE_LINES = 400
COMPONENT_LINES = 250
MADE = ("/migrations/", "/generated/")


def test_modules_are_short() -> None:
    modules = [path for path in files_called(".py", ".ts", ".tsx") if not any(part in name(path) for part in MADE)]
    long = {name(path): lines(path) for path in modules if lines(path) > MODULE_LINES}
    assert modules
    assert long == {}


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
