"""Links that are mailed to an order's address. A visitor who opens one reads that address's mail and needs no key.

Order numbers are easy to guess and addresses may be known, so the page does not tell whether they belong together: only
the mail does (docs/behaviour/orders.md#finding-an-order).
"""

from datetime import timedelta
from typing import Final

from django.core.signing import BadSignature, TimestampSigner
from django.urls import reverse

from vintner.orders.emails import emails
from vintner.orders.models import Order
from vintner.orders.ownership import mailed
from vintner.orders.rules import Status
from vintner.web.email_addresses import has_address

VALID_FOR: Final = timedelta(hours=1)
_SIGNER: Final = TimestampSigner(salt="vintner.orders.mailed_link")


def send(number: str, email: str) -> None:
    """Mail a link to the order with this number, if it was placed with this address."""
    order = Order.objects.exclude(status=Status.DRAFT).filter(has_address("email", email), number=number).first()
    if order is None:
        return
    url = mailed(reverse("order_link", args=[_SIGNER.sign(str(order.pk))]))
    about = f"time {order.emails.filter(kind=emails.EmailKind.LINK).count() + 1}"
    emails.queue(order, emails.EmailKind.LINK, about=about, more={"link": url})


def order_of(token: str) -> Order | None:
    """Return the order of a link; None when the link is forged or too old."""
    try:
        number = _SIGNER.unsign(token, max_age=VALID_FOR)
    except BadSignature:
        return None
    return Order.objects.exclude(status=Status.DRAFT).filter(pk=int(number)).first()
