"""The background jobs of orders and their e-mails."""

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from procrastinate.contrib.django import app

from vintner import chaos
from vintner.catalogue import products
from vintner.orders import drafts, held_bottles, orders, stock
from vintner.orders.emails import delivery, mailed_link
from vintner.orders.invariants.audit_runs import record_audit
from vintner.orders.models import Email, Order
from vintner.orders.rules import Status
from vintner.web.isolation import isolated, take_turns
from vintner.web.jobs import cancel_failed_jobs

MAIL = "mail"
"""The queue of jobs that wait for the mail server. It has a worker of its own (server/programs.py)."""
PAYMENTS = "payments"
"""The queue of jobs that wait for the card service, and of holds, which no other job may delay."""


@app.task(name="orders.send_email", queue=MAIL)
def send_email(email_id: int) -> None:
    """Send an e-mail that was just written. If that fails, `send_due` tries again."""
    delivery.send(email_id)


@app.task(name="orders.send_order_emails", queue=MAIL)
def send_order_emails(order_id: int) -> None:
    """Send the e-mails of an order that were just stored. If that fails, `send_due` tries again."""
    due = delivery.due_emails(timezone.now()).filter(order=order_id).order_by("id")
    for email_id in list(due.values_list("id", flat=True)):
        with isolated(f"email {email_id}"):
            delivery.send(email_id)


@app.periodic(cron="* * * * *")
@app.task(name="orders.send_due", queue=MAIL, queueing_lock="orders.send_due")
def send_due(timestamp: int) -> None:
    """Send e-mails whose delay is over, whose last try failed, or whose job was lost or failed."""
    due = delivery.due_emails(timezone.now()).order_by("next_try_at", "id")
    for email_id in take_turns("orders.send_due", due.values_list("id", flat=True)):
        with isolated(f"email {email_id}"):
            delivery.send(email_id)
    cancel_failed_jobs("orders.send_email", "email_id", Email.objects.exclude(sent_at=None))
    unsent = Email.objects.filter(order=OuterRef("pk"), sent_at=None)
    cancel_failed_jobs("orders.send_order_emails", "order_id", Order.objects.exclude(Exists(unsent)))


@app.task(name="orders.send_link")
def send_link(number: str | int, email: str) -> None:
    """Mail a link to an order, if there is such an order. A job, so that the page's answer always takes as long."""
    mailed_link.send(str(number), email)  # a number in jobs that were queued before numbers had prefixes


@app.task(name="orders.refresh_product")
def refresh_product(product_id: int) -> None:
    """Refresh a product's columns for listings after it sold out or came back."""
    products.refresh_products([product_id], timezone.now())


@app.periodic(cron="* * * * *")
@app.task(name="orders.expire_holds", queue=PAYMENTS, queueing_lock="orders.expire_holds")
def expire_holds(timestamp: int) -> None:
    """Release what failed orders and shoppers without an order hold beyond their time.

    Pending orders are cancelled with their payment elsewhere.
    """
    with isolated("held bottles without an order"):
        held_bottles.end_expired(timezone.now())
    for order_id in take_turns("orders.expire_holds", stock.expired_holds(timezone.now())):
        with isolated(f"the hold of order {order_id}"), transaction.atomic():
            order = orders.lock(order_id)
            if order.status == Status.FAILED:
                orders.release_holds(order)
            chaos.point("before_hold_ends")


@app.periodic(cron="17 * * * *")
@app.task(name="orders.forget_drafts", queueing_lock="orders.forget_drafts")
def forget_drafts(timestamp: int) -> None:
    """Delete old drafts."""
    drafts.delete_old(timezone.now())


@app.periodic(cron="41 3 * * *")
@app.task(name="orders.audit", queueing_lock="orders.audit")
def audit(timestamp: int) -> None:
    """Look for rows that break an invariant. What is found is logged, and shown by the health page."""
    record_audit(timezone.now())
