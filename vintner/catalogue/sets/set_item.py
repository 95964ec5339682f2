"""What is inside a gift set: a product of its own, packed beforehand, whose page tells its bottles."""

from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

MOST_OF_ONE: Final = 24


class SetItem(models.Model):
    """So many bottles of one variation in a set. `product` is the set; `Product.set_bottles` is their sum."""

    product = models.ForeignKey("catalogue.Product", on_delete=models.CASCADE, related_name="set_items")
    variation = models.ForeignKey(
        "catalogue.Variation",
        on_delete=models.PROTECT,
        related_name="set_items",
        verbose_name="bottle",
        help_text="The wine, in the vintage and size that are in the set.",
    )
    quantity = models.PositiveSmallIntegerField(
        "bottles", default=1, validators=[MinValueValidator(1), MaxValueValidator(MOST_OF_ONE)]
    )
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["product", "variation"], name="set_item_once"),
            models.CheckConstraint(
                condition=Q(quantity__gte=1) & Q(quantity__lte=MOST_OF_ONE), name="set_item_of_1_to_24"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.quantity} × {self.variation}"

    def clean(self) -> None:
        """Refuse what cannot be in a set: the set itself, another set, boxes of subscriptions, and what is no wine."""
        inside = self.variation.product if self.variation_id else None  # a bottle that is not chosen is told elsewhere
        if inside is None:
            return
        if inside.pk == self.product_id:
            raise ValidationError({"variation": "A set cannot contain itself."})
        if inside.set_bottles:
            raise ValidationError({"variation": "Is a set itself. Add its bottles instead."})
        if inside.plan_id is not None:
            raise ValidationError({"variation": "Is sold by subscription: its boxes hold other wines each time."})
        if not inside.alcoholic:
            raise ValidationError({"variation": "Is no wine. Tell of it in the description of the set."})
