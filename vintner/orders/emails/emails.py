"""The e-mails to shopper and merchant about an order (docs/behaviour/orders.md#e-mails).

`queue` writes the e-mail and its job in the caller's transaction: if the order's change is rolled back, so are they.
`delivery.py` hands it to the mail server.
"""

from collections.abc import Mapping
from datetime import timedelta
from email.utils import make_msgid
from enum import StrEnum
from typing import cast
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from procrastinate.contrib.django import app

from vintner.orders.agreements import OrderDescription
from vintner.orders.amounts import amounts, rows_after_refunds
from vintner.orders.models import Email, Order
from vintner.orders.ownership import link, mailed, pay_link
from vintner.orders.pickup import find_pickup_terms
from vintner.orders.rules import PAYABLE, Status
from vintner.orders.signals import order_described
from vintner.shipping.regions import Address


class EmailKind(StrEnum):
    """The kinds of e-mails. An order has each at most once about the same thing. The value is the template's name."""

    PROCESSING = "processing"
    ON_HOLD = "on_hold"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    REFUNDED = "refunded"
    PARTLY_REFUNDED = "partly_refunded"
    BOTTLES_GONE = "bottles_gone"
    LESS_TAKEN = "less_taken"
    DETAILS = "details"
    NOTE = "note"
    LINK = "link"
    NEW_ORDER = "new_order"
    CANCELLED_ORDER = "cancelled_order"
    FAILED_ORDER = "failed_order"
    ALERT = "alert"
    LOW_STOCK = "low_stock"
    OUT_OF_STOCK = "out_of_stock"
    BACKORDERED = "backordered"


# WooCommerce's subjects where it has the e-mail; the others are ours.
SUBJECTS = {
    EmailKind.PROCESSING: "Your {store} order has been received!",
    EmailKind.ON_HOLD: "Your order from {store} is on hold",
    EmailKind.COMPLETED: "Your order from {store} is on its way!",
    EmailKind.FAILED: "Your order at {store} was unsuccessful",
    EmailKind.CANCELLED: "Your order #{number} at {store} is cancelled",
    EmailKind.REFUNDED: "Your {store} order #{number} has been refunded",
    EmailKind.PARTLY_REFUNDED: "Your {store} order #{number} has been partially refunded",
    EmailKind.BOTTLES_GONE: "Your {store} order #{number}: your wine has sold out",
    EmailKind.LESS_TAKEN: "Less was charged for your {store} order #{number}",
    EmailKind.DETAILS: "The details of your {store} order #{number}",
    EmailKind.LINK: "The link to your {store} order #{number}",
    EmailKind.NOTE: "A note has been added to your order from {store}",
    EmailKind.NEW_ORDER: "[{store}]: You've got a new order: #{number}",
    EmailKind.CANCELLED_ORDER: "[{store}]: Order #{number} is cancelled",
    EmailKind.FAILED_ORDER: "[{store}]: The payment of order #{number} failed",
    EmailKind.ALERT: "[{store}]: Order #{number} needs a decision",
    EmailKind.LOW_STOCK: "[{store}]: {wine} is running low",
    EmailKind.OUT_OF_STOCK: "[{store}]: {wine} is out of stock",
    EmailKind.BACKORDERED: "[{store}]: {wine} was sold beyond its stock",
}
READY_TO_PICK_UP = "Your order from {store} is ready to pick up!"
"""The subject of `completed` where there is no parcel that could be on its way."""
REFUND_ON_ITS_WAY = "The refund of your {store} order #{number} is on its way"
"""The subject of both e-mails about a refund that the card service has not made yet."""
TO_MERCHANT = frozenset(
    {
        EmailKind.NEW_ORDER,
        EmailKind.CANCELLED_ORDER,
        EmailKind.FAILED_ORDER,
        EmailKind.ALERT,
        EmailKind.LOW_STOCK,
        EmailKind.OUT_OF_STOCK,
        EmailKind.BACKORDERED,
    }
)
CONFIRMING = frozenset({EmailKind.PROCESSING, EmailKind.ON_HOLD, EmailKind.COMPLETED, EmailKind.DETAILS})
"""They say what else the customer agreed to, and how to end it."""
NO_DELAY = timedelta()
NO_RECIPIENT: Mapping[str, object] = {"given_up_at": Now(), "error": "The customer of this order was erased."}
"""The columns of an e-mail to nobody: it is written down like the others, and not sent."""
SETTLED = frozenset({Status.PROCESSING, Status.COMPLETED, Status.ON_HOLD})
FAILURE_KINDS = frozenset({EmailKind.FAILED, EmailKind.FAILED_ORDER})
FAILURE_DELAY = timedelta(minutes=30)
"""How long after the last try to pay an order the e-mails about the failure wait: the shopper may still try again."""
_NOT_SETTLED = frozenset({Status.PENDING, Status.FAILED, Status.CANCELLED})


def queue_for_move(order: Order, was: Status, to: Status) -> None:
    """Queue the e-mails to shopper and merchant about a change of status."""
    if was is Status.FAILED or to in SETTLED:
        _delete_failure_emails(order)
    for kind in email_kinds_for_move(was, to):
        queue(order, kind, delay=FAILURE_DELAY if kind in FAILURE_KINDS else NO_DELAY)


def delay_failure_emails(order: Order) -> None:
    """Restart the delay of the e-mails about a failed payment: the shopper has just tried again without success."""
    _unsent_failure_emails(order).update(next_try_at=timezone.now() + FAILURE_DELAY)


def withdraw_failure_email(order: Order) -> None:
    """Delete the unsent e-mail to the shopper about a failed payment: somebody else tells them."""
    _unsent_failure_emails(order).filter(kind=EmailKind.FAILED).delete()


def _delete_failure_emails(order: Order) -> None:
    """Delete unsent e-mails about failed payments, also those of orders of the same cart that this one replaces."""
    _unsent_failure_emails(order).delete()


def _unsent_failure_emails(order: Order) -> QuerySet[Email]:
    orders = Q(order=order) if order.cart_id is None else Q(order=order) | Q(order__cart_id=order.cart_id)
    return Email.objects.filter(orders, kind__in=FAILURE_KINDS, sent_at=None, tries=0)


def email_kinds_for_move(was: Status, to: Status) -> tuple[EmailKind, ...]:
    """Return the kinds of e-mails for a change of status. Refunds have their own."""
    match to:
        case Status.PROCESSING:
            return EmailKind.PROCESSING, EmailKind.NEW_ORDER
        case Status.COMPLETED:
            return (EmailKind.COMPLETED, EmailKind.NEW_ORDER) if was in _NOT_SETTLED else (EmailKind.COMPLETED,)
        case Status.ON_HOLD if was in _NOT_SETTLED:
            return EmailKind.ON_HOLD, EmailKind.NEW_ORDER
        case Status.FAILED:
            return EmailKind.FAILED, EmailKind.FAILED_ORDER
        case Status.CANCELLED if was not in _NOT_SETTLED:
            return EmailKind.CANCELLED, EmailKind.CANCELLED_ORDER
    return ()


def queue(
    order: Order,
    kind: EmailKind,
    *,
    about: str = "",
    more: Mapping[str, object] | None = None,
    delay: timedelta = NO_DELAY,
) -> None:
    """Write the e-mail unless the order has it already; it is sent after the commit and the `delay`.

    `about` identifies a refund, note or wine, of which an order may have several. `more` is context for the template.
    """
    note_title = "Note from the customer" if kind in TO_MERCHANT else "Your note"
    context = {**_context(order, confirms=kind in CONFIRMING), "note_title": note_title, **(more or {})}
    template = f"orders/{'merchant' if kind in TO_MERCHANT else 'customer'}/{kind}"
    to = settings.STORE_EMAIL if kind in TO_MERCHANT else order.email
    email, is_new = Email.objects.get_or_create(
        order=order,
        kind=kind,
        about=about,
        defaults={
            "to": to,
            "subject": " ".join(_subject(order, kind, context).format_map(context).split())[:200],
            "text": render_to_string(f"{template}.txt", context),
            "html": render_to_string(f"{template}.html", context),
            "message_id": _message_id(f"order-{order.pk}-{kind}"),
            "next_try_at": timezone.now() + delay,
            **(NO_RECIPIENT if not to else {}),
        },
    )
    if is_new and to and not delay:
        _send_after_commit(email)


def _subject(order: Order, kind: EmailKind, context: Mapping[str, object]) -> str:
    if getattr(context.get("refund"), "is_pending", False):
        return REFUND_ON_ITS_WAY
    return READY_TO_PICK_UP if kind is EmailKind.COMPLETED and order.is_pickup else SUBJECTS[kind]


def send_details(order: Order) -> None:
    """Send the shopper the order's details, with a link to pay while it is unpaid. Staff may do so repeatedly."""
    queue(order, EmailKind.DETAILS, about=f"time {order.emails.filter(kind=EmailKind.DETAILS).count() + 1}")


def resend(email: Email) -> None:
    """Send a copy of an earlier e-mail."""
    again = Email.objects.filter(order=email.order_id, kind=email.kind).count()
    copy = Email.objects.create(
        order=email.order,
        kind=email.kind,
        about=f"{email.pk} again, {again}",
        to=email.to,
        subject=email.subject,
        text=email.text,
        html=email.html,
        message_id=_message_id(f"email-{email.pk}-again"),
    )
    _send_after_commit(copy)


def _message_id(about: str) -> str:
    return make_msgid(about.replace("_", "-"), urlsplit(settings.STORE_URL).hostname)


def _send_after_commit(email: Email) -> None:
    """Queue the job that sends the e-mail, as a row of the same transaction."""
    app.configure_task("orders.send_email").defer(email_id=email.pk)


def queue_for_merchant(kind: str, subject: str, template: str, context: dict[str, object]) -> None:
    """Write an e-mail to the merchant that is not about an order, in the caller's transaction.

    `template` names a pair of files without their endings, .txt and .html.
    """
    queue_for_customer(kind, settings.STORE_EMAIL, subject, template, context)


def queue_for_customer(
    kind: str,
    to: str,
    subject: str,
    template: str,
    context: Mapping[str, object],
    *,
    private: bool = False,
    unsubscribe_url: str = "",
) -> None:
    """Write an e-mail that is not about an order, in the caller's transaction.

    `template` names a pair of files without their endings. The text of a private one is deleted once it is sent.
    `unsubscribe_url` takes a POST that ends e-mails of this kind; mail programs show a button for it.
    """
    email = Email.objects.create(
        kind=kind,
        to=to,
        subject=" ".join(subject.split())[:200],
        text=render_to_string(f"{template}.txt", {**context}),
        html=render_to_string(f"{template}.html", {**context, "store": settings.STORE_NAME}),
        message_id=_message_id(kind),
        private=private,
        unsubscribe_url=unsubscribe_url,
    )
    _send_after_commit(email)


def _context(order: Order, *, confirms: bool) -> dict[str, object]:
    billing = Address.read(order.billing)
    answers = order_described.send(Order, order=order, confirms=confirms)
    described = [cast("OrderDescription", answer) for _, answer in answers]
    return {
        "order": order,
        "lines": order.lines.all(),
        "rows": amounts(order),
        "after_refunds": rows_after_refunds(order),
        "recurring": [text for each in described for text in each.recurring],
        "agreements": [agreement for each in described for agreement in each.agreements],
        "billing": billing.lines(),
        "shipping": () if order.is_pickup else Address.read(order.shipping).lines(),
        "pickup": find_pickup_terms() if order.is_pickup else None,
        "number": order.number,
        "name": billing.first_name,
        "phone": billing.phone,
        "store": settings.STORE_NAME,
        "url": mailed(link("order_received", order)),
        "admin_url": mailed(reverse("admin:orders_order_change", args=[order.pk])),
        "pay_url": mailed(pay_link(order)),
        "is_payable": order.status in PAYABLE and bool(order.total),
        "events": order.events.filter(alert=True),
    }
