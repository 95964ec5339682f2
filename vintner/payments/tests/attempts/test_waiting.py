"""Orders whose payment takes its time: how long they wait, and what is shown meanwhile; against the sandbox."""

import pytest
from pytest_django import Settings

from vintner.orders import jobs as order_jobs
from vintner.orders.models import StockReservation
from vintner.orders.refundable import NewRefund
from vintner.orders.rules import Status
from vintner.payments import jobs, refunds
from vintner.payments.provider import gateway
from vintner.payments.status_moves import move_by_staff
from vintner.payments.tests.passing_time import age_payments, end_holds
from vintner.payments.tests.sales import open_market
from vintner.payments.tests.types.steps import begin_payment, continue_payment, get_payment, report_status
from vintner.refusal import Refusal
from vintner.testing.builders import make_user
from vintner.testing.sandbox import Sandbox
from vintner.testing.shopper import Shopper, only_order

pytestmark = pytest.mark.usefixtures("store")


@pytest.mark.parametrize(("kind", "hours"), [("klarna", 24), ("affirm", 12), ("ideal", 1), ("cashapp", 1)])
def test_the_hold_lasts_as_long_as_the_provider_waits_and_no_longer_than_a_day(
    sandbox: Sandbox, settings: Settings, kind: str, hours: int
) -> None:
    market = open_market(sandbox, settings, kind)
    begin_payment(market, market.shopper())
    lasts = StockReservation.objects.get().expires_at - only_order().placed_at
    assert round(lasts.total_seconds() / 3600) == hours


def test_when_it_is_over_nobody_can_pay_any_more(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "klarna")
    begin_payment(market, market.shopper())
    end_holds()
    jobs.cancel_unpaid(0)
    intent = gateway().find(str(get_payment().intent_id))
    assert intent is not None
    assert (only_order().status, intent.status) == ("cancelled", "canceled")


def test_a_voucher_that_ran_out_gives_the_bottles_back(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "boleto")
    shopper = market.shopper()
    continue_payment(market, shopper, begin_payment(market, shopper))
    end_holds()
    jobs.cancel_unpaid(0)
    order_jobs.expire_holds(0)
    assert only_order().status == "on-hold"
    sandbox.advance(4 * 86_400)
    age_payments()
    jobs.reconcile(0)
    assert only_order().status == "failed"
    order_jobs.expire_holds(0)
    wine = only_order().lines.get().variation
    assert wine is not None
    assert (wine.on_hand, wine.reserved) == (9, 0)


def test_the_receipt_shows_the_voucher_again(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "oxxo")
    shopper = market.shopper()
    continue_payment(market, shopper, begin_payment(market, shopper))
    page = read_receipt(shopper)
    assert str(page["provider_page"]).startswith(f"{sandbox.url}/sandbox/voucher/")
    assert (page["provider_page_label"], page["status"]) == ("Show the voucher", "on-hold")
    assert "Pay your voucher" in str(page["status_text"])


def test_the_receipt_looks_again_while_the_phone_asks(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "blik")
    shopper = market.shopper()
    begin_payment(market, shopper)
    page = read_receipt(shopper)
    assert (page["look_again_after"], page["status"]) == (5, "pending")
    sandbox.end(str(get_payment().intent_id), "succeed")
    page = read_receipt(shopper)
    assert (page["look_again_after"], page["status"]) == (0, "processing")


def test_staff_ends_a_voucher_with_its_order(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "oxxo")
    shopper = market.shopper()
    continue_payment(market, shopper, begin_payment(market, shopper))
    move_by_staff(only_order(), Status.CANCELLED, make_user(email="staff@example.com"))
    intent = gateway().find(str(get_payment().intent_id))
    assert intent is not None
    assert (only_order().status, intent.status) == ("cancelled", "canceled")


def test_what_cannot_go_back_is_refused_in_words(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "oxxo")
    shopper = market.shopper()
    continue_payment(market, shopper, begin_payment(market, shopper))
    sandbox.end(str(get_payment().intent_id), "succeed")
    report_status(shopper)
    order, staff = only_order(), make_user(email="staff@example.com")
    with pytest.raises(Refusal, match="cannot give back what was paid by OXXO"):
        refunds.refund(order.pk, NewRefund(amount=order.total), by=staff)
    refunds.refund(order.pk, NewRefund(amount=order.total), by=staff, by_hand=True)
    assert only_order().status == "refunded"


def read_receipt(shopper: Shopper) -> dict[str, object]:
    order = only_order()
    path = f"/checkout/order-received/{order.pk}/?key={order.key}"
    return dict(shopper.client.get(path, headers={"Accept": "application/json"}).json())
