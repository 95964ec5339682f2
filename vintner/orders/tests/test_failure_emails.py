"""The e-mails about a declined payment wait until the shopper has given up."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core import mail
from django.utils import timezone

from vintner.orders import jobs, orders
from vintner.orders.emails import emails
from vintner.orders.models import Email
from vintner.testing.orders import new_order

pytestmark = pytest.mark.django_db


def minutes_pass(minutes: int) -> None:
    """Let time go by, and send what is due then."""
    for email in Email.objects.all():
        Email.objects.filter(pk=email.pk).update(next_try_at=email.next_try_at - timedelta(minutes=minutes))
    jobs.send_due(0)


def sent() -> list[str]:
    """Return the recipients of what went out so far."""
    return sorted(message.to[0] for message in mail.outbox)


FAILURE = ["cellar@vintner.example", "jane@example.com"]


def test_shopper_and_merchant_are_told_half_an_hour_after_the_last_try() -> None:
    order = orders.create(new_order())
    orders.fail(order, "declined")
    minutes_pass(29)
    assert sent() == []
    orders.fail(order, "declined again")
    minutes_pass(29)
    assert sent() == []
    minutes_pass(1)
    assert sent() == FAILURE


def test_nobody_is_told_of_a_failure_when_the_order_is_paid_meanwhile() -> None:
    order = orders.create(new_order())
    orders.fail(order, "declined")
    orders.reopen(order, timezone.now())
    orders.mark_paid(order, "paid")
    minutes_pass(60)
    assert {email.kind for email in order.emails.all()} == {"processing", "new_order"}


def test_further_tries_put_it_off_and_no_one_is_told_twice() -> None:
    order = orders.create(new_order())
    orders.fail(order, "declined")
    minutes_pass(20)
    orders.reopen(order, timezone.now())
    minutes_pass(20)
    assert sent() == []
    orders.fail(order, "declined")
    minutes_pass(30)
    orders.reopen(order, timezone.now())
    orders.fail(order, "declined")
    minutes_pass(60)
    assert sent() == FAILURE


def test_an_order_of_the_same_cart_that_is_paid_stands_for_the_failed_one() -> None:
    cart = uuid4()
    failed = orders.create(replace(new_order(), cart_id=cart))
    orders.fail(failed, "declined")
    other = orders.create(replace(new_order(), cart_id=cart))
    orders.mark_paid(other, "paid")
    minutes_pass(60)
    assert not Email.objects.filter(kind__in=emails.FAILURE_KINDS).exists()
