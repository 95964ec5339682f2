"""The fields of an order that is a gift, in both checkouts, and what an order's own pages tell of it."""

from collections.abc import Mapping

from vintner.checkout.forms import GIFT_MESSAGE, GIFT_WITHOUT_PRICES, IS_GIFT, is_ticked
from vintner.orders.models import Order
from vintner.shipping.address_inputs import build_input
from vintner.web.form_props import FormField
from vintner.web.page import Props


class GiftFields(Props):
    """The fold of a gift: open when it is one. `without_prices` is preset, and counts for gifts only."""

    is_gift: bool
    message: FormField
    longest: int
    without_prices: bool


class OrderGift(Props):
    """What an order that is a gift has in its parcel. `message` is '' without one; `prices` says whether it tells
    prices.
    """

    message: str
    prices: str


def gift_fields(values: Mapping[str, str], errors: Mapping[str, str]) -> GiftFields:
    """Return the fields with the values of a form, by full field name."""
    is_gift = is_ticked(values, IS_GIFT)
    return GiftFields(
        is_gift=is_gift,
        message=build_input("", GIFT_MESSAGE, "", values, errors),
        longest=GIFT_MESSAGE.longest,
        without_prices=not is_gift or is_ticked(values, GIFT_WITHOUT_PRICES),
    )


def gift_values(order: Order) -> dict[str, str]:
    """Return the values of an order's gift, as a form sends them."""
    return {
        IS_GIFT: "1" if order.is_gift else "",
        GIFT_MESSAGE.name: order.gift_message,
        GIFT_WITHOUT_PRICES: "1" if order.gift_without_prices else "",
    }
