"""Changes an unpaid order for staff: bottles, addresses, delivery. The order is quoted again like a cart; nobody types
a total.

Rows are locked as when placing an order: cart, recipient of wine, order, coupons, stock.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final
from uuid import uuid4

from django.db import transaction

from vintner.cart.items import variations_with_details
from vintner.cart.models import Cart, CartLine
from vintner.cart.prices.quoted_cart import QuotedCart, quote_rows, shipping_problem
from vintner.cart.rows import CartLineRow, CartRows, chosen_options, picture_key
from vintner.cart.saved.ordered_lines import remove_ordered_lines
from vintner.catalogue.models import Variation
from vintner.catalogue.wine_label import label_of
from vintner.checkout.forms import CheckoutForm
from vintner.checkout.place_order import snapshot
from vintner.checkout.wine_shipments import refuse_wine, rewrite_ledger
from vintner.customers.models import User
from vintner.orders import orders, rewrite_order
from vintner.orders.emails import emails
from vintner.orders.models import Order
from vintner.orders.rules import PAYABLE
from vintner.payments.attempts.abandon import give_up_attempts
from vintner.payments.models import Payment
from vintner.refusal import Refusal, Refusals
from vintner.shipping.address_form import find_field_to_change

CHANGED_MEANWHILE: Final = "The order has changed since you opened it. Please look at it again."
BEING_PAID: Final = "The customer has just begun to pay this order. Please wait a minute and look at it again."
OTHER_ORDER: Final = "The customer has placed another order from the same cart: change that one, or cancel it first."


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderChange:
    """The changed order: bottles by variation, and the form. `seal` is that of the order that staff saw."""

    quantities: Mapping[int, int]
    form: CheckoutForm
    seal: str
    hold_for: timedelta


def quote_change(order: Order, change: OrderChange, now: datetime) -> QuotedCart:
    """Return the quote of the changed order. The bottles and coupons that the order holds count as free for it."""
    form = change.form
    facts = {"email": form.email.lower(), "payment_method": order.payment_method, "billing_city": form.billing.city}
    cart = Cart(pk=order.cart_id or uuid4(), user=order.user, **facts)
    found = {each.pk: each for each in variations_with_details().filter(pk__in=change.quantities)}
    lines = tuple(
        _line_row(cart, found[variation_id], quantity)
        for variation_id, quantity in change.quantities.items()
        if quantity and variation_id in found
    )
    coupon_ids = tuple(order.redemptions.exclude(coupon=None).values_list("coupon_id", flat=True))
    return quote_rows(cart, CartRows(lines, coupon_ids), now=now, place=form.place, rate_id=form.rate_id)


def _line_row(cart: Cart, variation: Variation, quantity: int) -> CartLineRow:
    line = CartLine(cart=cart, variation=variation, quantity=quantity)
    return CartLineRow(line, label_of(variation), chosen_options(variation), picture_key(variation))


def edit_order(order_id: int, change: OrderChange, *, by: User, now: datetime, tell: bool) -> Order:
    """Change the order. With `tell`, the customer is sent the order with a link to pay.

    Attempts that might still charge the old total are cancelled at the provider first. Raises Refusal or Refusals with
    messages for staff, and ProviderDown; then the order is unchanged.
    """
    order = Order.objects.get(pk=order_id)
    if not rewrite_order.is_editable(order):
        raise Refusal("not_editable", rewrite_order.NOT_UNPAID)
    _refuse_unsellable(
        quote_change(order, change, now), change, order.user, now
    )  # before attempts are cancelled in vain
    give_up_attempts(order_id, now)
    with transaction.atomic(durable=True):
        order = _lock_cart_of(order_id)
        quoted = quote_change(order, change, now)
        _refuse_unsellable(quoted, change, order.user, now)
        order = orders.lock(order_id)
        _refuse_changed(order, change)
        _rewrite(order, quoted, change, by, now)
        if tell and order.status in PAYABLE:
            emails.send_details(order)
    return order


def _lock_cart_of(order_id: int) -> Order:
    """Return the order with its cart's row locked."""
    order = Order.objects.get(pk=order_id)
    if order.cart_id is not None:
        Cart.objects.select_for_update().filter(pk=order.cart_id).first()
    return order


def _refuse_unsellable(quoted: QuotedCart, change: OrderChange, user: User | None, now: datetime) -> None:
    """Refuse what cannot be sold or sent, and a total that differs from the one that staff saw."""
    if not quoted.lines:
        raise Refusal("empty", "An order has at least one bottle. To end it, cancel it.")
    if quoted.problems:
        raise Refusals(quoted.problems)
    if problem := shipping_problem(quoted.quote):
        raise Refusal("no_delivery", problem, find_field_to_change(change.form.parcel_group, change.form.place.country))
    refuse_wine(quoted, change.form, user, now)
    if change.form.shown_total != quoted.quote.total.minor:
        raise Refusal("total_changed", f"It costs {quoted.quote.total} now. Please look at it, and save again.")


def _refuse_changed(order: Order, change: OrderChange) -> None:
    if order.seal != change.seal:
        raise Refusal("changed_meanwhile", CHANGED_MEANWHILE)
    if Payment.objects.filter(order=order, closed_at=None).exists():
        raise Refusal("busy", BEING_PAID)
    others = Order.objects.filter(cart_id=order.cart_id, status="pending").exclude(pk=order.pk)
    if order.cart_id is not None and others.exists():
        raise Refusal("other_order", OTHER_ORDER)


def _rewrite(order: Order, quoted: QuotedCart, change: OrderChange, by: User, now: datetime) -> None:
    """Write the changed order. It loses the cart's hash, so that at the checkout the cart makes a new order instead."""
    new = replace(
        snapshot(quoted, change.form, order.user),
        cart_id=order.cart_id,
        cart_hash="",
        payment_method=order.payment_method,
        payment_title=order.payment_title,
    )
    coupons = [use.id for use in quoted.quote.coupons]
    until = now + change.hold_for
    rewrite_order.rewrite_order(order, new, coupons=coupons, promotions=quoted.quote.promotion_ids, until=until, by=by)
    rewrite_ledger(order, quoted, change.form, order.user, now)
    if not order.total:
        orders.mark_paid(order, "Nothing to pay.")
        remove_ordered_lines(order)
