"""Money goes back: never more than was paid, never twice, and whatever is cut off is taken up again."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from vintner.catalogue.models import Product
from vintner.money import Money
from vintner.orders import orders
from vintner.orders.models import Email, Order, Refund
from vintner.orders.refundable import NewRefund, NewRefundLine, refund_of_line
from vintner.orders.rules import Status
from vintner.payments import jobs, refunds
from vintner.payments.attempts.apply_intent import apply_intent
from vintner.payments.gateway import ProviderDown, RefundRequest, RefundResult
from vintner.payments.models import Payment, ProviderEvent
from vintner.payments.tests.passing_time import end_holds
from vintner.refusal import Refusal
from vintner.testing.builders import make_product, make_user, only_variation
from vintner.testing.provider import THREE_D_SECURE, ProviderDouble
from vintner.testing.shopper import Shopper, only_order

pytestmark = pytest.mark.usefixtures("store")


def paid_order(wine: Product, quantity: int = 2) -> Order:
    """An order for bottles at $20.00, paid by card: $40.00, delivery $10.00, tax of 7.25 % on both."""
    assert Shopper().puts(wine, quantity).pays().result == "success"
    return only_order()


def ask(order: Order, cents: int, **more: object) -> Refund:
    new = NewRefund(amount=Money(cents), **more)  # type: ignore[arg-type]
    return refunds.refund(order.pk, new, by=make_user(is_staff=True))


def test_a_part_goes_back_to_the_card_and_the_order_stays_what_it_is(provider: ProviderDouble) -> None:
    order = paid_order(make_product())
    made = ask(order, 500, reason="A cork was bad.")
    assert (made.state, made.amount, [each.amount for each in provider.refunds]) == ("done", Money(500), [Money(500)])
    assert only_order().status == "processing"
    email = Email.objects.get(kind="partly_refunded")
    assert "$5.00" in email.text
    assert "A cork was bad." in email.html
    assert order.events.filter(note__startswith="Refunded $5.00 to the card (re_").exists()


def test_when_nothing_is_left_the_order_is_refunded(provider: ProviderDouble) -> None:
    order = paid_order(make_product())
    ask(order, 500)
    ask(order, order.total.minor - 500)
    assert only_order().status == "refunded"
    assert Money.total(each.amount for each in provider.refunds) == order.total
    assert set(Email.objects.filter(kind__contains="refunded").values_list("kind", "about")) == {
        ("partly_refunded", f"refund {Refund.objects.first().pk}"),  # type: ignore[union-attr]
        ("refunded", f"refund {Refund.objects.last().pk}"),  # type: ignore[union-attr]
    }


@pytest.mark.parametrize("cents", [0, -1, 10_000])
def test_nothing_and_too_much_are_refused(provider: ProviderDouble, cents: int) -> None:
    order = paid_order(make_product())
    with pytest.raises(Refusal) as refusal:
        ask(order, cents)
    assert (refusal.value.code, Refund.objects.count()) == ("refund_amount", 0)


def test_an_order_that_was_not_paid_gives_nothing_back(provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(THREE_D_SECURE)
    with pytest.raises(Refusal):
        ask(only_order(), 1)
    with pytest.raises(IntegrityError, match="more than was paid"), transaction.atomic():
        Refund.objects.create(order=only_order(), amount=Money(1), key="x")


@pytest.mark.parametrize(("restock", "left"), [(True, 49), (False, 48)], ids=["back on the shelf", "not put back"])
def test_bottles_go_back_by_choice(provider: ProviderDouble, restock: bool, left: int) -> None:
    wine = make_product(stock=50)
    order = paid_order(wine)
    part = refund_of_line(order.lines.get(), 1)
    assert (part.amount, part.tax) == (Money(2000), Money(145))
    ask(order, 2145, lines=(part,), restock=restock)
    assert only_variation(wine).on_hand == left


def test_all_parts_of_a_line_add_up_to_it(provider: ProviderDouble) -> None:
    order = paid_order(make_product(price="9.99"), 3)
    line = order.lines.get()
    for _ in range(3):
        part = refund_of_line(line, 1)
        ask(order, (part.amount + part.tax).minor, lines=(part,))
    assert refunds.remaining_amount(order) == order.total - line.subtotal - line.tax
    with pytest.raises(Refusal):
        refund_of_line(line, 1)


def test_no_line_gives_back_more_than_was_paid_for_it(provider: ProviderDouble) -> None:
    order = paid_order(make_product())
    line = order.lines.get()
    for quantity, cents, tax in ((3, 1, 0), (1, 4001, 0), (1, 1, 291)):
        with pytest.raises(Refusal):
            ask(
                order,
                5000,
                lines=(NewRefundLine(line_id=line.pk, quantity=quantity, amount=Money(cents), tax=Money(tax)),),
            )
    with pytest.raises(Refusal):
        ask(order, 99, lines=(refund_of_line(line, 1),))
    assert not Refund.objects.exists()


def test_the_database_refuses_it_as_well(provider: ProviderDouble) -> None:
    order = paid_order(make_product())
    line, intent_id = order.lines.get(), str(Payment.objects.get().intent_id)
    with pytest.raises(IntegrityError, match="more than was paid"), transaction.atomic():
        Refund.objects.create(order=order, amount=order.total + Money(1), key="a", intent_id=intent_id)
    part = Refund.objects.create(order=order, amount=Money(4000), key="b", intent_id=intent_id)
    for quantity, cents in ((3, 100), (1, 4001)):
        with pytest.raises(IntegrityError, match="more than was paid for line"), transaction.atomic():
            part.lines.create(line=line, quantity=quantity, amount=Money(cents))
    part.lines.create(line=line, quantity=2, amount=Money(2000))
    rest = Refund.objects.create(order=order, amount=Money(100), key="c", intent_id=intent_id)
    with pytest.raises(IntegrityError, match="more than was paid for line"), transaction.atomic():
        rest.lines.create(line=line, quantity=1, amount=Money(1))
    for change in ({"amount": Money(1)}, {"state": "refused"}, {"key": "other"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Refund.objects.filter(pk=part.pk).update(**change)
    with pytest.raises(IntegrityError), transaction.atomic():
        part.lines.all().delete()


def test_set_to_refunded_by_hand_says_that_no_money_moved(provider: ProviderDouble) -> None:
    order = paid_order(make_product())
    ask(order, 500)
    made = refunds.set_to_refunded(order.pk, make_user(is_staff=True))
    assert (made.state, made.amount, made.intent_id) == ("done", order.total - Money(500), "")
    assert (only_order().status, len(provider.refunds)) == ("refunded", 1)
    assert order.events.filter(note__contains="the store has moved no money").exists()


def test_an_order_paid_without_a_card_is_paid_back_by_hand(provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(THREE_D_SECURE)
    staff = make_user(is_staff=True)
    orders.move_by_staff(orders.lock(only_order().pk), Status.PROCESSING, staff)
    with pytest.raises(Refusal, match="pay it back by hand"):
        ask(only_order(), 100)
    refunds.refund(only_order().pk, NewRefund(amount=Money(100)), by=staff, by_hand=True)
    assert (only_order().status, provider.refunds) == ("processing", [])


def test_money_that_no_order_waited_for_goes_back(provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(THREE_D_SECURE)
    end_holds()
    jobs.cancel_unpaid(0)
    apply_intent(only_order().pk, provider.confirm("pi_1"))
    order = only_order()
    assert order.status == "on-hold"
    ask(order, order.total.minor)
    assert (only_order().status, len(provider.refunds)) == ("refunded", 1)


def test_a_lost_answer_is_found_and_the_money_goes_back_once(provider: ProviderDouble) -> None:
    order = paid_order(make_product())
    provider.refund_faults = ["after"]
    with pytest.raises(ProviderDown):
        ask(order, 500)
    assert Refund.objects.get().state == "requested"
    jobs.reconcile_refunds(0)
    assert Refund.objects.get().state == "requested"
    nobody_waits()
    jobs.reconcile_refunds(0)
    assert (Refund.objects.get().state, len(provider.refunds)) == ("done", 1)


def test_a_request_that_never_arrived_is_sent_again(provider: ProviderDouble) -> None:
    order = paid_order(make_product())
    provider.refund_faults = ["before"]
    with pytest.raises(ProviderDown):
        ask(order, 500)
    nobody_waits()
    jobs.reconcile_refunds(0)
    jobs.reconcile_refunds(0)
    assert (Refund.objects.get().state, len(provider.refunds)) == ("done", 1)


def test_what_is_asked_for_counts_until_it_failed(provider: ProviderDouble) -> None:
    order = paid_order(make_product())
    provider.refund_faults = ["before"]
    with pytest.raises(ProviderDown):
        ask(order, 500)
    assert refunds.remaining_amount(order) == order.total - Money(500)


def test_what_the_provider_refuses_fails_and_can_be_asked_for_again(provider: ProviderDouble) -> None:
    order = paid_order(make_product())
    intent_id = str(Payment.objects.get().intent_id)
    provider.refund(RefundRequest(intent_id=intent_id, amount=order.total, key=""))
    failed = ask(order, 500)
    assert (failed.state, "charge_already_refunded" in failed.error) == ("failed", True)
    assert refunds.remaining_amount(order) == order.total
    assert Email.objects.filter(kind="alert").exists()
    refunds.refresh_refunds(order.pk, intent_id)
    assert (only_order().status, refunds.remaining_amount(order)) == ("refunded", Money(0))


def test_a_refund_that_the_bank_sends_back_is_told_to_staff(provider: ProviderDouble) -> None:
    order = paid_order(make_product())
    ask(order, 500)
    provider.refunds[0] = replace(provider.refunds[0], returned=RefundResult.NO)
    news = ProviderEvent.objects.create(event_id="e1", type="refund.failed", object_id=provider.refunds[0].intent_id)
    for _ in range(2):
        jobs.handle_event(news.pk)
    assert Refund.objects.get().state == "failed"
    assert order.events.filter(alert=True).count() == 1


def test_a_refund_made_at_the_provider_is_recorded_once(provider: ProviderDouble) -> None:
    order = paid_order(make_product())
    intent_id = str(Payment.objects.get().intent_id)
    provider.refund(RefundRequest(intent_id=intent_id, amount=Money(700), key=""))
    for number in range(3):
        news = ProviderEvent.objects.create(event_id=f"e{number}", type="charge.refunded", object_id=intent_id)
        jobs.handle_event(news.pk)
    recorded = Refund.objects.get()
    assert (recorded.amount, recorded.state, recorded.by, refunds.remaining_amount(order)) == (
        Money(700),
        "done",
        None,
        order.total - Money(700),
    )


def test_the_provider_is_never_asked_inside_a_transaction(provider: ProviderDouble) -> None:
    order = paid_order(make_product())
    made = ask(order, 500)
    with pytest.raises(RuntimeError, match="never called inside"), transaction.atomic():
        refunds.send_refund(made.pk)


def test_bottles_put_back_by_a_refund_do_not_come_back_again_when_the_order_is_cancelled(
    provider: ProviderDouble,
) -> None:
    wine = make_product(stock=50)
    order = paid_order(wine)
    ask(order, 2145, lines=(refund_of_line(order.lines.get(), 1),), restock=True)
    orders.move_by_staff(orders.lock(order.pk), Status.CANCELLED, make_user(is_staff=True))
    assert (only_variation(wine).on_hand, only_variation(wine).reserved) == (50, 0)


def nobody_waits() -> None:
    Refund.objects.update(busy_until=timezone.now() - timedelta(seconds=1))
