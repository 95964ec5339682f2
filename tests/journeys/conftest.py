"""A store, Chromium and visitors for journeys; whatever a page complains about is a failure."""

import os
import re
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from bench.pages import launch_chromium
from tests.journeys.evidence import SCRIPT_OF_TRACE, describe_pages, save_traces, start_trace
from tests.journeys.patience import PATIENCE_MS
from tests.journeys.probes import VARIABLE, shuffle, slow_pages
from tests.journeys.store.listed_cookies import find_unlisted
from tests.journeys.store.running_store import RunningStore, running_store
from tests.journeys.visitors import DESKTOP, HEIGHTS, LITTLE_COMPILED, PHONE, Complaints, NewVisitor, let_in, watch
from vintner.server.preflight import VAR
from vintner.shipping.tests.places import KEY as PLACES_KEY
from vintner.shipping.tests.places import places_double

expect.set_options(timeout=PATIENCE_MS)
PROCESS = os.environ.get("PYTEST_XDIST_WORKER", "")
"""Which of the processes that share the stories out among them this is."""
PROBE = os.environ.get(VARIABLE, "")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Function) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add to the report of a journey that failed what its pages showed."""
    report = yield
    browser = item.funcargs.get("browser")
    if report.when == "call" and report.failed and isinstance(browser, Browser):
        name, folder = re.sub(r"\W+", "-", item.nodeid), VAR / "failed-journeys"
        report.sections.append(("Open pages", describe_pages(browser.contexts, folder, name)))
        report.sections.append(("Traces", "\n".join(save_traces(browser.contexts, folder, name))))
    return report


def pytest_itemcollected(item: pytest.Item) -> None:
    """Everything in this folder needs a whole store, one for each process, and so is run apart from the other tests."""
    item.add_marker(pytest.mark.journey)


@pytest.fixture(scope="package")
def store() -> Iterator[RunningStore]:
    """The demo store on free ports, started once for all journeys of a process and stopped before its other tests."""
    with places_double() as places:
        lookup = {"ADDRESS_LOOKUP_KEY": PLACES_KEY} | dict.fromkeys(
            ("ADDRESS_LOOKUP_URL", "ADDRESS_GEOCODING_URL"), places.url
        )
        with running_store(f"journeys{PROCESS}", lookup) as kept:
            yield kept


@pytest.hookimpl(trylast=True)  # after the lanes were put in order
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if PROBE == "order":
        shuffle(items)


@pytest.fixture(scope="package", autouse=True)
def _slow_pages() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        if PROBE not in ("", "order"):
            slow_pages(patch, PROBE)
        yield


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """The one Playwright of all journeys of a process, for every browser that they use.

    It keeps an event loop running in the thread of the tests, in which Django refuses to use the database: it has to
    end before the process goes on to other tests.
    """
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One Chromium for all journeys of a process."""
    with launch_chromium(playwright, LITTLE_COMPILED) as launched:
        yield launched


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    """Console errors, faults and policy reports of all pages of a story: there must be none."""
    noted = Complaints()
    yield noted
    assert noted.seen == []


@pytest.fixture
def new_visitor(store: RunningStore, browser: Browser, complaints: Complaints) -> Iterator[NewVisitor]:
    """Opens pages, each for a fresh visitor, of the demo store unless another one is named. Who `meets_gate` is not
    spared the age gate; other keywords are those of `Browser.new_context`. Pages stay open until the test's report is
    written. Cookies must be on the page of cookies.
    """
    is_whole = not PROCESS
    if is_whole:
        complaints.expected.append(SCRIPT_OF_TRACE)

    def end(context: BrowserContext) -> None:
        for name in find_unlisted(each["name"] for each in context.cookies()):
            complaints.note(f"a cookie that the page of cookies does not list: {name}")
        context.close()

    with ExitStack() as held:

        def new(store: RunningStore = store, *, meets_gate: bool = False, **options: object) -> Page:
            context = browser.new_context(**{"base_url": store.url, **options})  # type: ignore[arg-type]
            held.callback(end, context)
            context.set_default_timeout(PATIENCE_MS)
            start_trace(context, whole=is_whole)
            if not meets_gate:
                let_in(context, store)
            watch(context, store, complaints)
            return context.new_page()

        yield new


@pytest.fixture
def page(new_visitor: NewVisitor) -> Page:
    """A fresh visitor at a desk."""
    return new_visitor(viewport=DESKTOP, reduced_motion="reduce")


@pytest.fixture
def phone(new_visitor: NewVisitor) -> Page:
    """A fresh visitor with a phone."""
    return new_visitor(viewport=PHONE, reduced_motion="reduce")


@pytest.fixture
def plain(new_visitor: NewVisitor) -> Page:
    """A fresh visitor whose browser runs no JavaScript."""
    return new_visitor(viewport=DESKTOP, reduced_motion="reduce", java_script_enabled=False)


@pytest.fixture(params=[DESKTOP, pytest.param(PHONE, marks=pytest.mark.sweep)], ids=["desktop", "phone"])
def lively(request: pytest.FixtureRequest, new_visitor: NewVisitor) -> Page:
    """A visitor who has nothing against motion."""
    return new_visitor(viewport=request.param, reduced_motion="no-preference")


@pytest.fixture
def opened(new_visitor: NewVisitor) -> Callable[[int], Page]:
    """Opens windows of a width, each for a visitor of its own, who wants no motion."""
    return lambda width: new_visitor(viewport={"width": width, "height": HEIGHTS[width]}, reduced_motion="reduce")


@pytest.fixture
def still(opened: Callable[[int], Page]) -> Page:
    return opened(max(HEIGHTS))
