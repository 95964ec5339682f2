"""Files are named after what they hold, and a name stands for one thing."""

import re
from collections import Counter

from tests.architecture.tree import REPOSITORY, files, files_called, name

DRAWERS = {"utils", "util", "helpers", "helper", "common", "misc", "services", "service", "lib_utils", "shared_utils"}
THEME = "vintner/web/theme/"
"""Templates in place of the admin theme's own, under the names that it gives them."""


def test_no_file_or_folder_is_a_drawer_for_everything() -> None:
    drawers = {
        name(path)
        for path in files()
        for part in (*path.parent.parts, path.name.partition(".")[0])
        if part.lower() in DRAWERS and part in name(path) and not name(path).startswith(THEME)
    }
    assert drawers == set()


PAIRS = {
    "Command": "Django's name for what a management command does",
    "Policy": "the texts that shoppers accept (notices), and how promotions combine (pricing): two tables",
    "ProducerSlide": "the row, and what a page shows of it",
    "StoreNotice": "the row, and what a page shows of it",
    "Tier": "the row of a promotion, and what a page shows of it",
}
"""Class names that stand for two things, and why. The glossary of docs/architecture.md has them too."""
CLASS = re.compile(r"^class (\w+)", re.MULTILINE)


def test_a_class_name_exists_once() -> None:
    """The sandbox provider is a program of its own, which has the provider's names."""
    sources = [path for path in files_called(".py") if "/migrations/" not in name(path)]
    names = Counter(
        found
        for path in sources
        if not name(path).startswith("sandbox_pay/")
        for found in CLASS.findall(path.read_text())
    )
    assert {found for found, times in names.items() if times > 1} == set(PAIRS)


def test_the_glossary_names_what_there_is() -> None:
    document = (REPOSITORY / "docs" / "architecture.md").read_text()
    rows = [line.split("|") for line in document.partition("## Glossary")[2].partition("**Pairs.**")[0].splitlines()]
    terms = [(cells[1].strip(), re.findall(r"`([^`]+)`", cells[3])) for cells in rows if len(cells) == 5][2:]
    classes = {found for path in files_called(".py", under="vintner") for found in CLASS.findall(path.read_text())}
    assert len(terms) == len({term for term, _ in terms}) > 30
    for term, names in terms:
        assert names, term
        for each in names:
            assert each in classes or (REPOSITORY / "vintner" / each).is_file(), f"{term}: {each}"
