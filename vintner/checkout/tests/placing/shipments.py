"""Orders that go to places where wine may not go."""

import pytest
from django.utils import timezone

from vintner.cart.models import Cart
from vintner.checkout.forms import CheckoutForm
from vintner.checkout.place_order import PlacedOrder, place_order
from vintner.checkout.tests.form import filled_in
from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.refusal import Refusal
from vintner.testing.provider import GOOD

JANE = filled_in(GOOD)


def place(cart: Cart, form: CheckoutForm = JANE, user: User | None = None) -> Order:
    placed: PlacedOrder = place_order(cart.pk, form, user=user, now=timezone.now())
    return placed.order


def read_refusal(cart: Cart, form: CheckoutForm = JANE, user: User | None = None) -> str:
    with pytest.raises(Refusal) as refusal:
        place(cart, form, user)
    assert (refusal.value.code, refusal.value.field) == ("no_wine_there", "billing_state")
    return refusal.value.message
