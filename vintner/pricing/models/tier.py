"""How much a promotion gives."""

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q

from vintner.pricing.choices import MeasureChoices
from vintner.pricing.field_checks import refuse_amount
from vintner.pricing.models.promotion import Promotion


class Tier(models.Model):
    """How much a promotion gives, and from how many bottles on. One row, or a table for bulk, sets and gifts."""

    promotion = models.ForeignKey(Promotion, on_delete=models.CASCADE, related_name="tiers")
    at_least = models.PositiveIntegerField("from", null=True, blank=True, help_text="Of a set: its size.")
    at_most = models.PositiveIntegerField("to", null=True, blank=True)
    measure = models.CharField(max_length=20, choices=MeasureChoices, default=MeasureChoices.PERCENT)
    value = models.DecimalField(max_digits=10, decimal_places=2, default=0, help_text="Percent or dollars.")
    units = models.PositiveIntegerField("bottles given", default=1, help_text="Only for buy some, get some.")
    recursive = models.BooleanField("again and again", default=False)
    label = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ["at_least", "id"]
        constraints = [
            models.CheckConstraint(condition=Q(value__gte=0), name="tier_value_not_negative"),
            models.CheckConstraint(
                condition=~Q(measure=MeasureChoices.PERCENT) | Q(value__lte=100), name="tier_percent_in_range"
            ),
            models.CheckConstraint(
                condition=Q(at_most__isnull=True) | Q(at_least__isnull=True) | Q(at_most__gte=F("at_least")),
                name="tier_range",
            ),
        ]

    def __str__(self) -> str:
        many = f"{self.at_least or 1} to {self.at_most}" if self.at_most else f"from {self.at_least or 1}"
        return f"{many}: {self.value:f} {self.get_measure_display()}"

    def clean(self) -> None:
        refuse_amount("value", self.value, percent=self.measure == MeasureChoices.PERCENT)
        if self.at_least is not None and self.at_most is not None and self.at_most < self.at_least:
            raise ValidationError({"at_most": f"Enter {self.at_least} or more, or leave it blank."})
