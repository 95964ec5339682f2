"""The texts of e-mails about an order. Those that changes of status call for are written by the job that sends them.

What they say is read from the order then. What must be of the moment of the change is stored with the e-mail: what its
customer agreed to (`agreed_words`), and how many bottles were left.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import cast

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from vintner.orders.agreements import OrderDescription
from vintner.orders.amounts import amounts, payment_title, rows_after_refunds
from vintner.orders.emails.bodies import EmailBodies, render_bodies
from vintner.orders.emails.email_lines import email_lines
from vintner.orders.emails.kinds import (
    CONFIRMING,
    OF_MOVES,
    READY_TO_PICK_UP,
    REFUND_ON_ITS_WAY,
    SUBJECTS,
    TO_MERCHANT,
    EmailKind,
)
from vintner.orders.models import Email, Order
from vintner.orders.ownership import link, mailed, pay_link
from vintner.orders.pickup import find_pickup_terms
from vintner.orders.rules import NO_PRICES, PAYABLE, WITH_PRICES
from vintner.orders.shipments.promises import SIGNED_FOR, hold_sentence, hold_words, promised_delivery
from vintner.orders.signals import order_described
from vintner.shipping.regions import Address


def order_subject(order: Order, kind: EmailKind, more: Mapping[str, object]) -> str:
    """Return the subject. `more` has what it names besides the order."""
    values = {**more, "number": order.number, "store": settings.STORE_NAME}
    return _subject(order, kind, more).format_map(values)


def _subject(order: Order, kind: EmailKind, more: Mapping[str, object]) -> str:
    if getattr(more.get("refund"), "is_pending", False):
        return REFUND_ON_ITS_WAY
    return READY_TO_PICK_UP if kind is EmailKind.COMPLETED and order.is_pickup else SUBJECTS[kind]


def agreed_words(order: Order, kind: EmailKind) -> dict[str, object]:
    """Return what recurs after an order, and what else its customer agreed to, as it can be stored; empty if nothing
    does.
    """
    answers = order_described.send(Order, order=order, confirms=kind in CONFIRMING)
    described = [cast("OrderDescription", answer) for _, answer in answers]
    recurring = [text for each in described for text in each.recurring]
    agreements = [asdict(agreement) for each in described for agreement in each.agreements]
    return {"recurring": recurring, "agreements": agreements} if recurring or agreements else {}


def render_order_email(order: Order, kind: EmailKind, subject: str, more: Mapping[str, object]) -> EmailBodies:
    """Render an e-mail of an order as it is now."""
    for_staff = kind in TO_MERCHANT
    layout = {
        "for_staff": for_staff,
        "gift_prices": NO_PRICES if order.gift_without_prices else WITH_PRICES,
        "note_title": "Note from the customer" if for_staff else "Your note",
        "subject": subject,
    }
    shipments = {"shipments": order.shipments.all()} if kind is EmailKind.COMPLETED else {}
    template = f"orders/{'merchant' if for_staff else 'customer'}/{kind}"
    return render_bodies(template, {**_context(order), **shipments, **more, **layout})


def write_texts(email: Email) -> None:
    """Write the texts of an e-mail that has none yet, and store them. What was written stays as it is."""
    if email.text or email.order is None or email.kind not in OF_MOVES:
        return
    bodies = render_order_email(email.order, EmailKind(email.kind), email.subject, email.context)
    unwritten = Email.objects.filter(pk=email.pk, text="")
    if unwritten.update(text=bodies.text, html=bodies.html):
        email.text, email.html = bodies.text, bodies.html
    else:  # another process wrote them, or they were erased
        email.refresh_from_db()


def _phones(billing: Address, shipping: Address) -> str:
    """Return the payer's phone number, and that of the recipient where it is another one."""
    if not billing.phone or shipping.phone in ("", billing.phone):
        return billing.phone or shipping.phone
    return f"{billing.phone}; recipient {shipping.phone}"


def _context(order: Order) -> dict[str, object]:
    billing, shipping = Address.read(order.billing), Address.read(order.shipping)
    lines = email_lines(order)
    return {
        "order": order,
        "lines": lines,
        "pictured": any(each.picture for each in lines),
        "paid_by": payment_title(order),
        "rows": amounts(order),
        "after_refunds": rows_after_refunds(order),
        "billing": billing.lines(),
        "shipping": () if order.is_pickup else shipping.lines(),
        "pickup": find_pickup_terms(order) if order.is_pickup else None,
        "delivery": promised_delivery(order),
        "signed_for": f" {SIGNED_FOR}" if not order.is_pickup and order.needs_adult else "",
        "hold": hold_words(order, timezone.now()),
        "hold_sentence": hold_sentence(order),
        "number": order.number,
        "name": billing.first_name,
        "phone": _phones(billing, shipping),
        "store": settings.STORE_NAME,
        "url": mailed(link("order_received", order)),
        "admin_url": mailed(reverse("admin:orders_order_change", args=[order.pk])),
        "pay_url": mailed(pay_link(order)),
        "is_payable": order.status in PAYABLE and bool(order.total),
        "events": order.events.filter(alert=True),
    }
