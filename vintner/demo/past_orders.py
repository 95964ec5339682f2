"""What the customer of the demo bought before, priced by the same `quote` as every order."""

from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Final

from django.utils.timezone import localtime

from vintner.accounts.address_book.addresses import keep_first_addresses
from vintner.cart import coupons
from vintner.cart.models import Cart, CartLine
from vintner.cart.prices.quoted_cart import QuotedCart, quote_cart
from vintner.catalogue.models import Variation
from vintner.checkout.forms import CheckoutForm
from vintner.checkout.place_order import snapshot
from vintner.customers.models import User
from vintner.demo.people import CUSTOMER, MANAGER
from vintner.orders import orders, redemptions
from vintner.orders.models import Order
from vintner.orders.rules import Status
from vintner.orders.shipments import shipments
from vintner.orders.shipments.shipments import NewShipment
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.shipping.regions import Address

PAST: Final = (
    (214, Status.COMPLETED, (("V-BULK", 6), ("HOL-KABI", 2)), ("USEDUP",)),
    (97, Status.COMPLETED, (("V-VINTAGES-2021", 2), ("ARR-JOVEN", 3), ("CAN-PX", 1)), ()),
    (2, Status.PROCESSING, (("COL-CHIANTI", 3), ("VAU-BRUT-750-ml", 1)), ()),
)
"""Days ago, what became of it, what was in it (SKU and bottles), and the codes of its coupons."""


def make_past_orders(now: datetime) -> int:
    """Make the customer's past orders, unless she has any; returns how many were made. No e-mail, no stock taken."""
    customer = User.objects.get(email=CUSTOMER.email)
    manager = User.objects.get(email=MANAGER.email)
    if Order.objects.filter(user=customer).exists():
        return 0
    home = Address(**asdict(CUSTOMER.address))
    keep_first_addresses(customer, home, home)
    for days, status, bought, codes in PAST:
        order, _ = place_past_order(customer, bought, codes, now)
        when = now - timedelta(days=days, hours=5)
        _settle(order, status, manager, when)
        if status is Status.COMPLETED:
            _send(order, manager, when)
        Order.objects.filter(pk=order.pk).update(placed_at=when, paid_at=when + timedelta(minutes=1))
    return len(PAST)


def place_past_order(
    customer: User, bought: tuple[tuple[str, int], ...], codes: tuple[str, ...], now: datetime
) -> tuple[Order, QuotedCart]:
    """Place an order of bottles by SKU. Returns it with its quote."""
    home = Address(**asdict(CUSTOMER.address))
    form = CheckoutForm(
        billing=home,
        shipping=home,
        separate=False,
        email=customer.email,
        note="",
        rate_id=None,
        payment_input=PaymentInput(""),
        shown_total=None,
    )
    found = Variation.objects.in_bulk([sku for sku, _ in bought], field_name="sku")
    cart = Cart.objects.create(user=customer)
    for sku, quantity in bought:
        CartLine.objects.create(cart=cart, variation=found[sku], quantity=quantity)
    for code in codes:
        coupons.add(cart, code, now=now, email=customer.email)
    cart.refresh_from_db()
    shown = quote_cart(cart, now=now, place=form.place, rate_id="")
    order = orders.create(snapshot(shown, form, customer))
    redemptions.hold(order, [use.id for use in shown.quote.coupons], shown.quote.promotion_ids)
    cart.delete()
    return order, shown


def _send(order: Order, manager: User, when: datetime) -> None:
    """Record the parcel, which left the day after and arrived three days later. Its number is the demo's own."""
    left = localtime(when).date() + timedelta(days=1)
    number = f"1Z999AA10{order.pk:09}"
    parcel = NewShipment(carrier="ups", tracking_number=number, shipped_on=left, delivered_on=left + timedelta(days=3))
    shipments.record(order, parcel, by=manager)


def _settle(order: Order, status: Status, manager: User, when: datetime) -> None:
    """Lead the order to its status. Events keep the time they are written at, so the note names the real one."""
    orders.move(order, Status.PROCESSING, f"Paid by card on {when:%B} {when.day}, {when.year}.", quietly=True)
    if status is Status.COMPLETED:
        orders.move(order, Status.COMPLETED, "Sent the day after.", by=manager, quietly=True)
