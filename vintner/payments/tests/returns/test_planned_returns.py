"""A paid order whose bottles are gone: its shopper is told at once, and the money goes back unless staff decides."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from vintner.customers.models import User
from vintner.money import Money
from vintner.orders import orders
from vintner.orders.invariants import audit
from vintner.orders.models import Email, Order, Refund
from vintner.orders.refundable import NewRefund
from vintner.orders.rules import Status
from vintner.payments import jobs, refunds
from vintner.payments.attempts.apply_intent import apply_intent
from vintner.payments.gateway import ProviderRefund, RefundRequest, RefundResult
from vintner.payments.models import Payment, PlannedReturn
from vintner.payments.status_moves import move_by_staff
from vintner.payments.tests.returns.gone_bottles import make_returns_due, pay_for_gone_bottles, restock
from vintner.payments.tests.worker import work_off
from vintner.refusal import Refusal
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import SLOW_BANK, ProviderDouble
from vintner.testing.shopper import Shopper

pytestmark = pytest.mark.usefixtures("store")


def open_page(client: Client, order: Order) -> str:
    if not User.objects.filter(email="manager@example.com").exists():
        client.force_login(make_user("manager@example.com", is_staff=True, is_superuser=True))
    return " ".join(client.get(f"/admin/orders/order/{order.pk}/change/").content.decode().split())


def test_the_shopper_is_written_to_at_once_and_told_until_when(provider: ProviderDouble, client: Client) -> None:
    order = pay_for_gone_bottles(provider)
    planned = PlannedReturn.objects.get(order=order)
    assert planned.due_at is not None
    assert abs(planned.due_at - timezone.now() - timedelta(hours=48)) < timedelta(minutes=1)
    email = Email.objects.get(order=order, to=order.email)
    assert (email.kind, email.subject) == (
        "bottles_gone",
        f"Your Vintner order #{order.number}: your wine has sold out",
    )
    day = f"{timezone.localtime(planned.due_at):%B} {timezone.localtime(planned.due_at).day}"
    for words in (
        f"we have your payment of {order.total}",
        f"{day}, ",
        "we’ll refund the card you paid with automatically",
    ):
        assert words in email.text, words
        assert words in email.html, words
    page = open_page(client, order)
    assert f"{order.total} goes back by itself on" in page
    shown = client.get(f"/checkout/order-received/{order.pk}/?key={order.key}", headers={"Accept": "application/json"})
    text = shown.json()["status_text"]
    assert "sold out just before" in text
    assert day in text
    assert audit() == []


def test_the_money_goes_back_when_nobody_has_decided(provider: ProviderDouble) -> None:
    order = pay_for_gone_bottles(provider)
    jobs.return_undelivered(0)
    assert not Refund.objects.exists()
    make_returns_due()
    for _ in range(2):
        jobs.return_undelivered(0)
        work_off()
    order.refresh_from_db()
    assert (provider.refunded_amounts, order.status, Refund.objects.get().state) == ([order.total], "refunded", "done")
    assert Email.objects.filter(order=order, kind="refunded").count() == 1
    assert audit() == []


def test_it_goes_back_though_the_job_was_lost_and_the_provider_was_down(provider: ProviderDouble) -> None:
    order = pay_for_gone_bottles(provider)
    make_returns_due()
    jobs.return_undelivered(0)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM procrastinate_jobs WHERE task_name = 'payments.return_money'")
    provider.refund_faults = ["after"]
    for _ in range(2):
        Refund.objects.update(busy_until=timezone.now() - timedelta(seconds=1))
        jobs.reconcile_refunds(0)
    assert (provider.refunded_amounts, Refund.objects.get().state) == ([order.total], "done")


def test_staff_who_finds_the_bottles_keeps_the_money(provider: ProviderDouble, client: Client) -> None:
    order, staff = pay_for_gone_bottles(provider), make_user(is_staff=True, is_superuser=True)
    restock(order)
    move_by_staff(order, Status.PROCESSING, staff)
    make_returns_due()
    jobs.return_undelivered(0)
    work_off()
    assert provider.refunded_amounts == []
    assert PlannedReturn.objects.get().ended_at is not None
    assert "goes back by itself" not in open_page(client, order)


def test_staff_who_gives_a_part_back_has_decided(provider: ProviderDouble) -> None:
    order, staff = pay_for_gone_bottles(provider), make_user(is_staff=True, is_superuser=True)
    refunds.refund(order.pk, NewRefund(amount=Money(100)), by=staff)
    make_returns_due()
    jobs.return_undelivered(0)
    work_off()
    assert provider.refunded_amounts == [Money(100)]


def test_the_money_of_an_order_that_staff_cancels_goes_back_as_promised(provider: ProviderDouble) -> None:
    order, staff = pay_for_gone_bottles(provider), make_user(is_staff=True, is_superuser=True)
    move_by_staff(order, Status.CANCELLED, staff)
    make_returns_due()
    jobs.return_undelivered(0)
    work_off()
    assert provider.refunded_amounts == [order.total]


def test_staff_keeps_the_money_and_tells_the_customer_why(provider: ProviderDouble, client: Client) -> None:
    order = pay_for_gone_bottles(provider)
    assert "keep-money" in open_page(client, order)
    address = f"/admin/orders/order/{order.pk}/keep-money/"
    assert client.post(address, {"note": ""}).status_code == 200
    assert PlannedReturn.objects.get().ended_at is None
    assert client.post(address, {"note": "Six new bottles arrive on Friday."}).status_code == 302
    assert "Six new bottles" in Email.objects.get(order=order, kind="note").text
    make_returns_due()
    jobs.return_undelivered(0)
    assert not Refund.objects.exists()
    assert "Nothing is planned any more" in client.post(address, {"note": "Again"}).content.decode()


def test_no_wine_is_sent_whose_money_is_on_its_way_back(provider: ProviderDouble) -> None:
    order, staff = pay_for_gone_bottles(provider), make_user(is_staff=True, is_superuser=True)
    make_returns_due()
    jobs.return_undelivered(0)
    restock(order)
    with pytest.raises(Refusal, match="nothing left that pays"):
        move_by_staff(order, Status.COMPLETED, staff)


@pytest.mark.parametrize("hours", [0])
def test_a_merchant_may_decide_each_time(
    provider: ProviderDouble, settings: Settings, client: Client, hours: int
) -> None:
    settings.RETURN_AFTER_HOURS = hours
    order = pay_for_gone_bottles(provider)
    assert PlannedReturn.objects.get().due_at is None
    assert "reply to this email" in Email.objects.get(kind="bottles_gone").text
    jobs.return_undelivered(0)
    assert not Refund.objects.exists()
    page = open_page(client, order)
    assert "goes back by itself" not in page
    assert "The customer was told to hear from you" in page


def test_money_that_comes_days_later_is_looked_at_in_the_same_way(provider: ProviderDouble) -> None:
    """The bottles were gone when the bank began to work on it: the order is not to be packed when it has arrived."""
    wine = make_product(stock=1)
    Shopper().puts(wine).pays(SLOW_BANK)
    order = Order.objects.get()
    with transaction.atomic():
        orders.release_holds(orders.lock(order.pk))
    assert Shopper().puts(wine).pays(billing_email="bea@example.com").result == "success"
    apply_intent(order.pk, provider.confirm("pi_1"))
    order.refresh_from_db()
    assert (order.status, PlannedReturn.objects.filter(order=order).exists()) == ("on-hold", True)
    assert Email.objects.filter(order=order, kind="bottles_gone").exists()


def test_what_cannot_go_back_by_itself_is_left_to_staff(
    provider: ProviderDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = pay_for_gone_bottles(provider)
    make_returns_due()

    def refuse(*_: object) -> Payment:
        raise Refusal("disputed", refunds.DISPUTED)

    monkeypatch.setattr(refunds, "find_refundable_payment", refuse)
    jobs.return_undelivered(0)
    assert not Refund.objects.exists()
    assert order.events.filter(alert=True, note__contains="could not go back by itself").count() == 1
    assert Email.objects.filter(order=order, kind="alert", about="planned return").exists()


def test_a_pending_refund_is_told_as_such_until_it_was_made(
    provider: ProviderDouble, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = pay_for_gone_bottles(provider)
    make_returns_due()
    jobs.return_undelivered(0)
    give_back = provider._give_back

    def accept(back: RefundRequest) -> ProviderRefund:
        provider.refunds[-1:] = [made := replace(give_back(back), returned=RefundResult.PENDING)]
        return made

    monkeypatch.setattr(provider, "_give_back", accept)
    work_off()
    email = Email.objects.get(order=order, kind="refunded")
    assert email.subject == f"The refund of your Vintner order #{order.number} is on its way"
    assert "has been refunded" not in email.text
    assert "accepted by the card service, not made yet" in open_page(client, order)
    assert "Refund on its way since" in email.text
    provider.refunds[0] = replace(provider.refunds[0], returned=RefundResult.YES)
    for _ in range(2):
        jobs.read_pending_refunds(0)
    assert "accepted by the card service, not made yet" not in open_page(client, order)
    assert order.events.filter(note__contains="was made").count() == 1
    assert Email.objects.filter(order=order, kind="refunded").count() == 1
    assert (Refund.objects.get().is_pending, audit()) == (False, [])


def test_a_pending_refund_that_fails_is_told_to_staff(provider: ProviderDouble) -> None:
    order = pay_for_gone_bottles(provider)
    refunds.refund(order.pk, NewRefund(amount=Money(100)), by=make_user(is_staff=True))
    Refund.objects.update(is_pending=True)
    provider.refunds[0] = replace(provider.refunds[0], returned=RefundResult.NO)
    jobs.read_pending_refunds(0)
    assert (Refund.objects.get().state, Refund.objects.get().is_pending) == ("failed", False)
    assert order.events.filter(alert=True, note__contains="did not take the money back").exists()
