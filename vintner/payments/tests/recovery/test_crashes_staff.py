"""The program is killed while staff captures a payment or changes an order; trying again finishes it."""

import pytest

from vintner.payments import jobs
from vintner.payments.tests.killed import killed
from vintner.payments.tests.passing_time import end_holds
from vintner.testing.builders import make_product, make_user, only_variation
from vintner.testing.sandbox import THREE_D_SECURE, Sandbox
from vintner.testing.shopper import Shopper, attempts, only_order
from vintner.testing.store import open_store

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("audited")]

CAPTURE = """
from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.payments.attempts import capture
capture.capture(Order.objects.get().pk, None, by=User.objects.get(is_staff=True))
"""
GIVE_UP = """
from django.utils import timezone
from vintner.orders.models import Order
from vintner.payments.attempts.abandon import give_up_attempts
give_up_attempts(Order.objects.get().pk, timezone.now())
"""


@pytest.mark.parametrize("point", ["after_capture_call", "before_apply_commit"])
def test_what_was_captured_is_found(sandbox: Sandbox, settings: object, point: str) -> None:
    settings.CAPTURE_LATER = True  # type: ignore[attr-defined]
    open_store()
    Shopper().puts(make_product()).pays(sandbox.card())
    make_user(is_staff=True)
    killed(point, CAPTURE, sandbox)
    assert (only_order().status, sandbox.charges(only_order().pk)) == ("on-hold", 1)
    for _ in range(2):
        jobs.reconcile_set_aside(0)
    assert (only_order().status, sandbox.charges(only_order().pk)) == ("processing", 1)


@pytest.mark.parametrize("point", ["after_attempts_are_given_up", "before_apply_commit"])
def test_an_order_whose_attempts_were_given_up_can_be_paid_or_ends_in_time(sandbox: Sandbox, point: str) -> None:
    open_store()
    wine = make_product(stock=5)
    Shopper().puts(wine, 2).pays(sandbox.card(THREE_D_SECURE))
    killed(point, GIVE_UP, sandbox)
    jobs.reconcile(0)
    assert only_order().status == "pending"
    end_holds()
    jobs.cancel_unpaid(0)
    assert (only_order().status, attempts(only_order())) == ("cancelled", ["cancelled"])
    assert (only_variation(wine).on_hand, only_variation(wine).reserved) == (5, 0)
