"""Lets time pass for payments and for bottles on hold."""

from datetime import timedelta

from django.utils import timezone

from vintner.orders.models import StockReservation
from vintner.payments.models import Payment


def age_payments() -> None:
    """As if minutes had gone by without news."""
    Payment.objects.update(changed_at=timezone.now() - timedelta(minutes=3), busy_until=None)


def end_holds() -> None:
    StockReservation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
