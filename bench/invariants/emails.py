"""I20: each e-mail of an order goes out once, as far as a mail server lets anybody promise that."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import connections, transaction
from django.utils import timezone

from bench.invariants import guards
from bench.invariants.row import Control, InvariantRow, Scene, Tally
from bench.invariants.shoppers import fill, run_at_once
from bench.invariants.stock import wine
from vintner.checkout.place_order import place_order
from vintner.checkout.tests.form import filled_in
from vintner.orders import jobs, orders
from vintner.orders.emails import delivery, emails
from vintner.orders.models import Email
from vintner.testing.mail_server import Letters, post_office

SENDERS = 8
KILLS = 3
WORKER = "from vintner.orders import jobs; jobs.send_due(0)"
SMTP = "vintner.orders.emails.smtp.EmailBackend"


def each_once(scene: Scene) -> Tally:
    """Many senders want the same e-mails at once, and each order is told of twice; every other round mail is down."""
    with post_office() as letters, _mail_by(letters):
        _orders_are_paid(scene.clients)
        letters.is_down = scene.number % 2 == 1
        _all_send(scene.clients)
        letters.is_down = False
        _all_send(scene.clients)
        tally = _compared(letters)
    tally.seen["rounds without mail at first"] += scene.number % 2
    return tally


def sender_killed(scene: Scene) -> Tally:
    """A sender is killed, in a process of its own, wherever it is; what was cut off goes out under the same name.

    Duplicates are counted, not forbidden: between the mail server's yes and our commit nothing can be promised.
    """
    with post_office() as letters, _mail_by(letters):
        _orders_are_paid(scene.clients)
        _make_due()
        for _ in range(KILLS):
            _send_until_killed(letters)
        while Email.objects.filter(sent_at=None).exists():
            _make_due()
            jobs.send_due(0)
        tally = _compared(letters, allowed="sent twice after a kill")
    tally.seen["kills"] += KILLS
    return tally


@contextmanager
def _mail_by(letters: Letters) -> Iterator[None]:
    kept = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND, settings.EMAIL_HOST, settings.EMAIL_PORT = SMTP, "127.0.0.1", letters.port
    try:
        yield
    finally:
        settings.EMAIL_BACKEND = kept


def _orders_are_paid(count: int) -> None:
    """Each order is told of once by what pays it and once more by what should have known."""
    bottles = wine(9999)
    for cart in fill(max(count // 4, 1), lambda number: [(bottles, 1)]):
        placed = place_order(cart.pk, filled_in("pm_card_visa"), user=None, now=timezone.now()).order
        with transaction.atomic():
            order = orders.lock(placed.pk)
            orders.mark_paid(order, "By chance.")
        run_at_once([partial(_tell_again, placed.pk)] * 2)


def _tell_again(order: int) -> None:
    with transaction.atomic():
        emails.queue(orders.lock(order), emails.EmailKind.PROCESSING)


def _all_send(clients: int) -> None:
    _make_due()
    waiting = list(Email.objects.filter(sent_at=None).values_list("pk", flat=True))
    actions: list[Callable[[], None]] = [partial(_send, pk) for pk in waiting for _ in range(4)]
    if actions:
        run_at_once([*actions, _send_the_forgotten], side_by_side=SENDERS)


def _send(email: int) -> None:
    delivery.send(email)


def _send_the_forgotten() -> None:
    jobs.send_due(0)


def _make_due() -> None:
    Email.objects.filter(sent_at=None).update(next_try_at=timezone.now(), given_up_at=None)


def _compared(letters: Letters, *, allowed: str = "") -> Tally:
    """Compare what the store wrote with what arrived."""
    written = list(Email.objects.order_by("order_id", "kind").values_list("message_id", "sent_at", "order_id", "kind"))
    twice = sum(count - 1 for count in letters.arrived.values())
    told_twice = len(written) - len({(order, kind) for _, _, order, kind in written})
    tally = Tally()
    tally.wrong["emails missing"] = sum(not letters.arrived[name] for name, *_ in written)
    tally.wrong["marked as sent and not there"] = sum(
        sent is not None and not letters.arrived[name] for name, sent, *_ in written
    )
    tally.wrong["emails written twice"] = told_twice
    tally.seen["emails"] = len(written)
    counts = tally.seen if allowed else tally.wrong
    counts[allowed or "emails sent twice"] = twice
    return tally


def _send_until_killed(letters: Letters) -> None:
    """Run a sender and kill it after it has sent some."""
    before = letters.arrived.total()
    environment = {
        **os.environ,
        "DATABASE_URL": _address(),
        "EMAIL_URL": f"smtp://127.0.0.1:{letters.port}",
    }
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", WORKER]
    with subprocess.Popen(command, env=environment, cwd=settings.BASE_DIR, stderr=subprocess.DEVNULL) as sender:
        while sender.poll() is None and letters.arrived.total() < before + 3:
            time.sleep(0.001)
        sender.send_signal(signal.SIGKILL)


def _address() -> str:
    """Return where this process's database is; tests have one of their own on the same server."""
    server, _, query = os.environ["DATABASE_URL"].partition("?")
    return f"{server.rpartition('/')[0]}/{connections['default'].settings_dict['NAME']}?{query}"


def _send_unclaimed(email_id: int) -> bool:
    """Send without a claim."""
    email = Email.objects.filter(pk=email_id, sent_at=None).first()
    if email is None:
        return False
    message = EmailMultiAlternatives(email.subject, email.text, to=[email.to], headers={"Message-ID": email.message_id})
    message.send()
    Email.objects.filter(pk=email_id).update(sent_at=timezone.now())
    return True


ROWS = (
    InvariantRow(
        number="I20",
        says="Each email is sent once",
        play=each_once,
        controls=(Control(guard="the claim of the email", away=guards.function(delivery, "send", _send_unclaimed)),),
        rounds=6,
    ),
    InvariantRow(
        number="I20 killed",
        says="No email is lost with its sender",
        play=sender_killed,
        controls=(),
        rounds=3,
    ),
)
