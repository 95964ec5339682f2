"""What happens to orders in the background."""

from django.db import transaction
from django.utils import timezone
from procrastinate.contrib.django import app

from vintner import chaos
from vintner.catalogue import products
from vintner.orders import drafts, orders, stock
from vintner.orders.emails import delivery, mailed_link
from vintner.orders.rules import Status
from vintner.web.isolation import isolated

MAIL = "mail"
"""The queue of what waits for the mail server, which has a worker of its own (server/programs.py)."""
PAYMENTS = "payments"
"""The queue of what waits for the card service, and of holds, which nothing may keep waiting."""


@app.task(name="orders.send_email", queue=MAIL)
def send_email(email_id: int) -> None:
    """Send an e-mail that was just written; if that fails, the rounds try again."""
    delivery.send(email_id)


@app.periodic(cron="* * * * *")
@app.task(name="orders.send_due", queue=MAIL, queueing_lock="orders.send_due")
def send_due(timestamp: int) -> None:
    """Send what was held back until now, what failed before, and what a lost job left behind."""
    due = delivery.due_emails(timezone.now()).order_by("next_try_at")
    for email_id in due.values_list("id", flat=True)[:200]:
        with isolated(f"e-mail {email_id}"):
            delivery.send(email_id)


@app.task(name="orders.send_link")
def send_link(number: int, email: str) -> None:
    """Always a job, whether there is such an order or not: the answer takes as long."""
    mailed_link.send(number, email)


@app.task(name="orders.refresh_product")
def refresh_product(product_id: int) -> None:
    """Let listings know that a product is sold out, or back."""
    products.refresh_products([product_id], timezone.now())


@app.periodic(cron="* * * * *")
@app.task(name="orders.expire_holds", queue=PAYMENTS, queueing_lock="orders.expire_holds")
def expire_holds(timestamp: int) -> None:
    """Give back what failed orders hold beyond their time. Pending orders are ended with their payment."""
    for order_id in stock.expired_holds(timezone.now()):
        with isolated(f"the hold of order {order_id}"), transaction.atomic():
            order = orders.lock(order_id)
            if order.status == Status.FAILED:
                orders.release_holds(order)
            chaos.point("before_hold_ends")


@app.periodic(cron="17 * * * *")
@app.task(name="orders.forget_drafts", queueing_lock="orders.forget_drafts")
def forget_drafts(timestamp: int) -> None:
    """Delete what was never placed."""
    drafts.delete_old(timezone.now())
