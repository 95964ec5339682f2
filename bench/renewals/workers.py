"""Two workers that charge boxes, and are killed at every point of a charge."""

import importlib
import multiprocessing
import os
import signal
import time
from collections import Counter
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import connections
from django.db.models import F
from django.utils import timezone

from vintner import chaos
from vintner.renewals.jobs import charge_due_boxes
from vintner.subscriptions.models import Box
from vintner.subscriptions.rules import DUE_BOXES, BoxState
from vintner.testing.sandbox import Sandbox

WORKERS: Final = 2
ROUNDS: Final = 3
"""How often each worker is killed at each point."""
POINTS: Final = (
    "after_box_is_claimed",
    "after_box_cart",
    "after_order_commit",
    "after_provider_call",
    "before_apply_commit",
    "after_renewal_charge",
    "before_outcome_commit",
)
PATIENCE: Final = 900.0


def work(provider: Sandbox) -> Counter[str]:
    """Charge all that is due. Returns how often a worker was killed, by point.

    Killed workers leave claims behind: what they had begun is taken over when these run out, minutes later.
    """
    connections.close_all()
    killed = Counter(dict.fromkeys(POINTS, 0))
    for point in POINTS * ROUNDS:
        killed[point] += _run_workers(provider, point)
    end = time.monotonic() + PATIENCE
    while _is_left() and time.monotonic() < end:
        _run_workers(provider, "")
        time.sleep(1)
    return killed


def _is_left() -> bool:
    left = (
        Box.objects.filter(state__in=[BoxState.CHARGING]).exists()
        or Box.objects.filter(
            state__in=DUE_BOXES,
            number=2,
            next_try_at__lte=timezone.now(),
            announced_for=F("due_at"),
            subscription__paused_until=None,
            subscription__status__in=("active", "on-hold"),
        ).exists()
    )
    connections.close_all()
    return left


def _run_workers(provider: Sandbox, point: str) -> int:
    """Run the workers until nothing is due, or each has died at the point. Returns how many died."""
    context = multiprocessing.get_context("fork")
    running = [context.Process(target=_charge, args=(provider.url, point)) for _ in range(WORKERS)]
    for each in running:
        each.start()
    for each in running:
        each.join()
    return sum(each.exitcode == -signal.SIGKILL for each in running)


def _charge(url: str, point: str) -> None:
    os.environ["VINTNER_CHAOS"] = point
    importlib.reload(chaos)
    settings.SANDBOX_URL = url
    charge_due_boxes(timedelta(minutes=10))
    connections.close_all()
