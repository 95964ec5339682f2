"""What happens to orders in the background."""

from datetime import timedelta
from smtplib import SMTPException

from django.db import transaction
from django.utils import timezone
from procrastinate import RetryStrategy
from procrastinate.contrib.django import app

from vintner import chaos
from vintner.catalogue import products
from vintner.orders import drafts, emails, mailed_link, orders, stock
from vintner.orders.models import Email
from vintner.orders.rules import Status

FORGOTTEN_AFTER = timedelta(minutes=5)
"""An e-mail that is unsent for so long lost its job, and is sent by the next round."""


@app.task(
    name="orders.send_email",
    retry=RetryStrategy(max_attempts=8, exponential_wait=4, retry_exceptions=[OSError, SMTPException]),
)
def send_email(email_id: int) -> None:
    emails.send(email_id)


@app.periodic(cron="*/5 * * * *")
@app.task(name="orders.send_forgotten", queueing_lock="orders.send_forgotten")
def send_forgotten(timestamp: int) -> None:
    """Send what a lost job left behind."""
    waiting = Email.objects.filter(sent_at=None, created_at__lt=timezone.now() - FORGOTTEN_AFTER)
    for email_id in waiting.order_by("id").values_list("id", flat=True)[:200]:
        emails.send(email_id)


@app.task(name="orders.send_link")
def send_link(number: int, email: str) -> None:
    """Always a job, whether there is such an order or not: the answer takes as long."""
    mailed_link.send(number, email)


@app.task(name="orders.refresh_product")
def refresh_product(product_id: int) -> None:
    """Let listings know that a product is sold out, or back."""
    products.refresh([product_id], timezone.now())


@app.periodic(cron="* * * * *")
@app.task(name="orders.expire_holds", queueing_lock="orders.expire_holds")
def expire_holds(timestamp: int) -> None:
    """Give back what failed orders hold beyond their time. Pending orders are ended with their payment."""
    for order_id in stock.expired(timezone.now()):
        with transaction.atomic():
            order = orders.lock(order_id)
            if order.status == Status.FAILED:
                orders.let_go(order)
            chaos.point("before_hold_ends")


@app.periodic(cron="17 * * * *")
@app.task(name="orders.forget_drafts", queueing_lock="orders.forget_drafts")
def forget_drafts(timestamp: int) -> None:
    """Delete what was never placed."""
    drafts.forget(timezone.now())
