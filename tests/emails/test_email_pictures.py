"""Every e-mail as a picture: on phones and on desks, by day and by night, nothing is cut, and everybody can read it.

EMAIL_PICTURES names a folder that takes the pictures, to look at them.
"""

import os
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, Route

from bench.pages import chromium
from tests.emails.every_email import EVERY_EMAIL
from tests.journeys.everybody import RULES_OF_COLOR, assert_fits, bad_colors, barriers
from vintner.demo.picture_files import DemoPicture
from vintner.orders.models import Email

WIDTHS = (320, 360, 600)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
BOTTLE = DemoPicture("bottle", "ACE-MALBEC")
CUT = """() => [...document.querySelectorAll('[role=main] *')]
    .filter((it) => it.scrollWidth > it.clientWidth + 1 && getComputedStyle(it).display !== 'inline')
    .map((it) => `${it.tagName}.${it.className}: ${it.textContent.trim().slice(0, 60)}`)"""
OVERLAPPING = """() => {
    const rows = [...document.querySelectorAll('[role=main] h1, p, h2, h3, .quote, .cell, .sum, .button, img')];
    const boxes = rows.map((it) => [it, it.getBoundingClientRect()]);
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    return boxes.flatMap(([one, a], i) => boxes.slice(i + 1)
        .filter(([other, b]) => !one.contains(other) && !other.contains(one) && meet(a, b))
        .map(([other]) => `${one.textContent.trim().slice(0, 40)} over ${other.textContent.trim().slice(0, 40)}`));
}"""
TORN = """() => [...document.querySelectorAll('.sum, .cell')]
    .filter((it) => it.textContent.trim() && it.clientWidth < 40)
    .map((it) => it.textContent.trim().slice(0, 40))"""
UNLOADED = "() => [...document.images].filter((it) => !it.naturalWidth).map((it) => it.src)"

pytestmark = [pytest.mark.slow, pytest.mark.sweep]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def page(browser: Browser) -> Page:
    """A window in which every picture is the same bottle."""
    page = browser.new_page()
    picture = BOTTLE.path.read_bytes()

    def answer(route: Route) -> None:
        route.fulfill(body=picture, content_type="image/webp")

    page.route("**/*", answer)
    return page


@pytest.mark.parametrize("name", EVERY_EMAIL)
def test_it_can_be_read(written: dict[str, Email], page: Page, name: str) -> None:
    page.emulate_media(color_scheme="light")
    page.set_content(written[name].html)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        _check_layout(page, f"{name}, {width} px")
    page.set_viewport_size({"width": 360, "height": 800})
    found = [barriers(page), bad_colors(page)]
    page.emulate_media(color_scheme="dark")
    found.append(bad_colors(page, RULES_OF_COLOR))
    for each in found:
        assert each.violations_count == 0, f"{name}: {each.generate_report()}"
    _keep_pictures(page, name.replace("/", "-"))


def _check_layout(page: Page, state: str) -> None:
    assert_fits(page, state)
    assert page.evaluate(CUT) == [], state
    assert page.evaluate(OVERLAPPING) == [], state
    assert page.evaluate(TORN) == [], f"{state}: words are broken letter by letter"
    assert page.evaluate(UNLOADED) == [], state


def _keep_pictures(page: Page, name: str) -> None:
    folder = os.environ.get("EMAIL_PICTURES")
    for width, scheme in product(WIDTHS, SCHEMES) if folder else ():
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme)
        page.screenshot(path=Path(folder or "") / f"{name}-{width}-{scheme}.png", full_page=True)
