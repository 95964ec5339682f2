"""From a cart to an order with an attempt to pay it. The provider is called afterwards, never in here.

Rows are locked in one order everywhere: cart, order, coupons, attempt, stock.
"""

import random
import time
from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from django.db import OperationalError, connection, transaction

from vintner import chaos
from vintner.cart import carts
from vintner.cart.buyers import Said
from vintner.cart.carts import QuotedCart
from vintner.cart.pages import shipping_problem
from vintner.checkout.forms import CARD, CheckoutForm
from vintner.checkout.snapshot import snapshot
from vintner.customers.models import User
from vintner.orders import orders, redemptions, stock
from vintner.orders.models import Order
from vintner.orders.orders import hold_until
from vintner.orders.rules import PAYABLE, Status
from vintner.payments import attempts, bought
from vintner.payments.abandon import abandon
from vintner.payments.messages import MISSING_METHOD
from vintner.payments.models import Payment
from vintner.refusal import Refusal, Refusals
from vintner.shipping.destinations import may_ship_wine
from vintner.shipping.rules import Kind

TRIES = 3
REPEATED_WITHIN = timedelta(minutes=10)
"""For so long the same checkout, sent again after it was paid, is answered with its receipt."""
SETTLED = (Status.PROCESSING, Status.COMPLETED, Status.ON_HOLD)


class State(StrEnum):
    """What is left to do about an order: charge the attempt, wait for another request, or show the receipt."""

    TO_CHARGE = "to_charge"
    BUSY = "busy"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class Placed:
    """The order, and the attempt to charge in state TO_CHARGE."""

    order: Order
    state: State
    payment: Payment | None = None


@dataclass
class _Superseded(Exception):
    """The cart is not what it was when this unpaid order was placed from it."""

    order: Order


def place_order(cart_id: UUID, form: CheckoutForm, *, user: User | None, now: datetime) -> Placed:
    """Place the cart's order, or take up the one that a declined payment left. Raises Refusal or Refusals.

    An unpaid order of an earlier state of the cart is ended first, at the provider and then here; that may
    raise ProviderDown.
    """
    for attempt in range(1, TRIES + 1):
        try:
            return _place(cart_id, form, user, now)
        except _Superseded as old:
            if not abandon(old.order, "Replaced: the shopper changed the cart."):
                return Placed(old.order, State.SETTLED)
        except OperationalError as error:  # a deadlock, or a lock that took too long
            if getattr(error.__cause__, "sqlstate", "") not in ("40P01", "55P03", "40001"):
                raise
            time.sleep(random.uniform(0.05, 0.2) * attempt)  # noqa: S311 - spreads tries, hides nothing
    raise Refusal("crowded", "Many people are ordering at this moment. Your cart is safe: please try again.")


def _place(cart_id: UUID, form: CheckoutForm, user: User | None, now: datetime) -> Placed:
    with transaction.atomic(durable=True):
        _wait_briefly()
        cart = carts.lock(cart_id)
        shown = carts.quoted(cart, now=now, place=form.place, rate_id=form.rate_id, said=_said(form))
        if not shown.lines:
            return _repeated(cart_id, now)
        _check(shown, form)
        placed = _take_up(shown, form, user, now) or _new(shown, form, user, now)
    chaos.point("after_order_commit")
    return placed


def _said(form: CheckoutForm) -> Said:
    return Said(email=form.email, payment_method=CARD, billing_city=form.billing.city)


def _wait_briefly() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout = '3s'")  # quality A.4


def _repeated(cart_id: UUID, now: datetime) -> Placed:
    """Answer a checkout that was sent again after its cart was paid (and so is empty)."""
    recent = Order.objects.filter(cart_id=cart_id, status__in=SETTLED, placed_at__gt=now - REPEATED_WITHIN)
    order = recent.order_by("-id").first()
    if order is None:
        raise Refusal("empty_cart", "Your cart is empty.")
    return Placed(order, State.SETTLED)


def _check(shown: QuotedCart, form: CheckoutForm) -> None:
    """Refuse what cannot be sold, sent or charged as the page showed it."""
    if shown.problems:
        raise Refusals(shown.problems)
    if problem := shipping_problem(shown.quote):
        raise Refusal("no_delivery", problem, form.state_field)
    is_sent = shown.quote.shipping is not None and shown.quote.shipping.kind is not Kind.LOCAL_PICKUP
    if shown.alcoholic and is_sent:
        ruling = may_ship_wine(form.place.country, form.place.state)
        if not ruling.allowed:
            raise Refusal("no_wine_there", ruling.reason, form.state_field)
    if shown.quote.total and not form.provider_method:
        raise Refusal("no_method", MISSING_METHOD)
    if form.shown_total is None and shown.quote.refused:
        raise Refusals(tuple(refused.reason for refused in shown.quote.refused))
    if form.shown_total is not None and form.shown_total != shown.quote.total.minor:
        raise Refusal(
            "total_changed",
            f"The total is {shown.quote.total} now. Nothing was charged: please look at it and place the order again.",
        )


def _take_up(shown: QuotedCart, form: CheckoutForm, user: User | None, now: datetime) -> Placed | None:
    """Go on with the cart's unpaid order if there is one. Raises _Superseded when the cart has changed since."""
    unpaid = Order.objects.select_for_update(of=("self",)).filter(cart_id=shown.cart.pk, status__in=PAYABLE)
    order = unpaid.order_by("-id").first()
    if order is None:
        return None
    if attempts.in_progress(order, now):
        return Placed(order, State.BUSY)
    if order.cart_hash != shown.cart_hash or order.total != shown.quote.total:
        raise _Superseded(order)
    orders.readdress(order, snapshot(shown, form, user))
    payment = attempts.repeat(order, form.provider_method, now)
    orders.reopen(order, now)
    return Placed(order, State.TO_CHARGE, payment)


def _new(shown: QuotedCart, form: CheckoutForm, user: User | None, now: datetime) -> Placed:
    order = orders.create(snapshot(shown, form, user))
    redemptions.hold(order, [use.id for use in shown.quote.coupons], shown.quote.promotion_ids)
    payment = attempts.create(order, form.provider_method, now) if order.total else None
    quantities: Counter[int] = Counter()
    for line in shown.lines:
        quantities[line.line.variation_id] += line.line.quantity
    stock.reserve(order, quantities, hold_until(now))  # last: these rows are the ones that shoppers queue for
    if payment is not None:
        return Placed(order, State.TO_CHARGE, payment)
    orders.mark_paid(order, "Nothing to pay.")
    bought.take_out_of_cart(order)
    return Placed(order, State.SETTLED)
