"""E-mails and a real mail server that is slow, down, or refuses them."""

from collections.abc import Iterator
from datetime import timedelta
from threading import Event, Thread

import pytest
from django.core.mail import EmailMessage
from django.db import connection
from django.utils import timezone
from procrastinate.contrib.django import app
from pytest_django import Settings

from vintner.orders import jobs, orders
from vintner.orders.emails import delivery, emails, smtp
from vintner.orders.models import Email
from vintner.testing.failed_jobs import fail_jobs, statuses_of_jobs
from vintner.testing.mail_server import Letters, post_office
from vintner.testing.orders import new_order

pytestmark = pytest.mark.django_db


@pytest.fixture
def server(settings: Settings) -> Iterator[Letters]:
    with post_office() as letters:
        settings.EMAIL_BACKEND = "vintner.orders.emails.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", letters.port, 5
        yield letters


def written(*addresses: str) -> list[Email]:
    """Write an e-mail to each address."""
    order = orders.create(new_order())
    for number, address in enumerate(addresses):
        emails.queue(order, emails.EmailKind.NOTE, about=f"note {number}", more={"note": "Hello"})
        Email.objects.filter(about=f"note {number}").update(to=address)
    return list(Email.objects.order_by("id"))


def make_due() -> None:
    Email.objects.update(next_try_at=timezone.now())


def test_a_refused_address_is_final_and_keeps_no_other_waiting(server: Letters) -> None:
    bad, good = written("bad@example.com", "good@example.com")
    server.refused = {"bad@example.com": 550}
    for _ in range(2):
        jobs.send_due(0)
        make_due()
    for email in (bad, good):
        email.refresh_from_db()
    assert (bad.tries, bad.sent_at, bad.state) == (1, None, "could not be delivered")
    assert "550" in bad.error
    assert (good.state, server.arrived[good.message_id]) == ("sent", 1)


@pytest.mark.parametrize("trouble", ["silent", "down", "full"])
def test_a_server_that_fails_for_now_is_tried_ever_more_slowly_until_the_email_is_given_up(
    server: Letters, settings: Settings, trouble: str
) -> None:
    [email] = written("jane@example.com")
    settings.EMAIL_TIMEOUT = 0.05 if trouble == "silent" else 5
    server.is_silent, server.is_down = trouble == "silent", trouble == "down"
    server.refused = {"jane@example.com": 452}
    for tries, wait in enumerate(delivery.WAITS, start=1):
        asked_at = timezone.now()
        jobs.send_due(0)
        email.refresh_from_db()
        assert (email.tries, email.state) == (tries, "waiting")
        assert asked_at + wait <= email.next_try_at < timezone.now() + wait + timedelta(seconds=1)
        jobs.send_due(0)
        make_due()
    jobs.send_due(0)
    email.refresh_from_db()
    assert (email.tries, email.state) == (delivery.MOST_TRIES, "could not be delivered")
    assert email.error
    assert not server.arrived


def test_a_message_that_is_accepted_late_is_sent_once(server: Letters, settings: Settings) -> None:
    [email] = written("jane@example.com")
    settings.EMAIL_TIMEOUT, server.accepts_after = 0.2, 0.6
    assert delivery.send(email.pk)
    make_due()
    assert not delivery.send(email.pk)
    assert server.arrived == {email.message_id: 1}


def test_a_message_that_is_never_accepted_is_tried_so_often_and_no_more(
    server: Letters, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    [email] = written("jane@example.com")
    monkeypatch.setattr(smtp, "ACCEPTED_WITHIN", 0.05)
    server.accepts_after = 600
    for _ in range(len(delivery.WAITS) + 5):
        jobs.send_due(0)
        make_due()
    email.refresh_from_db()
    assert (email.tries, email.state) == (delivery.MOST_TRIES, "could not be delivered")


@pytest.mark.django_db(transaction=True)
def test_no_transaction_is_open_while_the_server_is_waited_for(server: Letters, settings: Settings) -> None:
    """The database ends transactions that are idle for 30 seconds, and with them went the note that it was sent."""
    [email] = written("jane@example.com")
    settings.EMAIL_TIMEOUT, server.accepts_after = 0.2, 1
    done = Event()

    def send() -> None:
        delivery.send(email.pk)
        connection.close()
        done.set()

    thread = Thread(target=send)
    thread.start()
    seen: set[str] = set()
    with connection.cursor() as cursor:
        while not done.is_set():
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                " AND state LIKE 'idle in transaction%%' AND state_change < clock_timestamp() - interval '0.3 s'"
            )
            seen.add(str(cursor.fetchone()[0]))
    thread.join()
    email.refresh_from_db()
    assert (seen, email.state) == ({"0"}, "sent")


def test_what_two_senders_want_at_once_is_sent_by_one(server: Letters) -> None:
    [email] = written("jane@example.com")
    assert (
        delivery.due_emails(timezone.now())
        .filter(pk=email.pk)
        .update(next_try_at=timezone.now() + delivery.LONGEST_TRY)
    )
    assert not delivery.send(email.pk)
    assert not server.arrived


def test_an_unforeseen_fault_of_one_email_is_logged_and_keeps_no_other_waiting(
    server: Letters, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = written("bad@example.com", "good@example.com")
    Email.objects.filter(pk=bad.pk).update(subject="Two\nlines")
    jobs.send_due(0)
    assert server.arrived == {good.message_id: 1}
    assert f"email {bad.pk} stays open" in caplog.text
    for _ in range(delivery.MOST_TRIES):
        make_due()
        jobs.send_due(0)
    bad.refresh_from_db()
    assert bad.state == "could not be delivered"


def test_the_longest_try_is_shorter_than_a_claim() -> None:
    steps = 8  # connect, greeting, EHLO twice, log-in, sender, recipient, DATA
    assert timedelta(seconds=steps * 10 + 2 * smtp.ACCEPTED_WITHIN) < delivery.LONGEST_TRY


def test_mail_programs_are_told_where_to_unsubscribe(settings: Settings, mailoutbox: list[EmailMessage]) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    [plain, listed] = written("ada@example.com", "eve@example.com")
    Email.objects.filter(pk=listed.pk).update(unsubscribe_url="https://shop.example/alerts/stop/x/")
    assert delivery.send(plain.pk)
    assert delivery.send(listed.pk)
    assert "List-Unsubscribe" not in mailoutbox[0].extra_headers
    assert mailoutbox[1].extra_headers["List-Unsubscribe"] == "<https://shop.example/alerts/stop/x/>"
    assert mailoutbox[1].extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


@pytest.mark.parametrize("task_name", ["orders.send_email", "orders.send_order_emails"])
def test_a_failed_job_is_cancelled_once_others_have_sent_its_e_mails(server: Letters, task_name: str) -> None:
    email, other = written("jane@example.com", "refused@example.com")
    server.refused = {"refused@example.com": 452}
    arguments = {"email_id": email.pk} if task_name == "orders.send_email" else {"order_id": email.order_id}
    app.configure_task(task_name).defer(**arguments)
    fail_jobs(task_name)
    before = statuses_of_jobs(task_name)
    assert set(before) == {"failed"}
    jobs.send_due(0)
    expected = "cancelled" if task_name == "orders.send_email" else "failed"  # one e-mail of the order waits
    assert statuses_of_jobs(task_name)[-1] == expected
    server.refused = {}
    make_due()
    jobs.send_due(0)
    other.refresh_from_db()
    assert (other.state, statuses_of_jobs(task_name)) == ("sent", ["cancelled"] * len(before))
