"""What a shopper chose about a cart: columns of its own row."""

import re

from django.utils import timezone

from vintner.cart.models import Cart
from vintner.cart.saved.price_inputs import PriceInputs, new_price_inputs
from vintner.shipping.rules import Place
from vintner.shipping.rules.places import LONGEST_STATE
from vintner.web.text_input import read_line

RATE_ID = re.compile(r"[a-z_]{1,20}:[0-9]{1,18}")
PRESELECTED = "preselected_delivery"
"""The field with the delivery that the form itself had selected."""


def choose_delivery(cart: Cart, rate_id: str, *, preselected: str = "") -> None:
    """Save the delivery that the shopper chose; an invalid id is saved as none. Whether it is offered is decided with
    every quote. A form also sends the delivery that the store selected (`preselected`). Leaving that unchanged is not a
    choice: otherwise it would stay selected when a better one is offered later.
    """
    if rate_id != preselected:
        write_cart(cart, **_delivery_values(rate_id))


def set_destination(cart: Cart, place: Place) -> None:
    """Save where the cart is to be sent, for estimates and the checkout. Texts that are too long are cut."""
    write_cart(cart, **_place_values(place))


def save_review_inputs(cart: Cart, place: Place | None, rate_id: str, preselected: str, inputs: PriceInputs) -> None:
    """Save what the order review was asked for: as `set_destination`, `choose_delivery` and `save_price_inputs` do, in
    one query. None if the cart has it all.
    """
    values = new_price_inputs(cart, inputs)
    if place is not None and place != cart.place:
        values |= _place_values(place)
    if rate_id and rate_id not in (cart.shipping_rate, preselected):
        values |= _delivery_values(rate_id)
    if values:
        write_cart(cart, **values)


def _delivery_values(rate_id: str) -> dict[str, str]:
    return {"shipping_rate": rate_id if RATE_ID.fullmatch(rate_id) else ""}


def _place_values(place: Place) -> dict[str, str]:
    return {
        "country": _truncate(place.country, 2),
        "state": _truncate(place.state, LONGEST_STATE),
        "postcode": _truncate(place.postcode, 12),
        "city": _truncate(place.city, 120),
    }


def write_cart(cart: Cart, **values: str) -> None:
    """Write columns of the cart's own row, whose lock the statement takes. A cart that was deleted meanwhile, by
    merging it at a log-in, stays gone: whoever goes on with it finds it empty.
    """
    Cart.objects.filter(pk=cart.pk).update(**values, updated_at=timezone.now())
    for name, value in values.items():
        setattr(cart, name, value)


def _truncate(text: str, longest: int) -> str:
    """Return the text as one line, cut to its longest length."""
    return read_line(text)[:longest]
