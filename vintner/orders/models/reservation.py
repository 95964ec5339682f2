"""Bottles that are held for unpaid orders."""

from django.db import models
from django.db.models import Q

from vintner.catalogue.models import Variation
from vintner.orders.models.order import Order


class StockReservation(models.Model):
    """Bottles held for an unpaid order until `expires_at`; ends once, by sale or by release."""

    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="reservations")
    variation = models.ForeignKey(Variation, on_delete=models.CASCADE, related_name="+")
    quantity = models.PositiveIntegerField()
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    sold = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["order", "variation"], name="one_reservation_per_order")]
        indexes = [models.Index(fields=["expires_at"], condition=Q(ended_at=None), name="open_reservations")]

    def __str__(self) -> str:
        return f"{self.quantity} bottles held for order {self.order_id}"
