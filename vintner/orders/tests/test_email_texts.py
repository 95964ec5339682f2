"""The texts of e-mails about changes of status, which their job writes."""

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob
from pytest_django import DjangoAssertNumQueries, Settings

from vintner.catalogue.models import StockMovement
from vintner.catalogue.stock import stock_movements
from vintner.orders import jobs, orders
from vintner.orders.emails import emails
from vintner.orders.emails.emails import EmailKind
from vintner.orders.erase_orders import ERASED_TEXT, erase_orders
from vintner.orders.models import Email, Order
from vintner.orders.rules import Status
from vintner.orders.stock import reserve
from vintner.testing.builders import make_product, only_variation
from vintner.testing.mail_server import post_office
from vintner.testing.orders import new_order
from vintner.testing.written_emails import written_email

pytestmark = pytest.mark.django_db
JOB = "orders.send_order_emails"


@pytest.fixture
def paid() -> Order:
    order = orders.create(new_order())
    orders.move(order, Status.PROCESSING, "paid")
    return order


def run_jobs() -> None:
    for job in ProcrastinateJob.objects.filter(task_name=JOB).order_by("id"):
        jobs.send_order_emails(**job.args)


def test_a_change_of_status_takes_three_statements_for_its_e_mails(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    order = orders.create(new_order())
    with django_assert_num_queries(3):  # e-mails about a failure go; those of the change, and their job
        emails.queue_for_move(order, Status.PENDING, Status.PROCESSING)


def test_they_are_stored_without_texts_and_one_job_writes_and_sends_both_once(paid: Order) -> None:
    stored = paid.emails.values_list("kind", "text", "html", "context")
    assert sorted(stored) == [("new_order", "", "", {}), ("processing", "", "", {})]
    assert ProcrastinateJob.objects.filter(task_name=JOB).count() == 1
    for _ in range(2):
        run_jobs()
    assert sorted(message.subject for message in mail.outbox) == sorted(email.subject for email in paid.emails.all())
    for email in paid.emails.all():
        assert (email.state, paid.number in email.text, paid.number in email.html) == ("sent", True, True)


def test_a_template_that_fails_keeps_no_order_from_being_paid_and_no_other_e_mail_waiting(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    [engine] = settings.TEMPLATES
    broken = {"orders/customer/processing.html": "{% nonsense %}"}
    loaders = [("django.template.loaders.locmem.Loader", broken), *engine["OPTIONS"].get("loaders", [])]
    loaders.append("django.template.loaders.app_directories.Loader")
    options = {**engine["OPTIONS"], "loaders": loaders}
    settings.TEMPLATES = [{**engine, "APP_DIRS": False, "OPTIONS": options}]
    order = orders.create(new_order())
    orders.move(order, Status.PROCESSING, "paid")
    run_jobs()
    waits, sent = order.emails.get(kind="processing"), order.emails.get(kind="new_order")
    assert (waits.state, waits.tries, waits.text, sent.state) == ("waiting", 1, "", "sent")
    settings.TEMPLATES = [engine]
    Email.objects.update(next_try_at=timezone.now())
    jobs.send_due(0)
    assert {email.state for email in order.emails.all()} == {"sent"}


def test_a_second_try_says_what_the_first_one_said(paid: Order, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "vintner.orders.emails.smtp.EmailBackend"
    with post_office() as letters:
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", letters.port, 5
        letters.is_down = True
        run_jobs()
        first = paid.emails.get(kind="processing")
        assert "Thank you, Jane" in first.text
        Order.objects.update(billing={**paid.billing, "first_name": "Joan"})
        letters.is_down = False
        Email.objects.update(next_try_at=timezone.now())
        jobs.send_due(0)
        again = paid.emails.get(kind="processing")
        assert (again.state, again.text, letters.arrived[again.message_id]) == ("sent", first.text, 1)


def test_the_number_of_bottles_that_were_left_is_that_of_the_sale() -> None:
    order, wine = orders.create(new_order()), only_variation(make_product(stock=5))
    reserve(order, {wine.pk: 3}, timezone.now())
    orders.mark_paid(order, "paid")
    stock_movements.move(StockMovement.Reason.RECEIVED, {wine.pk: 90})
    assert "only 2 of" in written_email(kind="low_stock").text


def test_an_e_mail_that_waits_can_be_read_and_sent_once_more(client: Client, paid: Order) -> None:
    email = paid.emails.get(kind="processing")
    assert b"Thank you, Jane" in client.get(f"/outbox/{email.pk}/").content
    order_of_another = orders.create(new_order())
    orders.move(order_of_another, Status.PROCESSING, "paid")
    emails.resend(order_of_another.emails.get(kind="processing"))
    assert {each.text != "" for each in order_of_another.emails.filter(kind="processing")} == {True}


def test_the_texts_of_an_erased_order_are_not_written(paid: Order) -> None:
    erase_orders([paid.pk], timezone.now(), people="p")
    run_jobs()
    assert {written_email(pk=email.pk).text for email in paid.emails.all()} == {ERASED_TEXT}
    assert not mail.outbox


def test_an_e_mail_to_nobody_has_no_job() -> None:
    order = orders.create(new_order())
    Order.objects.update(email="")
    order.email = ""
    emails.queue(order, EmailKind.CANCELLED)
    assert order.emails.get().state == "could not be delivered"
    assert not ProcrastinateJob.objects.filter(task_name=JOB).exists()
