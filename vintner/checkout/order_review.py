"""Builds the order review: what is bought, what it costs, and why it cannot be sent."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils import timezone

from vintner.cart.carts import QuotedCart
from vintner.cart.pages import coupon_views, line_views, shipping_choices, total_rows
from vintner.cart.prices.quoted_cart import shipping_problem
from vintner.cart.prices.recurring import recurring_totals
from vintner.checkout import phones
from vintner.checkout.pages import OrderReview
from vintner.checkout.wine_shipments import likely_recipient, shipment_problem
from vintner.customers.models import User
from vintner.refusal import Refusal
from vintner.shipping import age
from vintner.shipping.address_form import clean
from vintner.shipping.rules.age import Check

NOTHING: Mapping[str, str] = MappingProxyType({})


def order_review(quoted: QuotedCart, values: Mapping[str, str] = NOTHING, user: User | None = None) -> OrderReview:
    """Return the review for a form that is filled in so far, by full field name."""
    to = likely_recipient(values, quoted.quote.place, user)
    phone, country = values.get("billing_phone", ""), clean(values.get("billing_country", "")).upper()
    return OrderReview(
        lines=line_views(quoted),
        coupons=coupon_views(quoted.quote),
        rows=total_rows(quoted.quote),
        shipping=shipping_choices(quoted),
        shipping_problem=shipping_problem(quoted.quote),
        destination_problem=shipment_problem(quoted, to, timezone.now()),
        age_label=_age_label(quoted),
        age_problem=age_problem(quoted, values),
        phone_advice=phones.phone_advice(phone, country),
        total=quoted.quote.total.text,
        shown_total=quoted.quote.total.minor,
        recurring=recurring_totals(quoted, timezone.now()),
    )


def _age_label(quoted: QuotedCart) -> str:
    if age.required(alcoholic=quoted.alcoholic) is not Check.AFFIRM:
        return ""
    return age.box_label(quoted.quote.handover, is_pickup=quoted.quote.is_pickup)


def age_problem(quoted: QuotedCart, values: Mapping[str, str]) -> str:
    """Return what is wrong with a complete date of birth, so that the shopper reads it before filling in the rest."""
    born = {name: clean(values.get(name, ""))[:4] for name in age.BORN}
    if age.required(alcoholic=quoted.alcoholic) is not Check.DATE_OF_BIRTH or len(born[age.BORN[0]]) < 4:
        return ""
    if not all(born.values()):
        return ""
    try:
        age.refuse_unless_of_age(born, quoted.quote.handover, alcoholic=True, now=timezone.now())
    except Refusal as refusal:
        return refusal.message
    return ""
