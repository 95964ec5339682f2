"""Windows of browsers other than Chromium, for the stories of this folder."""

import re
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Final

import httpx
import pytest

from tests.journeys.browsers.commands import CommandRefused
from tests.journeys.browsers.firefox import firefox
from tests.journeys.browsers.webkit import webkit
from tests.journeys.browsers.window import BrowserWindow
from vintner.server.preflight import VAR

BROWSERS: Final[dict[str, Callable[[Path], AbstractContextManager[BrowserWindow]]]] = {
    "firefox": firefox,
    "webkit": webkit,
}
WIDTH, HEIGHT = 1280, 900


@pytest.fixture(params=BROWSERS)
def window(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[BrowserWindow]:
    """A fresh visitor at a desk, who meets the age gate."""
    with BROWSERS[request.param](tmp_path) as opened:
        opened.resize(WIDTH, HEIGHT)
        yield opened


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Function) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add to the report of a story that failed what its window showed."""
    report = yield
    window = item.funcargs.get("window")
    if report.when == "call" and report.failed and isinstance(window, BrowserWindow):
        name = re.sub(r"\W+", "-", item.nodeid)
        report.sections.append(("Window", _describe(window, VAR / "failed-journeys" / f"{name}.png")))
    return report


def _describe(window: BrowserWindow, picture: Path) -> str:
    told = []
    with suppress(CommandRefused, OSError, httpx.HTTPError):  # a browser that hangs or has ended says no more
        told.append(window.address())
        picture.parent.mkdir(parents=True, exist_ok=True)
        picture.write_bytes(window.picture())
        told += [f"Picture: {picture}", *window.faults(), str(window.run("return document.body.innerText"))]
    return "\n".join(told)
