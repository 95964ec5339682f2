"""Money that a card only sets aside: taken by staff, whole or in part, let go, or forgotten by the bank."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from vintner.money import Money
from vintner.orders.invariants import audit
from vintner.orders.models import Email, Refund
from vintner.orders.refundable import NewRefund
from vintner.payments import jobs, refunds
from vintner.payments.attempts import capture
from vintner.payments.gateway import ProviderDown
from vintner.payments.models import Payment, ProviderEvent
from vintner.refusal import Refusal
from vintner.testing.builders import make_product, make_user, only_variation
from vintner.testing.order_list import act
from vintner.testing.provider import THREE_D_SECURE, ProviderDouble
from vintner.testing.sandbox import THREE_D_SECURE as REAL_3DS
from vintner.testing.sandbox import Sandbox
from vintner.testing.shopper import Shopper, attempts, only_order

pytestmark = pytest.mark.usefixtures("store")


@pytest.fixture(autouse=True)
def _capture_later(settings: Settings) -> None:
    settings.CAPTURE_LATER = True


def page(deed: str) -> str:
    return f"/admin/orders/order/{only_order().pk}/{deed}/"


def counts() -> tuple[int, int]:
    variation = only_order().lines.get().variation
    assert variation is not None
    return variation.on_hand, variation.reserved


def test_placing_an_order_only_sets_the_money_aside(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product(stock=9), 2)
    assert shopper.pays().result == "success"
    order = only_order()
    assert (order.status, attempts(order), order.paid_at, counts()) == ("on-hold", ["authorized"], None, (7, 0))
    assert (provider.ledger[order.pk], shopper.cart.lines.count()) == ([], 0)
    assert set(order.emails.values_list("kind", flat=True)) == {"on_hold", "new_order"}
    assert audit() == []


def test_the_banks_question_comes_first(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays(THREE_D_SECURE)
    provider.confirm("pi_1")
    assert shopper.confirms(only_order().pk, "pi_1")["success"] is True
    assert (only_order().status, attempts(only_order())) == ("on-hold", ["authorized"])


def test_staff_takes_all_of_it(staff: Client, provider: ProviderDouble) -> None:
    Shopper().puts(make_product(stock=9), 2).pays()
    shown = staff.get(f"/admin/orders/order/{only_order().pk}/change/").content.decode()
    assert f"{only_order().total} is set aside on Visa •••• 4242; nothing has been taken." in shown
    assert staff.post(page("capture"), {"amount": ""}).status_code == 302
    order, payment = only_order(), Payment.objects.get()
    assert (order.status, payment.status, payment.captured) == ("processing", "succeeded", order.total)
    assert (provider.ledger[order.pk], counts(), Refund.objects.count()) == ([order.total], (7, 0), 0)
    assert order.events.filter(by__email="manager@example.com", note__contains="asked to take").exists()
    assert audit() == []
    assert capture.NOTHING in staff.post(page("capture"), {}).content.decode()
    assert len(provider.ledger[order.pk]) == 1


def test_staff_takes_a_part_and_the_rest_was_never_taken(staff: Client, provider: ProviderDouble) -> None:
    Shopper().puts(make_product(price="20.00"), 2).pays()
    staff.post(page("capture"), {"amount": "30.00"})
    order, payment = only_order(), Payment.objects.get()
    left_there = order.total - Money(3000)
    assert (order.status, payment.captured, provider.ledger[order.pk]) == ("processing", Money(3000), [Money(3000)])
    assert [(each.amount, each.state, each.intent_id) for each in Refund.objects.all()] == [(left_there, "done", "")]
    told = Email.objects.get(kind="less_taken").text
    assert f"we charged {left_there} less than your order’s total" in told
    assert f"Not taken from the card: −{left_there}\nTotal after refunds: $30.00\n" in told
    assert refunds.remaining_amount(order) == Money(3000)
    assert audit() == []
    by = make_user(is_staff=True)
    with pytest.raises(Refusal):
        refunds.refund(order.pk, NewRefund(amount=Money(3001)), by=by)
    refunds.refund(order.pk, NewRefund(amount=Money(3000)), by=by)
    assert (only_order().status, audit()) == ("refunded", [])


@pytest.mark.parametrize("amount", ["0", "99999", "x"])
def test_what_cannot_be_taken_is_told(staff: Client, provider: ProviderDouble, amount: str) -> None:
    Shopper().puts(make_product()).pays()
    told = staff.post(page("capture"), {"amount": amount}).content.decode()
    assert "can be captured" in told or "Enter a number" in told
    assert provider.ledger[only_order().pk] == []


def test_what_can_be_taken_is_told_in_the_stores_currency(
    staff: Client, provider: ProviderDouble, settings: Settings
) -> None:
    settings.STORE_CURRENCY = "CAD"
    Shopper().puts(make_product()).pays()
    assert "Between CA$0.01 and CA$" in staff.post(page("capture"), {"amount": "9999.00"}).content.decode()


def test_letting_it_go_cancels_the_order_and_puts_the_bottles_back(staff: Client, provider: ProviderDouble) -> None:
    Shopper().puts(make_product(stock=9), 2).pays()
    assert staff.post(page("void"), {"why": "Bottle broken"}).status_code == 302
    order = only_order()
    assert (order.status, attempts(order), counts()) == ("cancelled", ["cancelled"], (9, 0))
    assert (provider.ledger[order.pk], provider.intents["pi_1"].status) == ([], "canceled")
    assert order.events.filter(note__contains="Bottle broken").exists()
    assert set(order.emails.values_list("kind", flat=True)) >= {"cancelled", "cancelled_order"}
    assert audit() == []


def test_cancelling_the_order_lets_the_money_go(staff: Client, provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays()
    assert act(staff, "cancel", only_order()) == "cancelled"
    assert provider.intents["pi_1"].status == "canceled"


def test_nothing_is_sent_before_the_money_is_taken(staff: Client, provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays()
    assert act(staff, "mark_completed", only_order()) == "on-hold"
    assert "only set the money aside" in staff.post(page("status"), {"to": "processing"}).content.decode()
    assert only_order().status == "on-hold"


def test_the_bank_lets_go_after_a_week(provider: ProviderDouble) -> None:
    Shopper().puts(make_product(stock=9)).pays()
    jobs.reconcile_set_aside(0)
    assert only_order().status == "on-hold"
    provider.cancel("pi_1")
    jobs.reconcile_set_aside(0)
    assert (only_order().status, counts(), audit()) == ("cancelled", (9, 0), [])


def test_a_capture_whose_answer_was_lost_is_found(staff: Client, provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays()
    provider.capture_faults = ["after"]
    assert "nothing is ever taken twice" in staff.post(page("capture"), {}).content.decode()
    assert only_order().status == "on-hold"
    jobs.reconcile_set_aside(0)
    assert (only_order().status, len(provider.ledger[only_order().pk])) == ("processing", 1)


@pytest.mark.parametrize(("fault", "status"), [("after", "processing"), ("before", "on-hold")])
def test_what_staff_wanted_is_asked_about_until_it_is_known(
    staff: Client, provider: ProviderDouble, fault: str, status: str
) -> None:
    Shopper().puts(make_product()).pays()
    provider.capture_faults = [fault]
    staff.post(page("capture"), {})
    jobs.reconcile(0)
    assert only_order().status == "on-hold"  # the call may still be under way
    Payment.objects.update(busy_until=timezone.now() - timedelta(seconds=1))
    jobs.reconcile(0)
    assert only_order().status == status
    asked = provider.calls.count("find")
    jobs.reconcile(0)
    assert provider.calls.count("find") == asked


def test_pressing_again_takes_nothing_twice(staff: Client, provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays()
    provider.capture_faults = ["after"]
    staff.post(page("capture"), {})
    assert staff.post(page("capture"), {}).status_code == 302
    assert (only_order().status, len(provider.ledger[only_order().pk])) == ("processing", 1)


def test_a_refused_capture_is_told_and_noted(staff: Client, provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays()
    provider.capture_faults = ["refused"]
    assert "The authorization has expired." in staff.post(page("capture"), {}).content.decode()
    assert only_order().events.filter(alert=True).exists()


def test_who_only_looks_on_takes_nothing(client: Client, provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays()
    client.force_login(make_user(is_staff=True))
    for deed in ("capture", "void"):
        assert client.post(page(deed), {}).status_code in {302, 403}
    assert only_order().status == "on-hold"


def test_the_setting_does_not_change_attempts_that_were_made_before(
    provider: ProviderDouble, settings: Settings
) -> None:
    provider.faults = ["before"]
    shopper = Shopper().puts(make_product())
    shopper.pays()
    settings.CAPTURE_LATER = False
    assert Payment.objects.get().capture_later is True


@pytest.mark.parametrize("part", [None, Money(1000)], ids=["all", "part"])
def test_the_real_sdk_captures(sandbox: Sandbox, part: Money | None) -> None:
    Shopper().puts(make_product(price="20.00")).pays(sandbox.card())
    order = only_order()
    assert (order.status, sandbox.charges(order.pk)) == ("on-hold", 0)
    payment = capture.capture(order.pk, part, by=make_user(is_staff=True))
    assert (payment.status, payment.captured) == ("succeeded", part or order.total)
    assert (only_order().status, sandbox.charges(order.pk), audit()) == ("processing", 1, [])


def test_the_real_sdk_lets_go(sandbox: Sandbox) -> None:
    shopper = Shopper().puts(make_product(stock=9))
    shopper.pays(sandbox.card(REAL_3DS))
    sandbox.answer(str(Payment.objects.get().intent_id))
    shopper.confirms(only_order().pk, str(Payment.objects.get().intent_id))
    assert only_order().status == "on-hold"
    capture.void(only_order().pk, by=make_user(is_staff=True))
    assert (only_order().status, sandbox.charges(only_order().pk), counts()) == ("cancelled", 0, (9, 0))


@pytest.mark.sweep
@pytest.mark.parametrize("fault", ["timeout_after_charge", "500_before"])
def test_faults_of_the_real_sdk_take_once(sandbox: Sandbox, fault: str) -> None:
    Shopper().puts(make_product()).pays(sandbox.card())
    by = make_user(is_staff=True)
    sandbox.fault(fault, "payment_intents.capture", times=3)  # type: ignore[arg-type]
    try:
        capture.capture(only_order().pk, None, by=by)
    except ProviderDown:
        assert only_order().status == "on-hold"
        capture.capture(only_order().pk, None, by=by)
    assert (only_order().status, sandbox.charges(only_order().pk)) == ("processing", 1)


def test_news_of_a_capture_at_the_providers_own_pages_is_heard(sandbox: Sandbox) -> None:
    Shopper().puts(make_product()).pays(sandbox.card())
    intent_id = str(Payment.objects.get().intent_id)
    sandbox.capture(intent_id)
    news = ProviderEvent.objects.create(event_id="evt_1", type="payment_intent.succeeded", object_id=intent_id)
    jobs.handle_event(news.pk)
    assert only_order().status == "processing"
    assert only_variation(only_order().lines.get().variation.product).reserved == 0  # type: ignore[union-attr]
