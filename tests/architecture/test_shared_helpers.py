"""What several tests use stands in a module of its own: a file of tests can be read, moved and deleted alone."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.tree import files_called, name


def _find_imported_tests(source: str) -> Iterator[str]:
    """Yield the files of tests and conftests of the repository that a module imports."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("vintner", "tests", "sandbox_pay")):
            for module in (node.module or "", *(f"{node.module}.{each.name}" for each in node.names)):
                if _is_of_tests(Path(*module.split(".")).with_suffix(".py")):
                    yield module


def _is_of_tests(path: Path) -> bool:
    return "tests" in path.parts and (path.name.startswith("test_") or path.name == "conftest.py")


def test_no_module_imports_from_a_file_of_tests() -> None:
    found = {name(path): list(_find_imported_tests(path.read_text())) for path in files_called(".py")}
    assert {path: modules for path, modules in found.items() if modules} == {}


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("from vintner.cart.tests.test_views import CartShopper", ["vintner.cart.tests.test_views"]),
        ("from vintner.payments.tests.conftest import store", ["vintner.payments.tests.conftest"]),
        ("from tests.journeys import conftest", ["tests.journeys.conftest"]),
        ("from vintner.testing.shopper import Shopper", []),
        ("from stripe.params.test_helpers import ConfirmationTokenCreateParams", []),
    ],
)
def test_what_is_found(line: str, found: list[str]) -> None:
    assert list(_find_imported_tests(line)) == found
