"""A payment of every kind through a checkout, and methods that are saved; `make matrix` tries all types and endings."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from time import monotonic

import pytest
from playwright.sync_api import FrameLocator, Locator, Page, Route, expect

from tests.journeys import bills, methods, shopper
from tests.journeys.accounts import ACCOUNTS, ProviderAccount, store_of
from tests.journeys.cells import CHECKOUTS, Cell, play
from tests.journeys.everybody import WIDEST, check_here, window
from tests.journeys.methods import PaymentEnding
from tests.journeys.patience import PATIENCE_SECONDS
from tests.journeys.states.cards import ADD_PAGE, CARDS_PAGE, log_in
from tests.journeys.states.pages import arrive, put_in
from tests.journeys.store.running_store import RunningStore
from tests.journeys.visitors import Complaints, NewVisitor
from tests.sweeps import swept
from vintner.demo.people import CUSTOMER, MANAGER

Stores = Callable[[ProviderAccount], RunningStore]
Visit = Callable[[RunningStore], Page]
OF = {account.country: account for account in ACCOUNTS}
DOLLARS, EUROS, ZLOTY = OF["US"], OF["DE"], OF["PL"]
DIAGONAL = [
    (EUROS, "ideal", PaymentEnding.SUCCEED, "classic"),
    (EUROS, "multibanco", PaymentEnding.SUCCEED, "block"),
    (EUROS, "sepa_debit", PaymentEnding.DECLINE, "order-pay"),
    (EUROS, "wechat_pay", PaymentEnding.SUCCEED, "classic"),
    (EUROS, "eps", PaymentEnding.CANCEL, "block"),
    (ZLOTY, "blik", PaymentEnding.SUCCEED, "classic"),
]
"""One of each kind; cards have stories of their own."""
GUARDS = {"ideal", "multibanco", "blik"}
"""A bank's page, a voucher and a code: those that `make test` plays."""


@pytest.fixture(scope="module")
def stores() -> Iterator[Stores]:
    """Stores with an account each, started when they are first asked for."""
    with ExitStack() as held:
        started: dict[str, RunningStore] = {}

        def store(account: ProviderAccount) -> RunningStore:
            if account.name not in started:
                started[account.name] = held.enter_context(store_of(account))
            return started[account.name]

        yield store


@pytest.fixture
def visit(new_visitor: NewVisitor) -> Visit:
    """Opens a window for a fresh visitor of a store."""
    return partial(new_visitor, viewport=window(WIDEST), reduced_motion="reduce")


@pytest.mark.parametrize(
    ("account", "name", "ending", "checkout"),
    swept(DIAGONAL, guards=GUARDS, key=lambda row: row[1]),
    ids=[f"{row[1]} {row[2]} {row[3]}" for row in DIAGONAL],
)
def test_a_payment(
    stores: Stores,
    visit: Visit,
    complaints: Complaints,
    account: ProviderAccount,
    name: str,
    ending: PaymentEnding,
    checkout: str,
) -> None:
    store = stores(account)
    complaints.expected.append("Failed to load resource")  # a refused payment is answered as one
    play(visit(store), store, Cell(methods.WAYS[name], ending, checkout, account.country))


def test_a_button_pressed_before_the_fields_stand_waits_for_them(stores: Stores, visit: Visit) -> None:
    store = stores(EUROS)
    page = visit(store)
    put_in(page, "V-SIMPLE", 3)
    arrive(page, "/checkout/")
    bills.fill_classic(page, "DE", f"{shopper.new_word()}@example.com")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/sandbox/element?*", hold)
    with page.expect_request("**/sandbox/element?*"):
        methods.choose(page, methods.WAYS["eps"])
    shopper.pay(page)
    expect(page.locator("form[aria-busy=true]")).to_be_visible()
    [fields] = held
    fields.continue_()
    methods.answer(page, methods.WAYS["eps"], PaymentEnding.SUCCEED, store.stack.environment["SANDBOX_URL"])
    shopper.expect_receipt(page)


@pytest.mark.sweep
def test_a_debit_that_fails_once_along_with_a_new_account_is_paid_at_the_next_try(
    stores: Stores, visit: Visit, complaints: Complaints
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
    methods.enter(page, way, PaymentEnding.SUCCEED)
    methods.choose(page, way).locator("iframe").evaluate("frame => { frame.dataset.spent = '' }")
    shopper.pay(page)
    lost = page.get_by_role("alert").filter(has_text="An error occurred while connecting to the server.")
    expect(lost).to_be_visible()
    expect(page.locator("iframe[data-spent]")).to_have_count(0)
    methods.enter(page, way, PaymentEnding.SUCCEED)
    shopper.press_pay(page)
    methods.answer(page, way, PaymentEnding.SUCCEED, store.stack.environment["SANDBOX_URL"])
    shopper.expect_receipt(page)


def saved(page: Page) -> Locator:
    return page.get_by_role("list", name="Your saved payment methods").get_by_role("listitem")


def fields_of(page: Page, label: str) -> FrameLocator:
    """Choose a type of payment method to add by keyboard; return the provider's fields for it."""
    radio = page.get_by_role("radio", name=label, exact=True)
    radio.press("Space")
    expect(radio).to_be_checked()
    frame = page.locator("fieldset > div").filter(has=radio).locator("iframe")
    expect(frame).to_be_visible()
    return frame.content_frame


def save(page: Page) -> None:
    page.get_by_role("button", name="Save payment method").press("Enter")


@pytest.mark.sweep
def test_a_bank_s_page_leaves_a_debit_that_pays_the_next_order_and_is_deleted(stores: Stores, visit: Visit) -> None:
    page = visit(stores(EUROS))
    log_in(page, ADD_PAGE)
    fields_of(page, "iDEAL")
    consent = page.get_by_text(re.compile("By saving it you authorize .* to debit this account"))
    expect(consent.filter(visible=True)).to_have_count(1)
    save(page)
    methods.answer(page, methods.WAYS["ideal"], PaymentEnding.SUCCEED, "")
    page.wait_for_url(f"**{CARDS_PAGE}")
    expect(page.get_by_text("Payment method successfully added.")).to_be_visible()
    expect(saved(page)).to_have_count(1)
    expect(saved(page)).to_contain_text("SEPA Direct Debit ending in 3000")
    expect(saved(page)).to_contain_text("mandate_")
    put_in(page, "V-SIMPLE", 3)
    arrive(page, "/checkout/")
    place = methods.choose(page, methods.WAYS["sepa_debit"])
    expect(place.get_by_role("radio", name="SEPA Direct Debit ending in 3000")).to_be_checked()
    expect(place.locator("iframe")).to_have_count(0)
    shopper.pay(page)
    shopper.expect_receipt(page)
    arrive(page, CARDS_PAGE)
    saved(page).get_by_text("Delete").first.click()
    saved(page).get_by_role("button", name=re.compile("^Yes, delete it")).click()
    expect(page.get_by_text("SEPA Direct Debit ending in 3000 is deleted.")).to_be_visible()
    expect(page.get_by_text("You have no saved payment methods yet.")).to_be_visible()


@pytest.mark.sweep
def test_a_bank_account_is_saved_once_its_deposit_is_confirmed(stores: Stores, visit: Visit) -> None:
    page = visit(stores(DOLLARS))
    log_in(page, ADD_PAGE)
    fields = fields_of(page, "US bank account")
    methods.WAYS["us_bank_account"].enter(fields, PaymentEnding.SUCCEED)
    save(page)
    page.wait_for_url(f"**{CARDS_PAGE}")
    expect(page.get_by_text("Your bank account is to be confirmed")).to_be_visible()
    proof = page.get_by_role("link", name=re.compile("^Confirm the deposit"))
    proof.click()
    page.locator("#code").fill("SM11AA")
    page.get_by_role("button", name="Confirm the code", exact=True).click()
    expect(page.get_by_text("Your bank has its answer.")).to_be_visible()
    end = monotonic() + PATIENCE_SECONDS
    # Until the store has heard of it. A page that is made at that moment may read both lists, the second one later.
    while (saved(page).count() == 0 or proof.count() > 0) and monotonic() < end:
        arrive(page, CARDS_PAGE)
    expect(saved(page)).to_contain_text("US bank account ending in 6789 (STRIPE TEST BANK)")
    expect(proof).to_have_count(0)


@pytest.mark.sweep
def test_a_wallet_s_code_that_is_closed_unanswered_can_be_shown_again(stores: Stores, visit: Visit) -> None:
    store, way = stores(DOLLARS), methods.WAYS["cashapp"]
    page = visit(store)
    log_in(page, ADD_PAGE, MANAGER)  # whose last method was not added just now
    fields_of(page, "Cash App Pay")
    save(page)
    page.locator("dialog").get_by_role("button", name="Close").click()
    expect(page.get_by_text("It was not confirmed that the account is yours")).to_be_focused()
    save(page)
    methods.answer(page, way, PaymentEnding.SUCCEED, store.stack.environment["SANDBOX_URL"])
    page.wait_for_url(f"**{CARDS_PAGE}")
    expect(saved(page).filter(has_text="Cash App Pay ($sandbox)")).to_be_visible()


SUBSCRIBE = """
from datetime import timedelta
from django.utils import timezone
from vintner.customers.models import User
from vintner.payments.models import CardSetup
from vintner.testing.builders import make_subscription
from vintner.testing.builders.amounts import NUMBERS
user = User.objects.get(email="{email}")
for _ in range(100 * user.pk):  # the builders' names begin anew with each program
    next(NUMBERS)
CardSetup.objects.exclude(closed_at=None).update(closed_at=timezone.now() - timedelta(hours=1))
print(make_subscription(user=user).pk)
"""


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("account", "name", "label"),
    [(DOLLARS, "cashapp", "Cash App Pay ($sandbox)"), (EUROS, "ideal", "SEPA Direct Debit ending in 3000")],
    ids=["cashapp", "ideal"],
)
def test_a_subscription_is_charged_to_a_wallet_or_a_bank_from_its_page_on(
    stores: Stores, visit: Visit, account: ProviderAccount, name: str, label: str
) -> None:
    store, way = stores(account), methods.WAYS[name]
    said = store.run_code(SUBSCRIBE.format(email=CUSTOMER.email))
    page = visit(store)
    log_in(page, f"/my-source/subscription-payment-method/{said.split()[-1]}/")
    expect(page.get_by_text("Choose a new payment method.")).to_be_visible()
    methods.enter(page, way, PaymentEnding.SUCCEED)
    page.get_by_role("button", name="Add payment method").press("Enter")
    methods.answer(page, way, PaymentEnding.SUCCEED, store.stack.environment["SANDBOX_URL"])
    expect(page.get_by_text("Payment method updated for all your current subscriptions.")).to_be_visible()
    expect(page.get_by_text(label).first).to_be_visible()


@pytest.mark.sweep
@pytest.mark.parametrize("account", [EUROS, ZLOTY], ids=lambda account: account.country)
@pytest.mark.parametrize("path", ["/checkout/", "/checkout/block/"], ids=["classic", "block"])
def test_everybody_can_use_what_a_method_asks(
    stores: Stores, visit: Visit, complaints: Complaints, account: ProviderAccount, path: str
) -> None:
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
def half_by_eps(stores: Stores) -> RunningStore:
    """A store in which everything is half price for who pays by EPS, as its staff wrote it."""
    store = stores(EUROS)
    store.run_code("from vintner.checkout.tests.facts import half_price; half_price('payment_method', 'stripe_eps')")
    return store


@pytest.mark.sweep
@pytest.mark.parametrize("checkout", ["classic", "block"])
def test_a_way_to_pay_that_lowers_the_price_is_charged_as_it_is_shown(
    half_by_eps: RunningStore, visit: Visit, checkout: str
) -> None:
    page, way = visit(half_by_eps), methods.WAYS["eps"]
    sandbox = half_by_eps.stack.environment["SANDBOX_URL"]
    CHECKOUTS[checkout](page, Cell(way, PaymentEnding.SUCCEED, checkout, "DE"), f"{shopper.new_word()}@example.com")
    place = methods.choose(page, way)
    expect(page.get_by_text("Half price").first).to_be_visible()
    expect(place.locator("iframe")).to_be_visible()
    button = page.get_by_role("button", name=shopper.PAY)
    shown = page.locator("[data-total]").first.inner_text()
    expect(button).to_have_text(f"Pay {shown}")
    shopper.pay(page)
    methods.answer(page, way, PaymentEnding.SUCCEED, sandbox)
    shopper.expect_receipt(page)
    expect(page.locator("[data-total]").first).to_have_text(shown)
