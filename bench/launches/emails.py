"""Two schedulers write the e-mails of a launch, and are killed all the time: each subscriber gets exactly one."""

import multiprocessing
import os
import random
import signal
import time
from collections import Counter
from datetime import timedelta
from typing import Final

from django.db import connections
from django.utils import timezone

from bench.bars import Bar
from bench.invariants.database import wipe
from vintner.alerts import launches
from vintner.alerts.models import Alert
from vintner.catalogue import products
from vintner.launches.launching import carry_out
from vintner.launches.models import LaunchPlan
from vintner.launches.plans import apply_plan
from vintner.orders.models import Email
from vintner.testing.builders import make_product

SCHEDULERS: Final = 2
KILLS: Final = 20
BOTTLES: Final = 24
PATIENCE: Final = 120.0
LONGEST_LIFE: Final = 1.0
"""Seconds after which a scheduler is killed at the latest; the first ones live shorter."""


def mail_once(count: int) -> list[Bar]:
    """Launch a wine with so many subscribers while its schedulers die."""
    wipe()
    now = timezone.now()
    wine = make_product(stock=0, available_from=now + timedelta(days=1))
    plan = LaunchPlan.objects.create(product=wine, moment=now + timedelta(hours=1))
    apply_plan(plan, now)
    plan.rows.update(bottles=BOTTLES)
    Alert.objects.bulk_create(
        Alert(product=wine, email=f"ada{number}@example.com", consent="yes", confirmed_at=now)
        for number in range(count)
    )
    wine.available_from = now
    wine.save(update_fields=["available_from"])
    products.refresh_products([wine.pk], now)
    killed = _run_schedulers()
    counts = Counter(Email.objects.filter(kind="alert_launch").values_list("to", flat=True))
    once = sum(counts[f"ada{number}@example.com"] == 1 for number in range(count))
    moved = list(plan.rows.get().variation.movements.values_list("quantity", flat=True))
    return [
        Bar(
            says=f"Emails to {count} subscribers, {SCHEDULERS} schedulers, {killed} × kill -9",
            measured=f"{once} got exactly one, {sum(counts.values())} were written",
            asked="exactly 1 each",
            is_met=once == count == sum(counts.values()),
        ),
        Bar(
            says="Bottles of the launch, under the same kills",
            measured=f"{moved}",
            asked=f"[{BOTTLES}]",
            is_met=moved == [BOTTLES],
        ),
    ]


def _run_schedulers() -> int:
    """Run the schedulers until nothing is left to do; kill one after another. Returns how many were killed."""
    connections.close_all()
    context = multiprocessing.get_context("fork")
    chance, killed, end = random.Random(16), 0, time.monotonic() + PATIENCE  # noqa: S311 - any moment will do
    while time.monotonic() < end:
        running = [context.Process(target=_schedule) for _ in range(SCHEDULERS)]
        for each in running:
            each.start()
        if killed < KILLS:
            time.sleep(chance.random() * LONGEST_LIFE * (killed + 1) / KILLS)
            for each in running:
                if each.is_alive() and each.pid is not None:
                    os.kill(each.pid, signal.SIGKILL)
                    killed += 1
        for each in running:
            each.join()
        if killed >= KILLS or not _is_left():
            break
    _schedule()
    return killed


def _is_left() -> bool:
    found = Alert.objects.filter(sent_at=None).exists()
    connections.close_all()
    return found


def _schedule() -> None:
    now = timezone.now()
    carry_out(now)
    launches.send_due_alerts(now)
    connections.close_all()
