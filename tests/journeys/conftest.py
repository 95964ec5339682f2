"""A store, Chromium and visitors for journeys; whatever a page complains about is a failure."""

import os
import re
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect

from bench.pages import chromium, hold
from bench.shopper import of_age
from tests.journeys import card_data
from tests.journeys.evidence import describe_pages, save_traces, start_trace
from tests.journeys.patience import PATIENCE_MS
from tests.journeys.probes import VARIABLE, shuffle, slow_pages
from tests.journeys.store.listed_cookies import find_unlisted
from tests.journeys.store.running_store import RunningStore, running_store
from vintner.server.preflight import VAR
from vintner.shipping.tests.places import KEY as PLACES_KEY
from vintner.shipping.tests.places import places_double

expect.set_options(timeout=PATIENCE_MS)
LITTLE_COMPILED = "--js-flags=--no-opt --no-maglev --max-lazy --no-compile-hints-magic"
"""Pages of journeys live for seconds: compiling their scripts a second time for speed, or functions that are not
called, costs more than it saves.
"""
PROCESS = os.environ.get("PYTEST_XDIST_WORKER", "")
"""Which of the processes that share the stories out among them this is."""
PROBE = os.environ.get(VARIABLE, "")
PHONE, DESKTOP = {"width": 360, "height": 640}, {"width": 1440, "height": 900}
HEIGHTS = {1440: 900, 768: 1024, 360: 740}
"""Windows in which every state is looked at, by their width."""
NewVisitor = Callable[..., Page]


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
def browser() -> Iterator[Browser]:
    """One Chromium for all journeys of a process.

    Playwright keeps an event loop running in the thread of the tests, in which Django refuses to use the database:
    it has to end before the process goes on to other tests.
    """
    with chromium(LITTLE_COMPILED) as launched:
        yield launched


@dataclass
class Complaints:
    """What the browser complained about; a story may say beforehand what it expects."""

    seen: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def note(self, text: str) -> None:
        if not any(words in text for words in self.expected):
            self.seen.append(text)


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    """Console errors, faults and policy reports of all pages of a story: there must be none."""
    noted = Complaints()
    yield noted
    assert noted.seen == []


def watch(context: BrowserContext, store: RunningStore, complaints: Complaints) -> None:
    """Note every console error and fault of a context's pages, and every card number on its way to the store."""

    def on_request(request: Request) -> None:
        if request.url.startswith(store.url) and card_data.in_request(request.url, request.post_data or ""):
            complaints.note(f"a card's number or code was sent to the store: {request.method} {request.url}")

    def on_console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.note(f"{message.text} ({message.location.get('url', '')})")

    context.on("request", on_request)
    context.on("console", on_console)
    context.on("weberror", lambda error: complaints.note(str(error.error)))


def let_in(context: BrowserContext, store: RunningStore) -> None:
    """Spare a visitor the age gate: they said yes on another day. Who is not let in meets it."""
    hold(context, store.url, of_age(store.url))


@pytest.fixture
def new_visitor(store: RunningStore, browser: Browser, complaints: Complaints) -> Iterator[NewVisitor]:
    """Opens pages, each for a fresh visitor, of the demo store unless another one is named. Other keywords are those of
    `Browser.new_context`. Pages stay open until the test's report is written. Cookies must be on the page of cookies.
    """

    def end(context: BrowserContext) -> None:
        for name in find_unlisted(each["name"] for each in context.cookies()):
            complaints.note(f"a cookie that the page of cookies does not list: {name}")
        context.close()

    with ExitStack() as held:

        def new(store: RunningStore = store, **options: object) -> Page:
            context = browser.new_context(base_url=store.url, **options)  # type: ignore[arg-type]
            held.callback(end, context)
            context.set_default_timeout(PATIENCE_MS)
            start_trace(context, whole=not PROCESS)
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
