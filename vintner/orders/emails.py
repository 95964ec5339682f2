"""What shopper and merchant are told about an order.

`queue` writes the e-mail and its job in the caller's transaction: if the order's change is rolled back, so are they.
`send` hands it to the mail server. Between the server's yes and our commit lies a moment in which a crash makes
the e-mail go out twice; the Message-ID is the same both times, by which many mailboxes drop the second.
"""

from email.utils import make_msgid
from enum import StrEnum
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone
from procrastinate.contrib.django import app

from vintner.orders.addresses import Address
from vintner.orders.models import Email, Order


class Kind(StrEnum):
    """An order has each of these at most once. The value is the template's name."""

    PROCESSING = "processing"
    ON_HOLD = "on_hold"
    FAILED = "failed"
    NEW_ORDER = "new_order"
    ALERT = "alert"


# Subjects of resolutions 2.13.4; the alert is ours.
SUBJECTS = {
    Kind.PROCESSING: "Your {store} order has been received!",
    Kind.ON_HOLD: "Your order from {store} is on hold",
    Kind.FAILED: "Your order at {store} was unsuccessful",
    Kind.NEW_ORDER: "[{store}]: You've got a new order: #{number}",
    Kind.ALERT: "[{store}]: Order #{number} needs a decision",
}
TO_MERCHANT = frozenset({Kind.NEW_ORDER, Kind.ALERT})


def queue(order: Order, kind: Kind) -> None:
    """Write the e-mail unless the order had one of this kind, and have it sent after the commit."""
    values = {"store": settings.STORE_NAME, "number": order.number}
    context = _context(order)
    email, is_new = Email.objects.get_or_create(
        order=order,
        kind=kind,
        defaults={
            "to": settings.STORE_EMAIL if kind in TO_MERCHANT else order.email,
            "subject": SUBJECTS[kind].format(**values),
            "text": render_to_string(f"orders/{kind}.txt", context),
            "html": render_to_string(f"orders/{kind}.html", context),
            "message_id": make_msgid(f"order-{order.pk}-{kind}", urlsplit(settings.STORE_URL).hostname),
        },
    )
    if is_new:
        app.configure_task("orders.send_email").defer(email_id=email.pk)


def queue_for_merchant(kind: str, subject: str, template: str, context: dict[str, object]) -> None:
    """Write to the merchant about something that is no order, in the caller's transaction.

    `template` names a pair of files without their endings, .txt and .html.
    """
    email = Email.objects.create(
        kind=kind,
        to=settings.STORE_EMAIL,
        subject=" ".join(subject.split())[:200],
        text=render_to_string(f"{template}.txt", context),
        html=render_to_string(f"{template}.html", {**context, "store": settings.STORE_NAME}),
        message_id=make_msgid(kind.replace("_", "-"), urlsplit(settings.STORE_URL).hostname),
    )
    app.configure_task("orders.send_email").defer(email_id=email.pk)


def send(email_id: int) -> bool:
    """Send the e-mail unless it is sent or being sent. Raises OSError or SMTPException when the server refuses."""
    with transaction.atomic():
        email = Email.objects.select_for_update(skip_locked=True).filter(pk=email_id, sent_at=None).first()
        if email is None:
            return False
        message = EmailMultiAlternatives(
            email.subject, email.text, to=[email.to], headers={"Message-ID": email.message_id}
        )
        message.attach_alternative(email.html, "text/html")
        message.send()
        Email.objects.filter(pk=email_id).update(sent_at=timezone.now())
    return True


def _context(order: Order) -> dict[str, object]:
    return {
        "order": order,
        "lines": order.lines.all(),
        "fees": order.adjustments.filter(kind="fee"),
        "taxes": order.adjustments.filter(kind="tax"),
        "billing": Address.read(order.billing).lines(),
        "shipping": Address.read(order.shipping).lines(),
        "name": Address.read(order.billing).first_name,
        "store": settings.STORE_NAME,
        "url": f"{settings.STORE_URL}/checkout/order-received/{order.pk}/?key={order.key}",
        "admin_url": f"{settings.STORE_URL}/admin/orders/order/{order.pk}/change/",
        "checkout_url": f"{settings.STORE_URL}/checkout/",
        "events": order.events.filter(alert=True),
    }
