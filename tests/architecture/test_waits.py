"""A test in a browser waits for what it expects, and begins on a page that works."""

import re
from collections.abc import Iterator

import pytest

from tests.architecture.tree import files_called, name

VISITS, HERE = "tests/journeys/live.py", "tests/architecture/test_waits.py"
IN_ONE_PLACE = re.compile(r"\.goto\((?!.*\bwait_until=|\"about:blank\")|(?<!importlib)\.reload\(\)")
"""Opening a page without saying what is waited for. `visit` and `reload` of VISITS wait until it works."""
BY_TIME = re.compile(r"networkidle|\.wait_for_timeout\(")
"""Playwright's waits for silence and for a time."""


def found(pattern: re.Pattern[str]) -> Iterator[str]:
    for path in files_called(".py", under="tests"):
        if name(path) not in {VISITS, HERE}:
            lines = path.read_text().splitlines()
            yield from (f"{name(path)}:{number}" for number, line in enumerate(lines, 1) if pattern.search(line))


def test_a_page_is_opened_in_one_place_that_waits_until_it_works() -> None:
    assert list(found(IN_ONE_PLACE)) == []


def test_no_page_is_waited_for_by_time_or_silence() -> None:
    assert list(found(BY_TIME)) == []


@pytest.mark.parametrize(
    ("pattern", "line", "is_found"),
    [
        (IN_ONE_PLACE, 'page.goto("/shop/")', True),
        (IN_ONE_PLACE, "page.reload()", True),
        (IN_ONE_PLACE, 'page.goto("/shop/", wait_until="commit")', False),
        (IN_ONE_PLACE, 'page.goto("about:blank")', False),
        (BY_TIME, 'page.wait_for_load_state("networkidle")', True),
        (BY_TIME, "page.wait_for_timeout(50)", True),
        (BY_TIME, 'page.wait_for_load_state("load")', False),
    ],
)
def test_what_is_found(pattern: re.Pattern[str], line: str, is_found: bool) -> None:
    assert bool(pattern.search(line)) is is_found
