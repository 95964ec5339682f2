"""The program is killed in the middle of paying; the next round, or the next try, puts everything right."""

from uuid import UUID

import pytest
from django.utils import timezone

from vintner.checkout.place_order import PlacementState, place_order
from vintner.checkout.tests.form import filled_in
from vintner.payments import jobs
from vintner.payments.attempts.start_payment import start_payment
from vintner.payments.tests.killed import killed
from vintner.payments.tests.passing_time import age_payments, end_holds
from vintner.testing.builders import make_cart, make_product, only_variation
from vintner.testing.sandbox import Sandbox
from vintner.testing.shopper import attempts, only_order
from vintner.testing.store import open_store

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("audited")]
POINTS = ("after_order_commit", "after_provider_call", "before_apply_commit")
CHARGED = {"after_order_commit": 0, "after_provider_call": 1, "before_apply_commit": 1}
PAY = """
from uuid import UUID
from django.utils import timezone
from vintner.checkout.place_order import place_order
from vintner.checkout.tests.form import filled_in
from vintner.payments.attempts.start_payment import start_payment
placed = place_order(UUID("{cart_id}"), filled_in("{card}"), user=None, now=timezone.now())
start_payment(placed.payment.pk)
"""


def killed_at(point: str, cart_id: UUID, card: str, sandbox: Sandbox) -> None:
    """Pay in a program of its own that dies at the point."""
    killed(point, PAY.format(cart_id=cart_id, card=card), sandbox)


@pytest.mark.parametrize("point", POINTS)
def test_the_background_puts_it_right(sandbox: Sandbox, point: str) -> None:
    open_store()
    wine = make_product(stock=3)
    killed_at(point, make_cart((wine, 1)).pk, sandbox.card(), sandbox)
    order = only_order()
    assert (order.status, sandbox.charges(order.pk)) == ("pending", CHARGED[point])
    age_payments()
    jobs.reconcile(0)
    end_holds()
    jobs.cancel_unpaid(0)
    ended = "processing" if CHARGED[point] else "cancelled"
    bottles = only_variation(wine)
    assert (only_order().status, sandbox.charges(order.pk)) == (ended, CHARGED[point])
    assert (bottles.on_hand, bottles.reserved) == (3 - CHARGED[point], 0)


@pytest.mark.parametrize("point", POINTS)
def test_the_shopper_s_next_try_puts_it_right(sandbox: Sandbox, point: str) -> None:
    open_store()
    cart = make_cart((make_product(stock=1), 1))
    killed_at(point, cart.pk, sandbox.card(), sandbox)
    assert place_order(cart.pk, filled_in(sandbox.card()), user=None, now=timezone.now()).state is PlacementState.BUSY
    age_payments()
    placed = place_order(cart.pk, filled_in(sandbox.card()), user=None, now=timezone.now())
    assert placed.payment is not None
    start_payment(placed.payment.pk)
    order = only_order()
    assert (order.status, sandbox.charges(order.pk)) == ("processing", 1)
    assert attempts(order)[0] == "succeeded"
