"""The e-mails to shopper and merchant about an order (docs/behaviour/orders.md#e-mails).

`queue` writes the e-mail and its job in the caller's transaction: if the order's change is rolled back, so are they.
The job writes the texts of most (`order_texts.py`), and `delivery.py` hands them to the mail server.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from email.utils import make_msgid
from types import MappingProxyType
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection
from django.db.models import Q, QuerySet
from django.utils import timezone
from procrastinate.contrib.django import app

from vintner.orders.emails.bodies import render_bodies
from vintner.orders.emails.kinds import CONFIRMING as CONFIRMING
from vintner.orders.emails.kinds import FAILURE_KINDS as FAILURE_KINDS
from vintner.orders.emails.kinds import OF_MOVES
from vintner.orders.emails.kinds import SUBJECTS as SUBJECTS
from vintner.orders.emails.kinds import TO_MERCHANT as TO_MERCHANT
from vintner.orders.emails.kinds import EmailKind as EmailKind
from vintner.orders.emails.kinds import email_kinds_for_move as email_kinds_for_move
from vintner.orders.emails.order_texts import agreed_words, order_subject, render_order_email, write_texts
from vintner.orders.models import Email, Order
from vintner.orders.rules import Status
from vintner.shipping.store_address import store_address

NO_DELAY = timedelta()
NO_RECIPIENT = "The customer of this order was erased."
"""Why an e-mail to nobody is given up: it is written down like the others, and not sent."""
SETTLED = frozenset({Status.PROCESSING, Status.COMPLETED, Status.ON_HOLD})
FAILURE_DELAY = timedelta(minutes=30)
"""How long after the last try to pay an order the e-mails about the failure wait: the shopper may still try again."""
_DELETE_UNSENT: Final = """
DELETE FROM orders_email WHERE kind = ANY(%s) AND sent_at IS NULL AND tries = 0
    AND (order_id = %s OR order_id IN (SELECT id FROM orders_order WHERE cart_id = %s))
"""


def queue_for_move(order: Order, was: Status, to: Status) -> None:
    """Queue the e-mails to shopper and merchant about a change of status."""
    if was is Status.FAILED or to in SETTLED:
        _delete_failure_emails(order)
    delay = FAILURE_DELAY if to is Status.FAILED else NO_DELAY
    _store(order, [_new_email(order, kind, delay=delay) for kind in email_kinds_for_move(was, to)])


def delay_failure_emails(order: Order) -> None:
    """Restart the delay of the e-mails about a failed payment: the shopper has just tried again without success."""
    _unsent_failure_emails(order).update(next_try_at=timezone.now() + FAILURE_DELAY)


def withdraw_failure_email(order: Order) -> None:
    """Delete the unsent e-mail to the shopper about a failed payment: somebody else tells them."""
    _unsent_failure_emails(order).filter(kind=EmailKind.FAILED).delete()


def _delete_failure_emails(order: Order) -> None:
    """Delete unsent e-mails about failed payments, also those of orders of the same cart that this one replaces."""
    with connection.cursor() as cursor:  # for each paid order, and mostly there are none
        cursor.execute(_DELETE_UNSENT, [list(FAILURE_KINDS), order.pk, order.cart_id])


def _unsent_failure_emails(order: Order) -> QuerySet[Email]:
    orders = Q(order=order) if order.cart_id is None else Q(order=order) | Q(order__cart_id=order.cart_id)
    return Email.objects.filter(orders, kind__in=FAILURE_KINDS, sent_at=None, tries=0)


def queue(order: Order, kind: EmailKind, *, about: str = "", more: Mapping[str, object] | None = None) -> None:
    """Write the e-mail unless the order has it already; it is sent after the commit.

    `about` identifies a refund, note or wine, of which an order may have several. `more` is context for the template:
    of the kinds in OF_MOVES texts and numbers, because it is stored.
    """
    _store(order, [_new_email(order, kind, about=about, more=more or {})])


def _new_email(
    order: Order,
    kind: EmailKind,
    *,
    about: str = "",
    more: Mapping[str, object] = MappingProxyType({}),
    delay: timedelta = NO_DELAY,
) -> Email:
    subject, said = _one_line(order_subject(order, kind, more)), {**agreed_words(order, kind), **more}
    to, now = settings.STORE_EMAIL if kind in TO_MERCHANT else order.email, timezone.now()
    email = Email(
        order=order,
        kind=kind,
        about=about,
        to=to,
        subject=subject,
        message_id=_message_id(f"order-{order.pk}-{kind}"),
        next_try_at=now + delay,
        given_up_at=None if to else now,
        error="" if to else NO_RECIPIENT,
    )
    if kind in OF_MOVES:
        email.context = said
    else:
        bodies = render_order_email(order, kind, subject, said)
        email.text, email.html = bodies.text, bodies.html
    return email


def _store(order: Order, new: Sequence[Email]) -> None:
    """Store e-mails that the order does not have yet, and one job for those that are sent at once."""
    if not new:
        return
    Email.objects.bulk_create(new, ignore_conflicts=True)
    if any(email.given_up_at is None and email.next_try_at <= timezone.now() for email in new):
        app.configure_task("orders.send_order_emails").defer(order_id=order.pk)


def send_details(order: Order) -> None:
    """Send the shopper the order's details, with a link to pay while it is unpaid. Staff may do so repeatedly."""
    queue(order, EmailKind.DETAILS, about=f"time {order.emails.filter(kind=EmailKind.DETAILS).count() + 1}")


def resend(email: Email) -> None:
    """Send a copy of an earlier e-mail."""
    write_texts(email)
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


def _one_line(subject: str) -> str:
    return " ".join(subject.split())[:200]


def _message_id(about: str) -> str:
    return make_msgid(about.replace("_", "-"), urlsplit(settings.STORE_URL).hostname)


def _send_after_commit(email: Email) -> None:
    """Queue the job that sends the e-mail, as a row of the same transaction."""
    app.configure_task("orders.send_email").defer(email_id=email.pk)


def queue_for_merchant(
    kind: str, subject: str, template: str, context: dict[str, object], *, reply_to: str = ""
) -> None:
    """Write an e-mail to the merchant that is not about an order, in the caller's transaction.

    An answer goes to `reply_to`.
    """
    queue_for_customer(kind, settings.STORE_EMAIL, subject, template, {**context, "for_staff": True}, reply_to=reply_to)


def queue_for_customer(
    kind: str,
    to: str,
    subject: str,
    template: str,
    context: Mapping[str, object],
    *,
    private: bool = False,
    unsubscribe_url: str = "",
    reply_to: str = "",
) -> None:
    """Write an e-mail that is not about an order, in the caller's transaction.

    `template` is one of `render_bodies`. The text of a private e-mail is deleted once it is sent.
    `unsubscribe_url` takes a POST that ends e-mails of this kind; mail programs show a button for it.
    """
    subject = _one_line(subject)
    sender = {"store_address": ", ".join(store_address())} if unsubscribe_url else {}
    bodies = render_bodies(template, {"subject": subject, **sender, **context})
    email = Email.objects.create(
        kind=kind,
        to=to,
        subject=subject,
        text=bodies.text,
        html=bodies.html,
        message_id=_message_id(kind),
        private=private,
        unsubscribe_url=unsubscribe_url,
        reply_to=reply_to,
    )
    _send_after_commit(email)
