"""Builds an order's page, which follows the receipt (docs/behaviour/orders.md#receipt), from the permanent record."""

from datetime import datetime

from django.conf import settings
from django.utils import timezone

from vintner.customers.models import User
from vintner.customers.pages import account_menu
from vintner.order_pages.pages import OrderStep, ShipmentView, ViewOrderPage
from vintner.order_pages.receipt import (
    account_offer,
    again_url,
    billing_lines,
    customer_updates,
    day_of,
    find_pending_payment,
    find_pickup,
    line_views,
    list_shipments,
    may_have_account,
    order_gift,
    provider_page,
    provider_page_label,
    recurring_lines,
    refund_rows,
    reload_seconds,
    shipping_lines,
    total_rows,
)
from vintner.order_pages.receipt_texts import next_steps, status_text
from vintner.orders.amounts import payment_title
from vintner.orders.documents import documents
from vintner.orders.documents.letterhead import store_lines
from vintner.orders.models import Order, Shipment
from vintner.orders.ownership import link, pay_link
from vintner.orders.progress import TONES, Step, find_stage, list_steps, state_words
from vintner.orders.shipments.promises import promised_delivery
from vintner.payments.attempts.pay_again import is_payable
from vintner.subscriptions.recurring import recurring_sentences
from vintner.web.dates import day_in_words, moment_in_words
from vintner.web.page import CSRF_TOKEN, Head, Shared


def order_page(
    order: Order,
    shared: Shared,
    user: User | None = None,
    *,
    in_account: bool = False,
    is_buyer: bool = False,
    problem: str = "",
) -> ViewOrderPage:
    """Return the order's page. The caller has checked that the visitor may see it.

    `in_account`: it is shown among the pages of the customer's account. `is_buyer` and `problem` are as on the receipt.
    """
    now = timezone.now()
    shipments = list_shipments(order)
    stage = find_stage(order, shipments, now)
    refunds, total_after_refunds = refund_rows(order)
    waiting, pickup, payable = find_pending_payment(order), find_pickup(order), is_payable(order)
    recurring = recurring_sentences(order, now)
    return ViewOrderPage(
        head=Head(title=f"Order {order.number} – {settings.STORE_NAME}", robots="noindex"),
        shared=shared,
        csrf_token=CSRF_TOKEN,
        menu=account_menu("orders", user) if in_account and user is not None else (),
        number=order.number,
        date=day_of(order.placed_at),
        email=order.email,
        status=order.get_status_display(),
        state=state_words(order, stage),
        tone=TONES.get(stage, ""),
        status_text=status_text(order, stage, waiting),
        steps=tuple(_step(each) for each in list_steps(order, shipments, stage)),
        next_steps=next_steps(order, stage, pickup, recurring, is_new=False),
        shipments=tuple(_shipment(each) for each in shipments if each.carrier != Shipment.Carrier.PICKUP),
        updates=customer_updates(order),
        lines=line_views(order),
        rows=total_rows(order),
        total=order.total.text,
        recurring=recurring_lines(order, recurring, user),
        refunds=refunds,
        total_after_refunds=total_after_refunds,
        provider_page=provider_page(waiting),
        provider_page_label=provider_page_label(waiting),
        look_again_after=reload_seconds(waiting),
        payment_title=payment_title(order),
        billing_address=billing_lines(order),
        shipping_address=shipping_lines(order),
        pickup=pickup,
        delivery=promised_delivery(order),
        customer_note=order.customer_note,
        gift=order_gift(order),
        store_address=store_lines(),
        pay_url=pay_link(order) if payable else "",
        cancel_url=link("order_cancel", order) if payable else "",
        again_url=again_url(order),
        invoice_url=link("order_invoice", order) if documents.has_invoice(order) else "",
        account=account_offer(order, problem) if is_buyer and may_have_account(order, user) else None,
    )


def _step(step: Step) -> OrderStep:
    on = moment_in_words(step.at) if isinstance(step.at, datetime) else day_in_words(step.at) if step.at else ""
    iso = step.at.isoformat(timespec="seconds") if isinstance(step.at, datetime) else str(step.at or "")
    return OrderStep(label=step.label, on=on, datetime=iso, is_bad=step.is_bad)


def _shipment(shipment: Shipment) -> ShipmentView:
    arrived = f", delivered on {day_in_words(shipment.delivered_on)}" if shipment.delivered_on else ""
    return ShipmentView(
        carrier=shipment.carrier_label,
        number=shipment.tracking_number,
        url=shipment.tracking_url,
        sent=f"Sent on {day_in_words(shipment.shipped_on)}{arrived}",
        contents=tuple(f"{part.quantity} × {part.line.label.text}" for part in shipment.lines.all()),
    )
