"""The record of a change of the stock."""

from django.conf import settings
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import models

from vintner.web.database.plain_text import PlainText


class StockMovement(models.Model):
    """A change of the bottles on hand of a variation. `stock_movements.move` writes them; the sum of a variation's
    movements is what is on hand, which the database enforces (catalogue/migrations/sql/stock.sql).
    """

    class Reason(models.TextChoices):
        RECEIVED = "received", "Received"
        COUNTED = "counted", "Counted"
        BROKEN = "broken", "Broken or lost"
        RETURNED = "returned", "Returned"
        CORRECTED = "corrected", "Corrected"
        SOLD = "sold", "Sold"
        UNSOLD = "unsold", "Sale undone"
        REFUNDED = "refunded", "Put back with a refund"
        OPENING = "opening", "Opening balance"
        IMPORTED = "imported", "Imported"

    # The database deletes the movements of a variation that is deleted; see catalogue/migrations/sql/stock.sql.
    variation = models.ForeignKey(
        "Variation", on_delete=models.DO_NOTHING, related_name="movements", db_constraint=False
    )
    reason = models.CharField(max_length=10, choices=Reason)
    quantity = models.IntegerField(help_text="Bottles that came; below zero, bottles that went.")
    on_hand = models.IntegerField("on hand after", help_text="With this movement.")
    order = models.ForeignKey(
        "orders.Order", null=True, blank=True, on_delete=models.PROTECT, related_name="stock_movements"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    note = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField(db_index=True)
    key = models.UUIDField(null=True, unique=True, editable=False)
    """Identifies the form that staff sent: sent twice, it moves the bottles once."""

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["variation", "-id"], name="movements_of_variation"),
            models.Index(fields=["reason", "-id"], name="movements_by_reason"),
            GinIndex(
                OpClass(PlainText("note"), name="gin_trgm_ops"),
                name="movements_by_plain_note",
                condition=~models.Q(note=""),
                fastupdate=False,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_reason_display()}: {self.quantity:+}"

    @property
    def before(self) -> int:
        """Return the bottles that were on hand: of a count, those it was counted against."""
        return self.on_hand - self.quantity

    @property
    def signed(self) -> str:
        """Return the bottles with their sign."""
        return f"{self.quantity:+}" if self.quantity else "0"
