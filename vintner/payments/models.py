"""Attempts to take money, and what the provider told us."""

from django.db import models
from django.db.models import Q

from vintner.money import MoneyField
from vintner.orders.models import Order


class Payment(models.Model):
    """One attempt to pay one order. Its idempotency key is stored before the provider is called."""

    class Status(models.TextChoices):
        CREATED = "created"
        ACTION_REQUIRED = "action_required"
        PROCESSING = "processing"
        SUCCEEDED = "succeeded"
        DECLINED = "declined"
        CANCELLED = "cancelled"
        UNEXPECTED = "unexpected", "money that no order was waiting for"

    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="payments")
    attempt = models.PositiveSmallIntegerField()
    amount = MoneyField()
    currency = models.CharField(max_length=3)
    method = models.CharField("provider's payment method", max_length=80, blank=True)
    idempotency_key = models.CharField(max_length=120, unique=True)
    intent_id = models.CharField(max_length=80, unique=True, null=True)
    charge_id = models.CharField(max_length=80, unique=True, null=True)
    status = models.CharField(max_length=16, choices=Status, default=Status.CREATED, db_index=True)
    error_code = models.CharField(max_length=60, blank=True)
    error_message = models.CharField(max_length=500, blank=True)
    card = models.CharField("brand and last four digits", max_length=60, blank=True)
    busy_until = models.DateTimeField(
        null=True, help_text="Until then a request may still be waiting for the provider's answer."
    )
    closed_at = models.DateTimeField(null=True, help_text="Since then this attempt can take no money, or no more.")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["order", "attempt"], name="payment_attempt_once"),
            models.UniqueConstraint(fields=["order"], condition=Q(status="succeeded"), name="paid_at_most_once"),
        ]


class ProviderCustomer(models.Model):
    """The provider's number for one of our customers."""

    user = models.OneToOneField("customers.User", on_delete=models.CASCADE, related_name="provider_customer")
    customer_id = models.CharField(max_length=80, unique=True)


class ProviderEvent(models.Model):
    """A webhook that came in. Its id is stored once, so a repeat changes nothing.

    What it said about the payment is not kept: it is read again from the provider, and it holds a secret.
    """

    event_id = models.CharField(max_length=80, unique=True)
    type = models.CharField(max_length=80)
    object_id = models.CharField("what it is about", max_length=80, blank=True)
    received_at = models.DateTimeField(auto_now_add=True)
    handled_at = models.DateTimeField(null=True)
