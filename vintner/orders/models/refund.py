"""Refunds and what they are for."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from vintner.money import ZERO, MoneyField
from vintner.orders.models.order import Order, OrderLine


class Refund(models.Model):
    """A refund of an order. The row is written before the card service is asked (payments/refunds.py)."""

    class State(models.TextChoices):
        REQUESTED = "requested"
        DONE = "done"
        FAILED = "failed"

    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="refunds")
    amount = MoneyField()
    delivery = MoneyField(default=ZERO, db_default=ZERO, help_text="The part of it for the delivery, without tax.")
    delivery_tax = MoneyField(default=ZERO, db_default=ZERO)
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    restock = models.BooleanField(default=False, help_text="The bottles of its lines go back on the shelf.")
    intent_id = models.CharField(
        max_length=80, blank=True, help_text="The payment it goes back to; blank when it is paid back by hand."
    )
    key = models.CharField(max_length=120, unique=True, help_text="Makes a repeat of the call harmless.")
    provider_id = models.CharField(max_length=80, unique=True, null=True)
    state = models.CharField(max_length=9, choices=State, default=State.REQUESTED)
    is_pending = models.BooleanField(
        default=False, db_default=False, help_text="The card service has accepted it, and not made it yet."
    )
    error = models.CharField(max_length=500, blank=True)
    busy_until = models.DateTimeField(null=True, help_text="Until then a request may still be waiting for the answer.")
    requested_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=ZERO), name="refund_above_zero"),
            models.CheckConstraint(
                condition=Q(delivery__gte=ZERO, delivery_tax__gte=ZERO, amount__gte=F("delivery") + F("delivery_tax")),
                name="refund_of_delivery_within_refund",
            ),
        ]
        indexes = [models.Index(fields=["busy_until"], condition=Q(state="requested"), name="open_refunds")]

    def __str__(self) -> str:
        return f"{self.amount} of order {self.order_id}"


class RefundLine(models.Model):
    """The part of a refund for bottles of one line. The rest is for the delivery, or goodwill."""

    refund = models.ForeignKey(Refund, on_delete=models.CASCADE, related_name="lines")
    line = models.ForeignKey(OrderLine, on_delete=models.CASCADE, related_name="refunds")
    quantity = models.PositiveIntegerField(help_text="Zero: money back, bottles kept.")
    amount = MoneyField(help_text="Without tax.")
    tax = MoneyField(default=ZERO)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["refund", "line"], name="line_once_per_refund"),
            models.CheckConstraint(condition=Q(amount__gte=ZERO, tax__gte=ZERO), name="refund_line_not_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} of refund {self.refund_id}"
