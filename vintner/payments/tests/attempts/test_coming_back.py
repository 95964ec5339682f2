"""The way back from a page of the provider's, against the sandbox."""

import pytest
from pytest_django import Settings

from vintner.orders.models import Email
from vintner.payments.attempts.attempts import build_return_url, sign_return
from vintner.payments.models import Payment
from vintner.payments.tests.sales import open_market
from vintner.payments.tests.types.steps import begin_payment, follow_return, get_payment
from vintner.testing.sandbox import Sandbox
from vintner.testing.shopper import Shopper, attempts, only_order

pytestmark = pytest.mark.usefixtures("store")


def test_a_cancelled_payment_leads_back_to_the_cart_as_it_was(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "ideal")
    shopper = market.shopper()
    begin_payment(market, shopper)
    sandbox.end(str(get_payment().intent_id), "cancel")
    place, told = follow_return(shopper, redirect_status="succeeded")
    assert (place, len(told), "was cancelled" in told[0]) == ("/checkout/", 1, True)
    assert (only_order().status, shopper.cart.lines.count()) == ("pending", 1)
    assert not Email.objects.exists()
    assert shopper.pays(sandbox.card(), **market.bill()).result == "success"
    order = only_order()
    assert (order.status, attempts(order)) == ("processing", ["declined", "succeeded"])
    assert sandbox.charges(order.pk) == 1
    assert order.payment_method == "stripe"


def test_a_declined_one_fails_the_order_and_says_so(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "affirm")
    shopper = market.shopper()
    begin_payment(market, shopper)
    sandbox.end(str(get_payment().intent_id), "decline")
    place, told = follow_return(shopper)
    assert (place, only_order().status) == ("/checkout/", "failed")
    assert told == ["The payment was declined. Please try again, or choose another way to pay. Nothing was charged."]


@pytest.mark.parametrize("ending", ["decline", "cancel"])
@pytest.mark.parametrize("path", ["/checkout/", "/checkout/block/"])
def test_it_is_said_at_the_way_to_pay_once(sandbox: Sandbox, settings: Settings, path: str, ending: str) -> None:
    market = open_market(sandbox, settings, "affirm")
    shopper = market.shopper()
    begin_payment(market, shopper)
    Payment.objects.update(page=Payment.Page.BLOCK if "block" in path else Payment.Page.CHECKOUT)
    sandbox.end(str(get_payment().intent_id), ending)
    back = shopper.client.get(build_return_url(get_payment()))
    pages = [shopper.client.get(back["Location"], headers={"Accept": "application/json"}).json() for _ in range(2)]
    assert back["Location"] == path
    assert [[error["field"] for error in page["errors"]] for page in pages] == [["payment"], []]
    assert pages[0]["shared"]["notices"] == []
    assert pages[0]["payment"]["chosen"] == "stripe_affirm"


def test_the_way_back_is_to_the_checkout_where_the_payment_began(sandbox: Sandbox, settings: Settings) -> None:
    settings.CHECKOUT = "block"
    market = open_market(sandbox, settings, "ideal")
    shopper = market.shopper()
    begin_payment(market, shopper)
    sandbox.end(str(get_payment().intent_id), "cancel")
    place, _ = follow_return(shopper)
    assert place == "/checkout/classic/"


def test_who_paid_sees_the_receipt_however_often(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "ideal")
    shopper = market.shopper()
    begin_payment(market, shopper)
    sandbox.end(str(get_payment().intent_id), "succeed")
    order = only_order()
    places = [follow_return(shopper, redirect_status="failed") for _ in range(2)]
    assert places == [(f"/checkout/order-received/{order.pk}/?key={order.key}", [])] * 2
    assert (only_order().status, sandbox.charges(order.pk)) == ("processing", 1)


def test_what_the_address_says_of_the_outcome_is_not_believed(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "ideal")
    shopper = market.shopper()
    begin_payment(market, shopper)
    place, _ = follow_return(shopper, redirect_status="succeeded", payment_intent="pi_other")
    assert place.startswith("/checkout/order-received/")
    assert (only_order().status, get_payment().status) == ("pending", "action_required")


@pytest.mark.parametrize("query", ["attempt=1&signature=0", "attempt=2&signature={}", "attempt=x&signature={}", ""])
def test_a_made_up_address_opens_nothing(sandbox: Sandbox, settings: Settings, query: str) -> None:
    market = open_market(sandbox, settings, "ideal")
    begin_payment(market, market.shopper())
    payment = get_payment()
    sandbox.end(str(payment.intent_id), "cancel")
    asked = query.format(sign_return(payment))
    stranger = Shopper()
    path = f"/checkout/order-received/{payment.order_id}/?wc_payment_method=stripe&{asked}"
    page = stranger.client.get(path, headers={"Accept": "application/json"})
    assert (page.status_code, page.json()["found"]) == (200, False)
    assert get_payment().status == "action_required"


def test_another_browser_is_led_to_the_order_s_own_page(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "ideal")
    begin_payment(market, market.shopper())
    sandbox.end(str(get_payment().intent_id), "cancel")
    place, told = follow_return(Shopper())
    assert place.startswith(f"/checkout/order-pay/{only_order().pk}/?pay_for_order=true&key=")
    assert "was cancelled" in told[0]
