"""Checks whether wine may be sent to a person, and writes the ledger's rows of an order."""

from collections.abc import Mapping
from datetime import datetime

from vintner.cart.carts import QuotedCart
from vintner.checkout.forms import CheckoutForm, ships_elsewhere
from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.refusal import Refusal
from vintner.shipping import ledger
from vintner.shipping.address_form import BILLING, SHIPPING
from vintner.shipping.ledger import Bottles, Recipient
from vintner.shipping.regions import regions
from vintner.shipping.rules import Place
from vintner.web.email_addresses import read_address
from vintner.web.text_input import read_line

PERSON = ("first_name", "last_name", "address_1")


def shipment_problem(quoted: QuotedCart, to: Recipient, now: datetime) -> str:
    """Return why the cart's wine may not be sent to this person, '' when it may or the state is not chosen yet.

    No query, two where there is a limit.
    """
    region = regions().get(to.place.country)
    if region and region.states and not to.place.state:
        return ""
    return _problem_of(quoted.sent_wine, quoted, to, now)


def delivery_problem(quoted: QuotedCart, to: Recipient, now: datetime) -> str:
    """Return the same for a delivery that is still to be chosen: why the cart's wine may not be sent at all, while it
    could be picked up.
    """
    return _problem_of(quoted.wine, quoted, to, now)


def _problem_of(goods: list[Bottles], quoted: QuotedCart, to: Recipient, now: datetime) -> str:
    return ledger.may_send(to, quoted.quote.destination, goods, now=now, cart_id=quoted.cart.pk).reason if goods else ""


def likely_recipient(values: Mapping[str, str], place: Place, user: User | None) -> Recipient:
    """Return the recipient of a form that is filled in so far; parts of it may be missing."""
    group = SHIPPING if ships_elsewhere(values) else BILLING
    first, last, street = (read_line(values.get(f"{group}_{name}", ""))[:200] for name in PERSON)
    return Recipient(
        place=place,
        name=f"{first} {last}".strip(),
        street=street,
        email=read_address(values.get("billing_email", "")),
        user_id=user.pk if user else None,
    )


def refuse_wine(quoted: QuotedCart, form: CheckoutForm, user: User | None, now: datetime) -> None:
    """Refuse wine that may not be sent to this person. Other orders for the person wait until the transaction ends."""
    goods = quoted.sent_wine
    if not goods:
        return
    to, there = _recipient(form, user), quoted.quote.destination
    ruling = ledger.may_send(to, there, goods, now=now, cart_id=quoted.cart.pk, lock=True)
    if not ruling.allowed:
        raise Refusal("no_wine_there", ruling.reason, f"{form.parcel_group}_state")


def write_to_ledger(order: Order, quoted: QuotedCart, form: CheckoutForm, user: User | None, now: datetime) -> None:
    """Write into the ledger what a new order sends to whom."""
    wine = {each.variation_id for each in quoted.sent_wine}
    if not wine:
        return
    goods = [
        Bottles(
            line_id=line.pk,
            variation_id=line.variation_id,
            bottles=line.bottles,
            wine=line.label.text[:300],
            sku=line.sku,
        )
        for line in order.new_lines or order.lines.all()
        if line.variation_id is not None and line.variation_id in wine
    ]
    ledger.write(order.pk, _recipient(form, user), goods, now=now)


def rewrite_ledger(order: Order, quoted: QuotedCart, form: CheckoutForm, user: User | None, now: datetime) -> None:
    """Replace the order's rows of the ledger by what it sends now."""
    ledger.forget(order.pk)
    write_to_ledger(order, quoted, form, user, now)


def _recipient(form: CheckoutForm, user: User | None) -> Recipient:
    to = form.shipping
    return Recipient(
        place=form.place,
        name=to.name,
        street=to.address_1,
        address=", ".join(to.lines()),
        email=form.email,
        user_id=user.pk if user else None,
    )
