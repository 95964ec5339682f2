"""Comments give their reasons themselves, or refer to what this repository holds."""

import re
from functools import cache
from pathlib import Path

from tests.architecture.tree import REPOSITORY, files_called, name

SOURCES = (".py", ".ts", ".tsx", ".mjs", ".js", ".css", ".html", ".md", ".toml")
DOCUMENT = re.compile(r"\bdocs/[\w/-]+\.md(?:#[\w-]+)?")
ELSEWHERE = re.compile(
    r"\b(?:spec|resolutions|contract|quality|payments|house rules),? (?:rows? )?(?:“|[AB]\.)?\d", re.I
)
"""A citation by number of a paper that is kept elsewhere."""


@cache
def anchors(document: Path) -> set[str]:
    """The names by which a page of the documentation links to its headings."""
    headings = re.findall(r"^#+ (.+)$", document.read_text(), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def resolves(reference: str) -> bool:
    path, _, anchor = reference.partition("#")
    document = REPOSITORY / path
    return document.is_file() and (not anchor or anchor in anchors(document))


def test_every_reference_to_the_documentation_resolves() -> None:
    dead = {
        (name(path), reference)
        for path in files_called(*SOURCES)
        for reference in DOCUMENT.findall(path.read_text())
        if not resolves(reference)
    }
    assert dead == set()


def test_no_comment_cites_a_paper_that_is_kept_elsewhere() -> None:
    cited = {
        (name(path), found.group()) for path in files_called(*SOURCES) for found in ELSEWHERE.finditer(path.read_text())
    }
    assert cited == set()


def test_the_index_of_decisions_has_them_all() -> None:
    folder = REPOSITORY / "docs" / "decisions"
    decisions = {path.name: path.read_text().partition("\n")[0] for path in folder.glob("0*.md")}
    index = (folder / "README.md").read_text()
    listed = {
        file: f"# {number}. {title}" for number, title, file in re.findall(r"\| (\d+) \| \[(.+)\]\((.+)\) \|", index)
    }
    assert listed == decisions
