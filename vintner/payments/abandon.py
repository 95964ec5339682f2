"""Ends an order that will not be paid. The provider is asked first (payments 1.8, 5)."""

from django.db import transaction

from vintner.orders import orders
from vintner.orders.models import Order
from vintner.orders.rules import PAYABLE
from vintner.payments.models import Payment
from vintner.payments.start_payment import close_attempts


def abandon(order: Order, note: str) -> bool:
    """Cancel the order's intents and then the order. False when it turned out to be paid. Raises ProviderDown."""
    if close_attempts(order) is not None:
        return False
    with transaction.atomic():
        order = orders.lock(order.pk)
        if order.status in PAYABLE and not Payment.objects.filter(order=order, closed_at=None).exists():
            orders.cancel(order, note)
    return True
