"""The ledger of wine that was sent."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q

from vintner.shipping.rules.places import LONGEST_STATE


class Sent(models.Model):
    """The ledger: wine that an order sends to somebody, a row for each of its lines. Written with the order.

    A row counts while `taken_back_at` is empty: a trigger fills it when the order dies, and empties it when the order
    comes back to life (migrations/sql/ledger.sql), whoever changes the order.
    """

    order = models.ForeignKey("orders.Order", on_delete=models.CASCADE, related_name="sent")
    line = models.OneToOneField("orders.OrderLine", on_delete=models.CASCADE, related_name="+")
    people = ArrayField(
        models.CharField(max_length=120), help_text="By what somebody is known: account, e-mail, name with address."
    )
    name = models.CharField(max_length=200)
    email = models.EmailField()
    address = models.CharField(max_length=300)
    country = models.CharField(max_length=2)
    state = models.CharField(max_length=LONGEST_STATE)
    postcode = models.CharField("ZIP or postal code", max_length=12)
    wine = models.CharField(max_length=300)
    sku = models.CharField("SKU", max_length=80, blank=True)
    bottles = models.PositiveIntegerField()
    litres = models.DecimalField("liters", max_digits=10, decimal_places=3)
    written_at = models.DateTimeField()
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-written_at", "-id"]
        verbose_name_plural = "ledger of wine sent"
        indexes = [
            GinIndex(fields=["people"], name="sent_by_person"),
            models.Index(fields=["country", "state", "written_at"], name="sent_by_place"),
            models.Index(fields=["-written_at", "-id"], name="sent_newest_first"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(bottles__gt=0) & Q(litres__gt=0), name="sent_is_something"),
        ]

    def __str__(self) -> str:
        return f"{self.bottles} × {self.wine}"
