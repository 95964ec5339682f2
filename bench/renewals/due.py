"""Many subscriptions are due at once, among them all that must not be charged; two workers die at every point."""

from collections import Counter
from time import perf_counter
from typing import Final

from bench.bars import Bar, none_of
from bench.invariants.database import wipe
from bench.renewals.planted import EXPECTED, Plant, plant
from bench.renewals.workers import work
from vintner.orders.models import Order
from vintner.subscriptions.models import Box
from vintner.testing.sandbox import Sandbox
from vintner.testing.store import open_store

LONGEST: Final = 600
"""Seconds."""


def renew_all(provider: Sandbox, count: int) -> list[Bar]:
    """Let so many boxes fall due, and judge what was charged by the provider's own books."""
    wipe()
    open_store()
    provider.reset()
    begun = perf_counter()
    planted = plant(provider, count)
    print(f"{count} subscriptions: {perf_counter() - begun:.0f} s", flush=True)
    begun = perf_counter()
    killed = work(provider)
    seconds = perf_counter() - begun
    print(f"charging: {seconds:.0f} s, {sum(killed.values())} × kill -9", flush=True)
    return [*_judge(provider, planted, killed), _time(count, seconds)]


def _judge(provider: Sandbox, planted: dict[int, Plant], killed: Counter[str]) -> list[Bar]:
    taken = {int(order): each["captured_count"] for order, each in provider.ledger().items() if order}
    carts = {order.cart_id: order.pk for order in Order.objects.exclude(status="cancelled")}
    charges, states = Counter[Plant](), Counter[tuple[Plant, str, str]]()
    twice = missing = wrong = 0
    for box in Box.objects.filter(number=2):
        case = planted[box.subscription_id]
        times = sum(taken.get(pk, 0) for pk in Order.objects.filter(cart_id=box.cart_id).values_list("pk", flat=True))
        charges[case] += times
        states[case, box.state, box.reason] += 1
        twice += times > 1
        missing += case is Plant.GOOD and times == 0
        wrong += (box.state, box.reason) != EXPECTED[case]
    barred = sum(charges[case] for case in Plant if case.may_not_go)
    seen = ", ".join(f"{case.value}: {charges[case]}" for case in Plant)
    other = [(key, times) for key, times in states.items() if EXPECTED[key[0]] != key[1:]]
    unexpected = ", ".join(f"{times} × {case.value}: {state} {why}" for (case, state, why), times in other)
    points = ", ".join(f"{point} {times}" for point, times in sorted(killed.items()))
    return [
        none_of("Boxes charged more than once", twice, f"{sum(charges.values())} charges, {len(carts)} orders"),
        none_of("Boxes that should have been charged and were not", missing, f"{charges[Plant.GOOD]} charged"),
        none_of("Charges of boxes that may not go, and of paused and cancelled subscriptions", barred, seen),
        none_of("Boxes in another state than their case leads to", wrong, unexpected or "all as they should be"),
        Bar(
            says="Points of a charge at which a worker was killed",
            measured=f"{len(killed)}: {points}",
            asked="all that a charge goes through",
            is_met=all(killed.values()),
        ),
    ]


def _time(count: int, seconds: float) -> Bar:
    return Bar(
        says=f"{count} boxes due at once, 2 workers, the lost claims included",
        measured=f"{seconds:.0f} s",
        asked=f"≤ {LONGEST} s",
        is_met=seconds <= LONGEST,
    )
