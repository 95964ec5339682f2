"""Every type of payment methods with every ending it knows, from the checkout to the order, against the sandbox."""

from urllib.parse import unquote, urlsplit

import pytest
from django.conf import settings as settings_of_django
from pytest_django import Settings

from sandbox_pay.payments.types.table import BY_NAME as SANDBOX_TYPES
from vintner.orders.invariants import audit
from vintner.payments import jobs
from vintner.payments.attempts import attempts
from vintner.payments.models import Payment
from vintner.payments.tests.passing_time import age_payments
from vintner.payments.tests.sales import SALES, open_market
from vintner.payments.tests.types.steps import (
    begin_payment,
    continue_payment,
    follow_return,
    get_payment,
    report_status,
)
from vintner.payments.types import BY_NAME, TABLE, Flow
from vintner.testing.sandbox import Sandbox
from vintner.testing.shopper import Shopper, only_order

pytestmark = pytest.mark.usefixtures("store")
CASES = [(name, ending.value) for name in SALES for ending in SANDBOX_TYPES[name].endings if name != "link"]
ENDS = {"succeed": "processing", "decline": "failed", "cancel": "pending", "expire": "pending"}
ON_HOLD = {Flow.VOUCHER, Flow.DEBIT}


def test_every_type_but_cards_and_express_buttons_has_a_sale() -> None:
    assert {kind.name for kind in TABLE} == {*SALES, "card", "amazon_pay"}


@pytest.mark.parametrize("name", SALES)
def test_placing_an_order_leads_on_as_the_type_does(sandbox: Sandbox, settings: Settings, name: str) -> None:
    market = open_market(sandbox, settings, name)
    answer = begin_payment(market, market.shopper())
    order, payment = only_order(), get_payment()
    assert (order.payment_method, order.currency) == (f"stripe_{name}", market.sale.currency)
    assert (payment.type, payment.amount, payment.order_id) == (name, order.total, order.pk)
    method_type = BY_NAME[name]
    assert (payment.sent_from, payment.user_agent) == (("127.0.0.1", "unknown") if method_type.mandate else ("", ""))
    check = (
        confirmed_here
        if method_type.flow is Flow.DEBIT and not method_type.supports_deferred
        else SHAPES[method_type.flow]
    )
    check(answer.redirect, payment)
    assert (order.status, payment.status) == STARTS.get(check, ("pending", "action_required"))


def voucher(place: str, payment: Payment) -> None:
    shape, kind, secret, back = place.split(":")
    assert (shape, kind) == (f"#wc-stripe-voucher-{payment.order_id}", payment.type)
    assert secret.startswith(f"{payment.intent_id}_secret_")
    assert unquote(back) == receipt(payment)


def wallet(place: str, payment: Payment) -> None:
    shape, kind, intent, secret, back, nonce = place.split(":")
    assert (shape, kind, intent) == (f"#wc-stripe-wallet-{payment.order_id}", payment.type, "payment_intent")
    assert secret.startswith(f"{payment.intent_id}_secret_")
    way_back = urlsplit(attempts.build_return_url(payment))
    assert unquote(back) == f"http://testserver{way_back.path}?{way_back.query}"
    assert nonce


def elsewhere(place: str, payment: Payment) -> None:
    assert place.startswith(f"{settings_of_django.SANDBOX_URL}/sandbox/authorize/")


def confirmed_here(place: str, payment: Payment) -> None:
    shape, order_id, secret, nonce = place.split(":")
    assert (shape, order_id, bool(nonce)) == ("#wc-stripe-confirm-pi", str(payment.order_id), True)
    assert secret.startswith(f"{payment.intent_id}_secret_")


def paid(place: str, payment: Payment) -> None:
    assert place == receipt(payment)


def on_hold(place: str, payment: Payment) -> None:
    assert place == receipt(payment)


def on_the_phone(place: str, payment: Payment) -> None:
    assert place == receipt(payment)


def receipt(payment: Payment) -> str:
    return f"http://testserver/checkout/order-received/{payment.order_id}/?key={payment.order.key}"


SHAPES = {
    Flow.CARD: paid,
    Flow.VOUCHER: voucher,
    Flow.WALLET: wallet,
    Flow.REDIRECT: elsewhere,
    Flow.CODE: on_the_phone,
    Flow.DEBIT: on_hold,
}
STARTS = {paid: ("processing", "succeeded"), on_hold: ("on-hold", "processing")}


@pytest.mark.sweep
@pytest.mark.parametrize(("name", "ending"), CASES, ids=[f"{name}-{ending}" for name, ending in CASES])
def test_the_order_ends_as_the_payment_does(sandbox: Sandbox, settings: Settings, name: str, ending: str) -> None:
    market = open_market(sandbox, settings, name)
    shopper, kind = market.shopper(), BY_NAME[name].flow
    losing = ending == "decline"
    continue_payment(market, shopper, begin_payment(market, shopper, losing=losing), losing=losing)
    wine = only_order().lines.get().variation
    assert wine is not None
    assert only_order().status == ("on-hold" if kind in ON_HOLD else "pending")
    intent_id = str(get_payment().intent_id)
    if get_payment().provider_page and kind is Flow.DEBIT and ending != "expire":
        assert sandbox.end(intent_id, "succeed") == "processing"  # the account is proved
    sandbox.end(intent_id, ending)
    handle_event(shopper, kind)
    order, payment = only_order(), get_payment()
    expected = "failed" if kind in ON_HOLD and ending == "expire" else ENDS[ending]
    assert order.status == expected, (payment.error_code, payment.error_message)
    assert payment.status == ("succeeded" if ending == "succeed" else "declined")
    assert sandbox.charges(order.pk) == (1 if ending == "succeed" else 0)
    wine.refresh_from_db()
    assert (wine.on_hand, wine.reserved) == ((8, 0) if ending == "succeed" else (9, 1))
    assert audit() == []
    before = order.events.count()
    handle_event(shopper, kind)
    assert only_order().events.count() == before


def handle_event(shopper: Shopper, kind: Flow) -> None:
    """Bring the news as it comes for the type: by coming back, by the page, or by nobody."""
    if kind is Flow.REDIRECT:
        follow_return(shopper)
    elif kind is Flow.WALLET:
        report_status(shopper)
    else:
        age_payments()
        jobs.reconcile(0)
