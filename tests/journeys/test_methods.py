"""A payment of every kind through a checkout; `make matrix` tries all types and endings."""

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.journeys import bills, methods, shopper
from tests.journeys.accounts import ACCOUNTS, Account, store_of
from tests.journeys.cells import CHECKOUTS, Cell, play
from tests.journeys.conftest import Complaints, RunningStore, let_in, watch
from tests.journeys.everybody import WIDEST, check_here, window
from tests.journeys.methods import Ending
from tests.journeys.states import arrive, put_in
from vintner.server.install import VENV_PYTHON

OF = {account.country: account for account in ACCOUNTS}
EUROS, ZLOTY = OF["DE"], OF["PL"]
DIAGONAL = [
    (EUROS, "ideal", Ending.SUCCEED, "classic"),
    (EUROS, "multibanco", Ending.SUCCEED, "block"),
    (EUROS, "sepa_debit", Ending.DECLINE, "order-pay"),
    (EUROS, "wechat_pay", Ending.SUCCEED, "classic"),
    (EUROS, "eps", Ending.CANCEL, "block"),
    (ZLOTY, "blik", Ending.SUCCEED, "classic"),
]
"""One of each kind; cards have stories of their own."""


@pytest.fixture(scope="module")
def stores() -> Iterator[Callable[[Account], RunningStore]]:
    """Stores with an account each, started when they are first asked for."""
    with ExitStack() as held:
        started: dict[str, RunningStore] = {}

        def store(account: Account) -> RunningStore:
            if account.name not in started:
                started[account.name] = held.enter_context(store_of(account))
            return started[account.name]

        yield store


@pytest.fixture
def visit(browser: Browser, complaints: Complaints) -> Iterator[Callable[[RunningStore], Page]]:
    """Opens a window for a fresh visitor of a store."""
    with ExitStack() as held:

        def new(store: RunningStore) -> Page:
            context = browser.new_context(base_url=store.url, viewport=window(WIDEST), reduced_motion="reduce")
            held.callback(context.close)
            context.set_default_timeout(15_000)
            let_in(context, store)
            watch(context, store, complaints)
            return context.new_page()

        yield new


@pytest.mark.parametrize(
    ("account", "name", "ending", "checkout"), DIAGONAL, ids=[f"{row[1]} {row[2]} {row[3]}" for row in DIAGONAL]
)
def test_a_payment(
    stores: Callable[[Account], RunningStore],
    visit: Callable[[RunningStore], Page],
    complaints: Complaints,
    account: Account,
    name: str,
    ending: Ending,
    checkout: str,
) -> None:
    store = stores(account)
    complaints.expected.append("Failed to load resource")  # a refused payment is answered as one
    play(visit(store), store, Cell(methods.WAYS[name], ending, checkout, account.country))


def test_a_button_pressed_before_the_fields_stand_waits_for_them(
    stores: Callable[[Account], RunningStore], visit: Callable[[RunningStore], Page]
) -> None:
    store = stores(EUROS)
    page = visit(store)
    put_in(page, "V-SIMPLE", 3)
    arrive(page, "/checkout/")
    bills.fill_classic(page, "DE", f"{shopper.new_word()}@example.com")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/sandbox/element?*", hold)
    place = methods.choose(page, methods.WAYS["eps"])
    expect(place.locator("iframe")).to_be_attached()
    shopper.pay(page)
    expect(page.locator("form[aria-busy=true]")).to_be_visible()
    [fields] = held
    fields.continue_()
    methods.answer(page, methods.WAYS["eps"], Ending.SUCCEED, store.stack.environment["SANDBOX_URL"])
    shopper.expect_receipt(page)


def test_a_debit_that_fails_once_along_with_a_new_account_is_paid_at_the_next_try(
    stores: Callable[[Account], RunningStore], visit: Callable[[RunningStore], Page], complaints: Complaints
) -> None:
    """Its intent was opened before the order, so it is spent; and the page's tokens are void with the account."""
    complaints.expected.append("Failed to load resource")  # the connection that is lost
    store, way = stores(OF["CA"]), methods.WAYS["acss_debit"]
    page = visit(store)
    put_in(page, "V-SIMPLE", 3)
    arrive(page, "/checkout/")
    bills.fill_classic(page, "CA", f"{shopper.new_word()}@example.com")
    page.get_by_label("Create an account").check()
    page.get_by_label("Create account password").fill("violet tractor seven moons")
    page.route("**/?wc-ajax=wc_stripe_update_payment_intent", lambda route: route.abort(), times=1)
    methods.enter(page, way, Ending.SUCCEED)
    methods.choose(page, way).locator("iframe").evaluate("frame => { frame.dataset.spent = '' }")
    shopper.pay(page)
    lost = page.get_by_role("alert").filter(has_text="An error occurred while connecting to the server.")
    expect(lost).to_be_visible()
    expect(page.locator("iframe[data-spent]")).to_have_count(0)
    methods.enter(page, way, Ending.SUCCEED)
    shopper.press_pay(page)
    methods.answer(page, way, Ending.SUCCEED, store.stack.environment["SANDBOX_URL"])
    shopper.expect_receipt(page)


@pytest.mark.parametrize("account", [EUROS, ZLOTY], ids=lambda account: account.country)
@pytest.mark.parametrize("path", ["/checkout/", "/checkout/block/"], ids=["classic", "block"])
def test_everybody_can_use_what_a_method_asks(
    stores: Callable[[Account], RunningStore],
    visit: Callable[[RunningStore], Page],
    complaints: Complaints,
    account: Account,
    path: str,
) -> None:
    complaints.expected.append("Failed to execute 'postMessage'")  # axe calls into the provider's frames, in vain
    page = visit(stores(account))
    put_in(page, "V-SIMPLE", 3)
    arrive(page, path)
    fill = bills.fill_blocks if "block" in path else bills.fill_classic
    fill(page, account.country, f"{shopper.new_word()}@example.com")
    page.set_viewport_size(window(360))
    for name in account.types:
        place = methods.choose(page, methods.WAYS[name])
        asked = "iframe" if name != "blik" else "input[name='wc-stripe-blik-code']"
        expect(place.locator(asked)).to_be_visible()
        check_here(page, f"{path}, {name}")


@pytest.fixture(scope="module")
def half_by_eps(stores: Callable[[Account], RunningStore]) -> RunningStore:
    """A store in which everything is half price for who pays by EPS, as its staff wrote it."""
    store = stores(EUROS)
    words = "from vintner.checkout.tests.facts import half_price; half_price('payment_method', 'stripe_eps')"
    program = [str(VENV_PYTHON), "manage.py", "shell", "--no-imports", "-c", words]
    subprocess.run(program, env={**os.environ, **store.stack.environment, "DATABASE_URL": store.database}, check=True)
    return store


@pytest.mark.parametrize("checkout", ["classic", "block"])
def test_a_way_to_pay_that_lowers_the_price_is_charged_as_it_is_shown(
    half_by_eps: RunningStore, visit: Callable[[RunningStore], Page], checkout: str
) -> None:
    page, way = visit(half_by_eps), methods.WAYS["eps"]
    sandbox = half_by_eps.stack.environment["SANDBOX_URL"]
    CHECKOUTS[checkout](page, Cell(way, Ending.SUCCEED, checkout, "DE"), f"{shopper.new_word()}@example.com")
    place = methods.choose(page, way)
    expect(page.get_by_text("Half price").first).to_be_visible()
    expect(place.locator("iframe")).to_be_visible()
    button = page.get_by_role("button", name=shopper.PAY)
    shown = button.inner_text().removeprefix("Pay ")
    expect(page.locator("[data-total]").first).to_have_text(shown)
    shopper.pay(page)
    methods.answer(page, way, Ending.SUCCEED, sandbox)
    shopper.expect_receipt(page)
    expect(page.locator("[data-total]").first).to_have_text(shown)
