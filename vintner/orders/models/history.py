"""What happened to an order: events, notes, and changes by staff."""

from django.conf import settings
from django.db import models

from vintner.orders.models.order import Order


class OrderEvent(models.Model):
    """An event or note in an order's history, with its time. Changes of status have both statuses."""

    class Kind(models.TextChoices):
        """Who wrote it and who reads it: the store for staff, staff for staff, or staff for the customer."""

        SYSTEM = "system"
        PRIVATE = "private", "Private note"
        CUSTOMER = "customer", "Note to the customer"

    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="events")
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.SYSTEM)
    at = models.DateTimeField(auto_now_add=True)
    was = models.CharField(max_length=14, blank=True)
    became = models.CharField(max_length=14, blank=True)
    note = models.CharField(max_length=2000, blank=True)
    alert = models.BooleanField(default=False, help_text="A person has to look at this.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.note or f"{self.was} → {self.became}"


class OrderEdit(models.Model):
    """A change that staff made to an unpaid order. Lines and amounts of a placed order change in no other way.

    While it is open, the database allows the order to be rewritten; no transaction can end with one open. `was` and the
    seals are written by the database itself (orders/migrations/sql/edits.sql).
    """

    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="edits")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    was = models.JSONField(default=dict, editable=False, help_text="The order, its lines and adjustments before.")
    seal_before = models.CharField(max_length=32, blank=True, editable=False)
    seal_after = models.CharField(max_length=32, blank=True, editable=False)
    closed_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"Change of order {self.order_id}, {self.at:%Y-%m-%d}"
