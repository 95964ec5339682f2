"""A comment that refers to a heading of the documentation finds it there."""

import re
from functools import cache
from pathlib import Path

from tests.architecture.tree import REPOSITORY, files_called, name

REFERENCE = re.compile(r"(docs/[\w./-]+\.md)#([\w-]+)")


def test_references_to_headings_resolve() -> None:
    dead = []
    for path in files_called(".py", ".ts", ".tsx", ".css", ".mjs", ".md", ".html"):
        for document, heading in REFERENCE.findall(path.read_text()):
            if heading not in _headings(REPOSITORY / document):
                dead.append(f"{name(path)}: {document}#{heading}")
    assert dead == []


@cache
def _headings(document: Path) -> set[str]:
    """Return the anchors of a document's headings as GitHub makes them."""
    if not document.exists():
        return set()
    headings = re.findall(r"^#+ (.+)$", document.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
