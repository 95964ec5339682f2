"""Payments for bottles that are gone."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from vintner.orders import orders
from vintner.orders.models import Order
from vintner.payments.attempts.apply_intent import apply_intent
from vintner.payments.models import Payment, PlannedReturn
from vintner.testing.builders import make_product, set_stock
from vintner.testing.provider import THREE_D_SECURE, ProviderDouble
from vintner.testing.shopper import Shopper


def pay_for_gone_bottles(provider: ProviderDouble) -> Order:
    """Let a shopper confirm the payment after somebody else has bought the last bottle. Returns the order."""
    wine = make_product(stock=1)
    Shopper().puts(wine).pays(THREE_D_SECURE)
    payment = Payment.objects.latest("pk")
    with transaction.atomic():
        orders.release_holds(orders.lock(payment.order_id))
    assert Shopper().puts(wine).pays(billing_email="bea@example.com").result == "success"
    apply_intent(payment.order_id, provider.confirm(str(payment.intent_id)))
    return Order.objects.get(pk=payment.order_id)


def restock(order: Order) -> None:
    variation = order.lines.get().variation
    assert variation is not None
    set_stock(variation, 5)


def make_returns_due() -> None:
    PlannedReturn.objects.update(due_at=timezone.now() - timedelta(seconds=1))
