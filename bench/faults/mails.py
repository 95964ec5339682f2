"""Each event is told of by one e-mail, whatever the mail server or the worker does."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import Final

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from bench.bars import Bar
from bench.faults.faults import LATE_SECONDS, MailServer
from bench.faults.matrix import Played
from bench.faults.shop import Shop
from bench.faults.signals import frozen, pids_of
from vintner.orders import jobs
from vintner.orders.emails.delivery import LONGEST_TRY
from vintner.orders.models import Email

REFUSED: Final = "refused@example.com"
TRIES: Final = 3
"""Tries of an e-mail in the first five minutes: at once, after one minute, after five more."""
PATIENCE: Final = 200.0
TRY_SECONDS: Final = LATE_SECONDS + 30.0
"""A try takes no longer while the mail server is as slow as it is here."""
CUT_SHORT: Final = ("workers killed", "PostgreSQL killed", "PostgreSQL frozen")
"""The faults in which an e-mail that was sent may not be written down as sent."""
SLOTS: Final = 2
"""E-mails that the store's workers send at a time."""
WINDOW: Final = "the known window: nothing can be promised between the server's 250 and the commit"
SENDER: Final = "from vintner.orders import jobs; jobs.send_due(0)"


def judge_mails(shop: Shop, mail: MailServer) -> list[Bar]:
    """Let orders be told of while the mail server, or who sends, is at fault. The store's own workers send."""
    return [
        _bar("SMTP accepts after 40 s", mail, _late(shop, mail)),
        _refusing(shop, mail),
        _bar("SMTP down for 5 minutes (three tries; the clock of `next_try_at` is moved)", mail, _down(shop, mail)),
        _cut(shop, mail),
    ]


def judge_all(mail: MailServer, played: Sequence[Played]) -> Bar:
    """Compare all e-mails that were written while the matrix was played with what arrived.

    A sender that was killed, or lost the database, leaves a claim of ten minutes. No try takes longer than
    TRY_SECONDS here: an older claim is nobody's, and its time is moved.
    """
    _wait_until(_send_what_waits)
    return _judge_every(mail, played)


def _send_what_waits() -> bool:
    make_due()
    claimed_before = timezone.now() - timedelta(seconds=TRY_SECONDS)
    _unsent().filter(next_try_at__lte=claimed_before + LONGEST_TRY).update(next_try_at=timezone.now())
    jobs.send_due(0)
    return not _unsent().exists()


def _judge_every(mail: MailServer, played: Sequence[Played]) -> Bar:
    counts = [mail.letters.arrived[each.message_id] for each in Email.objects.all()]
    windows = SLOTS * sum(each.fault.name in CUT_SHORT for each in played)
    twice = counts.count(2)
    return Bar(
        says=f"All emails of the matrix above, of {len(counts)}",
        measured=f"{counts.count(1)} arrived once, {twice} twice under the same Message-ID ({WINDOW}),"
        f" {counts.count(0)} are missing",
        asked="0 missing, exactly 1 each, but for the window: in it at most twice, and no more emails than were being"
        f" sent by workers that were killed or lost the database ({windows})",
        is_met=bool(counts) and counts.count(1) + twice == len(counts) and twice <= windows,
    )


def _unsent() -> QuerySet[Email]:
    return Email.objects.filter(sent_at=None, given_up_at=None)


def make_due() -> None:
    """Move the clock on: whatever waits for its next try waits no more. Claims that are held stay."""
    _unsent().exclude(error="").update(next_try_at=timezone.now())


def _late(shop: Shop, mail: MailServer) -> list[Email]:
    mail.letters.accepts_after = LATE_SECONDS
    orders = [shop.order()[1]]
    try:
        _wait_until(lambda: _sent(orders))
    finally:
        mail.letters.accepts_after = 0
    return _of(orders)


def _refusing(shop: Shop, mail: MailServer) -> Bar:
    mail.letters.refused = {REFUSED: 550}
    orders = [shop.order(REFUSED)[1], shop.order()[1]]
    _wait_until(lambda: _sent(orders))
    mail.letters.refused = {}
    refused, others = [e for e in _of(orders) if e.to == REFUSED], [e for e in _of(orders) if e.to != REFUSED]
    given_up = sum(each.given_up_at is not None and each.tries == 1 for each in refused)
    arrived = [mail.letters.arrived[each.message_id] for each in others]
    return Bar(
        says="SMTP refuses one address (550)",
        measured=f"{given_up} of {len(refused)} to it given up after one try; of {len(others)} others"
        f" {arrived.count(1)} arrived once, {arrived.count(0)} are missing",
        asked="others exactly 1 each, 0 missing",
        is_met=given_up == len(refused) > 0 and bool(others) and arrived == [1] * len(others),
    )


def _down(shop: Shop, mail: MailServer) -> list[Email]:
    mail.letters.is_down = True
    orders = [shop.order()[1] for _ in range(2)]
    for tried in range(1, TRIES + 1):
        _wait_until(partial(_tried, orders, tried))
        make_due()
        if tried < TRIES:
            jobs.send_due(0)
    mail.letters.is_down = False
    jobs.send_due(0)
    _wait_until(lambda: _sent(orders))
    return _of(orders)


def _cut(shop: Shop, mail: MailServer) -> Bar:
    """Kill a sender between the server's 250 and the commit; the workers find the e-mail when its claim is over."""
    with frozen(lambda: pids_of("workers")):
        order = shop.order()[1]
        killed = subprocess.run(
            [sys.executable, "manage.py", "shell", "--no-imports", "-c", SENDER],
            env={**os.environ, "VINTNER_CHAOS": "after_mail_sent"},
            cwd=settings.BASE_DIR,
            stderr=subprocess.DEVNULL,
            check=False,
        )
    Email.objects.filter(order=order, sent_at=None).update(next_try_at=timezone.now() - timedelta(seconds=1))
    _wait_until(lambda: _sent([order]))
    counts = sorted(mail.letters.arrived[each.message_id] for each in _of([order]))
    return Bar(
        says="Sender killed between the server's 250 and the commit (the claim's ten minutes are moved)",
        measured=f"{counts.count(1)} arrived once, {counts.count(2)} twice under the same Message-ID ({WINDOW}),"
        f" {counts.count(0)} are missing",
        asked="0 missing, the one in the window at most twice, others exactly 1 each",
        is_met=killed.returncode == -signal.SIGKILL and counts == [1] * (len(counts) - 1) + [2],
    )


def _bar(says: str, mail: MailServer, emails: Sequence[Email]) -> Bar:
    counts = [mail.letters.arrived[each.message_id] for each in emails]
    orders = {each.order_id for each in emails}
    return Bar(
        says=f"{says}: emails of {len(orders)} orders",
        measured=f"{counts.count(1)} of {len(counts)} arrived once, {counts.count(0)} are missing,"
        f" {sum(count > 1 for count in counts)} came twice",
        asked="exactly 1 each, 0 missing",
        is_met=bool(counts) and counts == [1] * len(counts),
    )


def _of(orders: Sequence[int]) -> list[Email]:
    return list(Email.objects.filter(order__in=orders))


def _tried(orders: Sequence[int], times: int) -> bool:
    return all(each.tries >= times and each.error for each in _of(orders))


def _sent(orders: Sequence[int]) -> bool:
    emails = _of(orders)
    return bool(emails) and all(each.sent_at or each.given_up_at for each in emails)


def _wait_until(condition: Callable[[], bool]) -> None:
    """Wait for the workers. What has not happened in time is seen in the bar."""
    end = time.monotonic() + PATIENCE
    while not condition() and time.monotonic() < end:
        time.sleep(0.2)
