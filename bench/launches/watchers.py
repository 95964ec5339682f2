"""Many shoppers wait for a wine, load its page anew at the moment, and buy it: some at once, most after seconds."""

import random
import time
from datetime import datetime, timedelta
from functools import partial
from typing import Final, NamedTuple

from django.utils import timezone

from bench.bars import Bar, none_of
from bench.invariants.database import wipe
from bench.invariants.shoppers import ShopperBrowser, browsers, fill, run_at_once
from bench.invariants.stock import claimed
from vintner.catalogue.models import Product
from vintner.launches.models import LaunchPlan
from vintner.launches.plans import apply_plan
from vintner.money import Money
from vintner.testing.builders import make_product, only_variation
from vintner.testing.store import open_store

WAIT: Final = timedelta(seconds=20)
"""From planning to the moment: all watchers have the page and the time left by then."""
RELOAD_AFTER: Final = 0.02
BOTTLES: Final = 12
AT_ONCE: Final = 0.1
"""The share of watchers that buy as fast as a program does. The others need some seconds to press the button."""
HESITATION: Final = (1.0, 5.0)
"""Seconds."""
SLOWEST: Final = 500
FIRST_BUYER: Final = 1.5
OLD_AFTER: Final = 1.0


class Watched(NamedTuple):
    """What one watcher met: statuses, milliseconds of the reload, and seconds after the moment of each answer."""

    statuses: tuple[int, ...]
    reload_ms: float
    reloaded_after: float
    is_old: bool
    bought_after: float | None


def watch_launch(address: str, count: int) -> list[Bar]:
    """Let so many watch one launch, of a wine with twelve bottles."""
    wipe()
    open_store()
    moment = timezone.now() + WAIT
    wine = make_product(price="20.00", stock=BOTTLES, available_from=moment + timedelta(days=1))
    plan = LaunchPlan.objects.create(product=wine, moment=moment, hide_price=True)
    apply_plan(plan, timezone.now())
    plan.rows.update(price=Money(1500))
    apply_plan(plan, timezone.now())
    shoppers = browsers(address, fill(count, lambda _: ()))
    found = [timed.answer for timed in run_at_once([partial(_watch, each, wine, moment) for each in shoppers])]
    return _judge(found, claimed(only_variation(wine)))


def _watch(browser: ShopperBrowser, wine: Product, moment: datetime) -> Watched:
    statuses = [browser.asks("GET", wine.get_absolute_url(), props=True).status]
    asked = browser.asks("GET", f"/alerts/countdowns/?product={wine.pk}", props=True)
    received = time.perf_counter()
    left, spread = _read_left(asked.read, wine.pk)
    time.sleep(max(0.0, received + left - time.perf_counter()) + RELOAD_AFTER + random.random() * spread)  # noqa: S311 - as browsers do
    begun = time.perf_counter()
    page = browser.asks("GET", wine.get_absolute_url(), props=True)
    reload_ms = (time.perf_counter() - begun) * 1000
    after = _seconds_since(moment)
    bought = None
    statuses += [asked.status, page.status]
    if page.read.get("can_buy"):
        _hesitate()
        added = browser.call("add_to_cart", {"product_id": str(wine.pk), "quantity": "1"})
        paid = browser.pays() if "cart_hash" in added.read else added
        statuses += [added.status, paid.status]
        bought = _seconds_since(moment) if paid.paid else None
    is_old = page.status == 200 and not page.read.get("can_buy") and page.read.get("stock_kind") == "coming_soon"
    return Watched(tuple(statuses), reload_ms, after, is_old, bought)


def _hesitate() -> None:
    """Wait as long as a person who has found the button."""
    if random.random() >= AT_ONCE:  # noqa: S311 - no secret
        time.sleep(random.uniform(*HESITATION))  # noqa: S311 - no secret


def _read_left(answer: dict[str, object], product_id: int) -> tuple[float, float]:
    """Return the seconds until the moment, and over how many the reloads are spread."""
    left, spread = answer.get("left"), answer.get("spread")
    milliseconds = left.get(str(product_id), 0) if isinstance(left, dict) else 0
    return float(milliseconds) / 1000, float(spread) / 1000 if isinstance(spread, int | float) else 0.0


def _seconds_since(moment: datetime) -> float:
    return (timezone.now() - moment).total_seconds()


def _judge(found: list[Watched], sold: int) -> list[Bar]:
    broken = sum(status >= 500 or status == 0 for each in found for status in each.statuses)
    slow = _percentile([each.reload_ms for each in found])
    bought = [each.bought_after for each in found if each.bought_after is not None]
    old = sum(each.is_old and each.reloaded_after > OLD_AFTER for each in found)
    first = min(bought, default=float("inf"))
    says = f"{len(found)} watchers at a launch"
    return [
        none_of(f"{says}: 5xx and broken connections", broken, f"{sum(len(e.statuses) for e in found)} requests"),
        Bar(
            says=f"{says}: the new page, p95",
            measured=f"{slow:.0f} ms",
            asked=f"≤ {SLOWEST} ms",
            is_met=slow <= SLOWEST,
        ),
        Bar(
            says=f"{says}: the first has paid after the moment",
            measured=f"{first:.2f} s",
            asked=f"≤ {FIRST_BUYER} s",
            is_met=first <= FIRST_BUYER,
        ),
        none_of(f"{says}: bottles sold beyond {BOTTLES}", max(0, sold - BOTTLES), f"{sold} sold, {len(bought)} paid"),
        none_of(f"{says}: the old page more than {OLD_AFTER:.0f} s after", old, "by the time of each answer"),
    ]


def _percentile(values: list[float], share: float = 0.95) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]
