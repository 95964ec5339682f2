"""Builds the order review: what is bought, what it costs, and why it cannot be sent."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils import timezone

from vintner.cart.carts import QuotedCart
from vintner.cart.pages import coupon_views, free_delivery_goal, line_views, total_rows
from vintner.cart.prices.delivery_choices import SHIP_NOW, WEATHER_HOLD, shipping_choices, weather_hold
from vintner.cart.prices.quoted_cart import shipping_problem
from vintner.cart.prices.recurring import recurring_totals
from vintner.checkout import phones
from vintner.checkout.pages import OrderReview
from vintner.checkout.wine_shipments import likely_recipient, shipment_problem
from vintner.customers.models import User
from vintner.refusal import Refusal
from vintner.shipping import age
from vintner.shipping.rules.age import Check
from vintner.subscriptions.words import consents_of, join_charges
from vintner.web.text_input import read_line

NOTHING: Mapping[str, str] = MappingProxyType({})


def order_review(quoted: QuotedCart, values: Mapping[str, str] = NOTHING, user: User | None = None) -> OrderReview:
    """Return the review for a form that is filled in so far, by full field name."""
    now, to = timezone.now(), likely_recipient(values, quoted.quote.place, user)
    no_wine = shipment_problem(quoted, to, now)
    phone, country = values.get("billing_phone", ""), read_line(values.get("billing_country", "")).upper()
    return OrderReview(
        lines=line_views(quoted),
        coupons=coupon_views(quoted.quote),
        rows=total_rows(quoted.quote),
        shipping=shipping_choices(quoted, in_checkout=True, pickup_only=bool(no_wine)),
        hold=None
        if no_wine
        else weather_hold(quoted, in_checkout=True, ships_now=values.get(WEATHER_HOLD) == SHIP_NOW),
        free_delivery=None if no_wine else free_delivery_goal(quoted),
        shipping_problem=shipping_problem(quoted.quote),
        destination_problem=no_wine,
        age_label=_age_label(quoted),
        charges_label=join_charges(consents_of(quoted, now)),
        age_problem=age_problem(quoted, values),
        phone_advice=phones.phone_advice(phone, country),
        total=quoted.quote.total.text,
        shown_total=quoted.quote.total.minor,
        recurring=() if no_wine else recurring_totals(quoted, now),
    )


def _age_label(quoted: QuotedCart) -> str:
    if age.required(alcoholic=quoted.alcoholic) is not Check.AFFIRM:
        return ""
    return age.box_label(quoted.quote.handover, is_pickup=quoted.quote.is_pickup)


def age_problem(quoted: QuotedCart, values: Mapping[str, str]) -> str:
    """Return what is wrong with a complete date of birth, so that the shopper reads it before filling in the rest."""
    born = {name: read_line(values.get(name, ""))[:4] for name in age.BORN}
    if age.required(alcoholic=quoted.alcoholic) is not Check.DATE_OF_BIRTH or len(born[age.BORN[0]]) < 4:
        return ""
    if not all(born.values()):
        return ""
    try:
        age.refuse_unless_of_age(born, quoted.quote.handover, alcoholic=True, now=timezone.now())
    except Refusal as refusal:
        return refusal.message
    return ""
