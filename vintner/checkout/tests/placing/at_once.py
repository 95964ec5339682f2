"""Many orders at the same time."""

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from django.db import connections
from django.utils import timezone

from vintner.cart.models import Cart
from vintner.checkout.forms import CheckoutForm
from vintner.checkout.place_order import PlacedOrder, PlacementState, place_order
from vintner.checkout.tests.form import filled_in
from vintner.payments.attempts.start_payment import start_payment
from vintner.refusal import Refusal, Refusals
from vintner.testing.provider import GOOD

AT_ONCE = 20
"""Threads that run side by side; the rest queue behind them, as requests do behind a server's workers."""


def run_at_once(actions: Sequence[Callable[[], str]]) -> Counter[str]:
    """Do everything at the same time and count the answers."""
    start = threading.Barrier(min(AT_ONCE, len(actions)))

    def run(number: int) -> str:
        if number < AT_ONCE:
            start.wait()
        try:
            return actions[number]()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return Counter(pool.map(run, range(len(actions))))


def buy(cart: Cart, form: CheckoutForm | None = None) -> Callable[[], str]:
    """Place and pay the order of a cart; answer with what the shopper is told."""

    def action() -> str:
        try:
            placed: PlacedOrder = place_order(cart.pk, form or filled_in(GOOD), user=None, now=timezone.now())
        except Refusals as refusals:
            return refusals.items[0].code
        except Refusal as refusal:
            return refusal.code
        if placed.state is not PlacementState.TO_CHARGE or placed.payment is None:
            return placed.state.value
        return start_payment(placed.payment.pk).payment.status

    return action
