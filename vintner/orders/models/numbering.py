"""How orders are numbered."""

from typing import Final

from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q

LARGEST_START: Final = 10**12
FAULTY_PREFIX: Final = (
    "Begin with a letter, use letters, digits and hyphens, and end with no digit: “V”, “WINE-”, “V2026-”."
)


class OrderNumbering(models.Model):
    """The prefix of order numbers, and the number to go on from. There is one row, or none: then a number is the id.

    The database gives an order its number when it is written (`migrations/sql/numbers.sql`): the prefix, and the id
    plus `added`. As ids grow, and a prefix ends with no digit, no number is given twice (`orders/numbers/`).
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    prefix = models.CharField(
        max_length=8,
        blank=True,
        validators=[RegexValidator(r"\A[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z-])?\Z", FAULTY_PREFIX)],
        help_text="Stands before every number: “V” makes V10001. Blank for none. Orders that are placed keep theirs.",
    )
    start = models.BigIntegerField(
        "number of the next order",
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(LARGEST_START)],
        help_text="Later orders go on from here, with gaps where a checkout was not finished.",
    )
    added = models.BigIntegerField(default=0, editable=False, help_text="What is added to the id of an order.")

    class Meta:
        verbose_name = "order numbers"
        verbose_name_plural = "order numbers"
        constraints = [models.CheckConstraint(condition=Q(id=1), name="one_order_numbering")]

    def __str__(self) -> str:
        return f"Order numbers from {self.prefix}{self.start} on"
