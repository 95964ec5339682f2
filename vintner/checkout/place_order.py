"""Makes an order of a cart, with a payment attempt. The provider is called afterwards, outside the transaction.

Rows are locked in the one order that docs/payments.md ("Locks") names.
"""

from collections import Counter
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from typing import Final
from uuid import UUID

from django.db import connection, transaction

from vintner import chaos
from vintner.accounts.address_book.addresses import keep_first_addresses
from vintner.attribution.attributions import record_order
from vintner.cart import carts
from vintner.cart.carts import QuotedCart, QuotedLine
from vintner.cart.models import Cart
from vintner.cart.prices.quoted_cart import shipping_problem
from vintner.cart.prices.small_totals import find_small_total
from vintner.cart.rows import bottles_of
from vintner.cart.saved import price_inputs
from vintner.cart.saved.ordered_lines import remove_ordered_lines
from vintner.checkout.accounts import make_account
from vintner.checkout.forms import CheckoutForm
from vintner.checkout.subscribing import prepare_form
from vintner.checkout.wine_shipments import refuse_wine, rewrite_ledger, write_to_ledger
from vintner.contention import TRIES, Crowded, persist
from vintner.customers.models import User
from vintner.money import Money
from vintner.orders import drafts, orders, redemptions, stock
from vintner.orders.models import Order, OrderAdjustment
from vintner.orders.orders import NewAdjustment, NewLine, NewOrder, hold_until
from vintner.orders.rules import LONGEST_OPTIONS, PAYABLE, Status
from vintner.orders.shipments.promises import PromisedDays, read_promise
from vintner.payments.attempts import attempts
from vintner.payments.attempts.abandon import cancel_unpaid_order
from vintner.payments.messages import MISSING_METHOD
from vintner.payments.models import Payment
from vintner.payments.offered_types import METHOD_FIELD, code_of, missing_method, refuse_unavailable
from vintner.pricing.quote import PricedLine, Quote
from vintner.refusal import Refusal, Refusals
from vintner.shipping import age
from vintner.shipping.address_form import find_field_to_change
from vintner.subscriptions.opening import has_subscription, open_subscriptions, reopen_subscriptions

REPEATED_WITHIN = timedelta(minutes=10)
"""How long a checkout that is sent again after it was paid is answered with its receipt."""
SETTLED = (Status.PROCESSING, Status.COMPLETED, Status.ON_HOLD)
AUTOMATIC: Final = "By the store itself, for a box of a subscription."
"""Who places the order of a box, in its history."""


class PlacementState(StrEnum):
    """The next step: charge the attempt, wait for another request that is doing so, answer as the request that made
    the attempt, leave the order to be paid by hand, or show the receipt.
    """

    TO_CHARGE = "to_charge"
    BUSY = "busy"
    REPEATED = "repeated"
    UNPAID = "unpaid"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class PlacedOrder:
    """The order, its attempt in the states TO_CHARGE and REPEATED, and the account that was opened with the order."""

    order: Order
    state: PlacementState
    payment: Payment | None = None
    new_account: User | None = None


@dataclass
class _CartChanged(Exception):
    """The cart has changed since this unpaid order was placed from it."""

    order: Order


def place_order(cart_id: UUID, form: CheckoutForm, *, user: User | None, now: datetime) -> PlacedOrder:
    """Place the cart's order, or go on with the one of a declined payment. Raises Refusal or Refusals.

    An unpaid order of an earlier state of the cart is cancelled first, at the provider and then here; this may raise
    ProviderDown. docs/behaviour/checkout.md#placing-an-order has the steps.
    """
    for _ in range(TRIES):
        try:
            return persist(partial(_place, cart_id, form, user, now))
        except _CartChanged as old:
            is_cancelled = cancel_unpaid_order(old.order, "Replaced: the shopper changed the cart.")
            if not is_cancelled and not Order.objects.filter(pk=old.order.pk, status__in=PAYABLE).exists():
                return PlacedOrder(old.order, PlacementState.SETTLED)
        except Crowded:
            break
    raise Refusal("crowded", "Many people are ordering at this moment. Your cart is safe: please try again.")


def _place(cart_id: UUID, form: CheckoutForm, user: User | None, now: datetime) -> PlacedOrder:
    with transaction.atomic(durable=True):
        _set_lock_timeout()
        cart = carts.lock(cart_id)
        _save_price_inputs(cart, form)
        quoted = carts.quote_cart(cart, now=now, place=form.place, rate_id=form.rate_id)
        if not quoted.lines:
            return _answer_repeated(cart_id, form, now)
        _refuse_unsellable(quoted, form, now)
        form = prepare_form(form, quoted, user, now)
        refuse_wine(quoted, form, user, now)
        unpaid, draft = _find_unpaid_and_draft(quoted)
        if unpaid is not None and (busy := _find_busy(unpaid, quoted, form, now)) is not None:
            return busy
        new_account = _open_account(quoted, form) if user is None and form.password else None
        buyer = new_account or user
        if buyer is not None:
            keep_first_addresses(buyer, form.billing, form.shipping)
        if unpaid is None:
            placed = _create_order(draft, quoted, form, buyer, now)
        else:
            if draft is not None:
                draft.delete()  # the unpaid order is the one that counts
            placed = _continue_unpaid(unpaid, quoted, form, buyer, now)
    chaos.point("after_order_commit")
    return replace(placed, new_account=new_account)


def _open_account(quoted: QuotedCart, form: CheckoutForm) -> User:
    return make_account(form.email, form.password, form.billing, is_needed=has_subscription(quoted))


def _save_price_inputs(cart: Cart, form: CheckoutForm) -> None:
    """Save what the price depends on. A form that pays nothing names no method, and the saved one may be the reason."""
    method = code_of(form.payment_input.method_type) if form.payment_input.has_method else ""
    price_inputs.save_price_inputs(cart, price_inputs.PriceInputs(form.email, method, form.billing.city))


def _set_lock_timeout() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout = '3s'")  # no longer, or the shopper presses the button again


def _answer_repeated(cart_id: UUID, form: CheckoutForm, now: datetime) -> PlacedOrder:
    """Return the paid order of a checkout that was sent again: its cart is empty. Raises Refusal if there is none.

    Another token of a wallet is another press: what it wants to buy was bought by somebody else, or before.
    """
    recent = Order.objects.filter(cart_id=cart_id, status__in=SETTLED, placed_at__gt=now - REPEATED_WITHIN)
    if form.payment_input.page == Payment.Page.EXPRESS and form.payment_input.token:
        recent = recent.filter(payments__token=form.payment_input.token)
    order = recent.order_by("-id").first()
    if order is None:
        raise Refusal("empty_cart", "Your cart is empty.")
    return PlacedOrder(order, PlacementState.SETTLED)


def _refuse_unsellable(quoted: QuotedCart, form: CheckoutForm, now: datetime) -> None:
    """Refuse what cannot be sold, sent, or charged at the displayed total."""
    if quoted.problems:
        raise Refusals(quoted.problems)
    if problem := shipping_problem(quoted.quote):
        raise Refusal("no_delivery", problem, find_field_to_change(form.parcel_group, form.place.country))
    age.refuse_unless_of_age(form.age_fields, quoted.quote.handover, alcoholic=quoted.alcoholic, now=now)
    _refuse_other_total(quoted, form)
    if quoted.quote.total and form.unpaid_until is None:
        _refuse_payment_input(form, quoted.quote)


def _refuse_other_total(quoted: QuotedCart, form: CheckoutForm) -> None:
    """Refuse a total that differs from what was displayed, before the way to pay, which was displayed for it."""
    if form.check is not None:
        form.check(total=quoted.quote.total, cart_hash=quoted.cart_hash)
        return
    if form.shown_total is None and quoted.quote.refused:
        raise Refusals(tuple(refused.reason for refused in quoted.quote.refused))
    if form.shown_total is not None and form.shown_total != quoted.quote.total.minor:
        raise Refusal(
            "total_changed",
            f"The total is {quoted.quote.total} now. Nothing was charged: please look at it and place the order again.",
        )


def _refuse_payment_input(form: CheckoutForm, quote: Quote) -> None:
    if not form.names_method:
        if problem := find_small_total(quote):  # then the pages offer no method
            raise Refusal("small_total", problem, METHOD_FIELD)
        raise missing_method()
    refuse_unavailable(form.payment_input.method_type, form.billing.country, quote.total)
    if not form.payment_input.has_method:
        raise Refusal("no_method", MISSING_METHOD)


def _find_unpaid_and_draft(quoted: QuotedCart) -> tuple[Order | None, Order | None]:
    """Return the cart's newest unpaid order and its draft, both locked, or None."""
    locked = Order.objects.select_for_update(of=("self",)).order_by("-id")
    locked = locked.filter(cart_id=quoted.cart.pk, status__in=(*PAYABLE, Status.DRAFT))
    if not list(locked.values_list("pk")):  # as for most carts: to read all columns of none would take as long
        return None, None
    found = list(locked)
    draft = next((order for order in found if order.status == Status.DRAFT), None)
    return next((order for order in found if order.status != Status.DRAFT), None), draft


def _find_busy(unpaid: Order, quoted: QuotedCart, form: CheckoutForm, now: datetime) -> PlacedOrder | None:
    """Return the cart's unpaid order if another request pays it, else None. Its charge may be sent again for the same
    cart alone.
    """
    repeated = attempts.find_repeated(unpaid, form.payment_input, now)
    if repeated is not None and unpaid.cart_hash == quoted.cart_hash:
        return PlacedOrder(unpaid, PlacementState.REPEATED, repeated)
    is_busy = attempts.is_in_progress if _has_changed(unpaid, quoted) else attempts.is_awaited
    return PlacedOrder(unpaid, PlacementState.BUSY) if is_busy(unpaid, now) else None


def _continue_unpaid(
    order: Order, quoted: QuotedCart, form: CheckoutForm, user: User | None, now: datetime
) -> PlacedOrder:
    """Go on with the cart's unpaid order. Raises _CartChanged when the cart has changed since."""
    if _has_changed(order, quoted):
        raise _CartChanged(order)
    orders.copy_recipient(order, snapshot(quoted, form, user))
    if user is not None:
        reopen_subscriptions(order, quoted, user, age_fields=form.age_fields, sent_from=form.sent_from, now=now)
    rewrite_ledger(order, quoted, form, user, now)
    redemptions.claim_again(order)
    if form.unpaid_until is not None:
        orders.reopen(order, now, AUTOMATIC if form.is_automatic else orders.TRIED_AGAIN)
        orders.hold_longer(order, form.unpaid_until)
        return PlacedOrder(order, PlacementState.UNPAID)
    payment = attempts.create_next_attempt(order, form.payment_input, now, payer=user)
    orders.reopen(order, now, AUTOMATIC if form.is_automatic else orders.TRIED_AGAIN)
    return PlacedOrder(order, PlacementState.TO_CHARGE, payment)


def _has_changed(order: Order, quoted: QuotedCart) -> bool:
    return order.cart_hash != quoted.cart_hash or order.total != quoted.quote.total


def _create_order(
    draft: Order | None, quoted: QuotedCart, form: CheckoutForm, user: User | None, now: datetime
) -> PlacedOrder:
    new = snapshot(quoted, form, user)
    order = orders.create(new) if draft is None else drafts.place(draft, new)
    record_order(order, form.attribution)
    if user is not None:
        open_subscriptions(order, quoted, user, age_fields=form.age_fields, sent_from=form.sent_from, now=now)
    write_to_ledger(order, quoted, form, user, now)
    redemptions.hold(order, [use.id for use in quoted.quote.coupons], quoted.quote.promotion_ids)
    charges = bool(order.total) and form.unpaid_until is None
    payment = attempts.create_attempt(order, form.payment_input, now, payer=user) if charges else None
    quantities: Counter[int] = Counter()
    for line in quoted.lines:
        quantities[line.line.variation_id] += line.line.quantity
    # Last, because these rows are the ones that shoppers queue for.
    stock.reserve_first(order, quantities, form.unpaid_until or hold_until(now))
    if payment is not None:
        return PlacedOrder(order, PlacementState.TO_CHARGE, payment)
    if order.total:
        return PlacedOrder(order, PlacementState.UNPAID)
    orders.mark_paid(order, "Nothing to pay.")
    remove_ordered_lines(order)
    return PlacedOrder(order, PlacementState.SETTLED)


def snapshot(quoted: QuotedCart, form: CheckoutForm, user: User | None) -> NewOrder:
    """Return the order as it is to be recorded. Every line must have a price."""
    quote = quoted.quote
    delivery = quote.shipping
    promised = read_promise(delivery.promise, ships_now=form.ships_now) if delivery else PromisedDays()
    return NewOrder(
        lines=tuple(_line(line, line.priced) for line in quoted.lines if line.priced is not None),
        adjustments=new_adjustments(quote),
        subtotal=quote.subtotal,
        discount=quote.discount,
        shipping_total=quote.shipping_total,
        fee_total=quote.fee_total,
        tax_total=quote.tax_total,
        total=quote.total,
        email=form.email,
        billing=form.billing,
        shipping=form.shipping,
        customer_note=form.note,
        gift=form.gift,
        payment_method=code_of(form.payment_input.method_type),
        payment_title=form.payment_input.label,
        shipping_rate=delivery.rate_id if delivery else "",
        shipping_title=delivery.title if delivery else "",
        carrier=delivery.carrier if delivery else "",
        **asdict(promised),
        cart_id=quoted.cart.pk,
        cart_hash=quoted.cart_hash,
        user=user,
        remark=_age_remark(quoted, form),
    )


def _age_remark(quoted: QuotedCart, form: CheckoutForm) -> str:
    """Return the note about the confirmed age, with the visitor's address. A seller may have to prove having asked."""
    if form.is_automatic:
        return AUTOMATIC
    confirmation = age.shown(alcoholic=quoted.alcoholic)
    return f"{confirmation}, from {form.sent_from or 'an unknown address'}." if confirmation else ""


def _line(line: QuotedLine, priced: PricedLine) -> NewLine:
    return NewLine(
        variation_id=line.variation.pk,
        product_id=line.product.pk,
        sku=line.variation.sku or line.product.sku,
        producer=line.label.producer,
        name=line.label.name,
        vintage=line.label.vintage,
        size=line.label.size,
        options=line.label.options[:LONGEST_OPTIONS],
        quantity=priced.quantity,
        bottles_each=bottles_of(line.line),
        regular_unit_price=priced.regular_unit,
        subtotal=priced.subtotal,
        discount=priced.discount,
        tax=priced.tax,
        promotion=priced.promotion[:300],
        given=bool(priced.given_by),
    )


def new_adjustments(quote: Quote) -> tuple[NewAdjustment, ...]:
    """Return the discounts, coupons, fees and taxes that an order records of a quote."""
    kinds = OrderAdjustment.Kind
    return (
        *(_adjustment(kinds.PROMOTION, each.label, each.amount) for each in quote.adjustments),
        *(_adjustment(kinds.DISCOUNT, each.label, each.amount) for each in quote.discounts),
        *(_adjustment(kinds.COUPON, use.code, use.amount) for use in quote.coupons),
        *(_adjustment(kinds.FEE, fee.label, fee.amount) for fee in quote.fees),
        *(_adjustment(kinds.TAX, tax.name, tax.amount, tax.rate) for tax in quote.taxes),
    )


def _adjustment(kind: OrderAdjustment.Kind, label: str, amount: Money, rate: str = "") -> NewAdjustment:
    return NewAdjustment(kind=kind, label=label, rate=rate, amount=amount)
