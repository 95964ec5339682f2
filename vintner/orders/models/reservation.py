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


class HeldBottle(models.Model):
    """A bottle held until `expires_at` for a shopper who has no order yet.

    It counts as free for the cart `cart_id`. It ends once: when the cart is ordered, when the shopper declines it, or
    by its time.
    """

    variation = models.ForeignKey(Variation, on_delete=models.CASCADE, related_name="+")
    cart_id = models.UUIDField(null=True, help_text="The cart that it was put into.")
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["expires_at"], condition=Q(ended_at=None), name="open_held_bottles"),
            models.Index(fields=["cart_id"], condition=Q(ended_at=None), name="held_bottles_of_carts"),
        ]

    def __str__(self) -> str:
        return f"A bottle held of variation {self.variation_id}"
