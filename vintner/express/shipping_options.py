"""Prices a cart for the address and the delivery chosen in a wallet's sheet, by the rules of every checkout."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from vintner.cart import carts
from vintner.cart.carts import QuotedCart
from vintner.cart.models import Cart
from vintner.cart.prices.quoted_cart import shipping_problem
from vintner.checkout.order_review import age_problem
from vintner.checkout.wine_shipments import delivery_problem, likely_recipient
from vintner.customers.models import User
from vintner.express.addresses import place_problem
from vintner.refusal import Refusal
from vintner.shipping.rules import DeliveryKind, DeliveryOption, Place


@dataclass(frozen=True, slots=True, kw_only=True)
class PricedAddress:
    """A cart priced for an address. `options` may be chosen there, the selected one first; `problem` says why nothing
    can be sent there, '' when something can. `notice` says why the goods can only be picked up.
    """

    quoted: QuotedCart
    options: tuple[DeliveryOption, ...] = ()
    problem: str = ""
    notice: str = ""


def price_address(
    cart: Cart, place: Place, values: Mapping[str, str], user: User | None, *, now: datetime
) -> PricedAddress:
    """Return the cart priced for a place, and save place and delivery with the cart if goods can be sent there.

    The delivery that was selected before stays selected where it is offered. One that is selected only because nothing
    else is legal there is no choice, so it is not saved: the next address has the one from before. `values` are form
    fields of the checkout as far as they are known: a date of birth is checked. One query more than `quote_cart`, two
    more where wine is limited, and `quote_cart` again if the selected delivery is not allowed.
    """
    quoted = carts.quote_cart(cart, now=now, place=place)
    if problem := place_problem(place) or shipping_problem(quoted.quote):
        return PricedAddress(quoted=quoted, problem=problem)
    options, refused = _allowed_options(quoted, user, now)
    if refused and not options:
        return PricedAddress(quoted=quoted, problem=refused)
    chosen = quoted.quote.shipping.rate_id if quoted.quote.shipping else ""
    if options and quoted.quote.shipping not in options:
        chosen = cart.shipping_rate
        quoted = carts.quote_cart(cart, now=now, place=place, rate_id=options[0].rate_id)
    if problem := age_problem(quoted, values):  # of the place of the delivery that is selected now
        return PricedAddress(quoted=quoted, problem=problem)
    _save(cart, place, chosen)
    selected = quoted.quote.shipping
    others = tuple(option for option in options if option != selected)
    return PricedAddress(quoted=quoted, options=(selected, *others) if selected else (), notice=refused)


def _allowed_options(quoted: QuotedCart, user: User | None, now: datetime) -> tuple[tuple[DeliveryOption, ...], str]:
    """Return the legal ways of delivery, and why the goods may not be sent, '' when they may. Wine that may not be sent
    may be picked up.
    """
    offered = quoted.quote.shipping_options
    problem = delivery_problem(quoted, likely_recipient({}, quoted.quote.place, user), now)
    if not problem:
        return offered, ""
    return tuple(option for option in offered if option.kind is DeliveryKind.LOCAL_PICKUP), problem


def _save(cart: Cart, place: Place, rate_id: str) -> None:
    """Save place and delivery, in one query. A cart that was deleted meanwhile stays deleted."""
    cart.shipping_rate = rate_id
    cart.country, cart.state, cart.postcode, cart.city = place.country, place.state, place.postcode, place.city
    Cart.objects.filter(pk=cart.pk).update(
        **{name: getattr(cart, name) for name in ("shipping_rate", "country", "state", "postcode", "city")},
        updated_at=timezone.now(),
    )


def price_delivery(cart: Cart, rate_id: str, user: User | None, *, now: datetime) -> QuotedCart:
    """Return the cart priced with another delivery to the same place, and save the choice. Raises Refusal for one that
    is not offered, and for wine that may not be sent.
    """
    quoted = carts.quote_cart(cart, now=now, rate_id=rate_id)
    if quoted.quote.shipping is None or quoted.quote.shipping.rate_id != rate_id:
        raise Refusal("unknown_shipping", f'Unknown shipping option "{rate_id[:40]}".')
    options, problem = _allowed_options(quoted, user, now)
    if quoted.quote.shipping not in options:
        raise Refusal("no_wine_there", problem)
    _save(cart, quoted.quote.place, rate_id)
    return quoted
