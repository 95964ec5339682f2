"""Every page that Python describes is drawn by a component of the same name, in the folder of the same package."""

import importlib

from tests.architecture.tree import REPOSITORY
from vintner.web.page import Page


def pages() -> list[type[Page]]:
    for path in (REPOSITORY / "vintner").rglob("pages.py"):
        importlib.import_module(".".join(path.relative_to(REPOSITORY).with_suffix("").parts))
    return _below(Page)


def test_every_page_has_its_component() -> None:
    missing = []
    for page in pages():
        package = page.__module__.split(".")[1]
        component = REPOSITORY / "frontend" / "pages" / package / f"{page.__name__}.tsx"
        if not component.exists():
            missing.append(component.relative_to(REPOSITORY).as_posix())
    assert len(pages()) > 5
    assert missing == []


def test_every_page_component_has_its_page() -> None:
    described = {page.__name__ for page in pages()}
    drawn = {path.stem for path in (REPOSITORY / "frontend" / "pages").rglob("*Page.tsx")}
    assert drawn - described == set()


def _below(page: type[Page]) -> list[type[Page]]:
    """Return all subclasses that the store itself defines, tests' own ones left out."""
    found = []
    for child in page.__subclasses__():
        if ".tests" not in child.__module__ and child.__module__.startswith("vintner."):
            found.append(child)
        found += _below(child)
    return found
