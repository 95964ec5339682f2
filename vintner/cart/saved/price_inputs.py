"""What the price of a cart may depend on besides its lines, as it is saved with the cart."""

from typing import NamedTuple

from vintner.cart.models import Cart
from vintner.refusal import Refusal
from vintner.web.email_addresses import read_address


class PriceInputs(NamedTuple):
    """What the price of a cart may depend on besides its place. `payment_method` is one that the store offers."""

    email: str = ""
    payment_method: str = ""
    billing_city: str = ""


def new_price_inputs(cart: Cart, inputs: PriceInputs) -> dict[str, str]:
    """Return the columns that differ from the cart's. Blank values and invalid addresses change nothing."""
    values = {
        "email": read_address(inputs.email),
        "payment_method": inputs.payment_method,
        "billing_city": inputs.billing_city[:120],
    }
    return {name: value for name, value in values.items() if value and value != getattr(cart, name)}


def save_price_inputs(cart: Cart, inputs: PriceInputs) -> bool:
    """Save with the cart what its price may depend on. One query if anything is new, which is what is returned."""
    values = new_price_inputs(cart, inputs)
    for name, value in values.items():
        setattr(cart, name, value)
    if values and not Cart.objects.filter(pk=cart.pk).update(**values):
        raise Refusal("no_cart", "Your cart is empty.")
    return bool(values)
