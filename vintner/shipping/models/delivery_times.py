"""How fast the store sends what was ordered."""

from datetime import time

from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q

from vintner.shipping.rules.arrivals import WORKING_DAYS

MOST_PACKING_DAYS = 30
"""Working days. More is a slip of the pen."""


class DispatchDay(models.IntegerChoices):
    """The days of a week, as `date.weekday` counts them."""

    MONDAY = 0
    TUESDAY = 1
    WEDNESDAY = 2
    THURSDAY = 3
    FRIDAY = 4
    SATURDAY = 5
    SUNDAY = 6


def working_days() -> list[int]:
    """Return the weekdays on which parcels leave unless the merchant chose others."""
    return sorted(WORKING_DAYS)


class DeliveryTimes(models.Model):
    """When orders are packed and sent. There is one row, or none: then no arrival is promised
    (docs/pricing.md#arrival).
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    cutoff = models.TimeField(
        "cut-off", default=time(12), help_text="An order placed before this time counts for the same day."
    )
    packing_days = models.PositiveSmallIntegerField(
        default=1,
        validators=[MaxValueValidator(MOST_PACKING_DAYS)],
        help_text="Working days, Monday to Friday without holidays. 0: packed on the day of the order.",
    )
    leaves_on = ArrayField(models.PositiveSmallIntegerField(), default=working_days)
    hold_is_optional = models.BooleanField(
        "shoppers may decline a weather hold",
        default=True,
        db_default=True,
        help_text="They are told that bottles spoiled by the weather are not replaced. Off: what is held waits.",
    )

    class Meta:
        verbose_name = "delivery times"
        verbose_name_plural = "delivery times"
        constraints = [
            models.CheckConstraint(condition=Q(id=1), name="one_row_of_delivery_times"),
            models.CheckConstraint(
                condition=Q(leaves_on__contained_by=[day.value for day in DispatchDay]) & Q(leaves_on__len__gt=0),
                name="parcels_leave_on_weekdays",
            ),
        ]

    def __str__(self) -> str:
        return "Delivery times"


class Holiday(models.Model):
    """A day on which nothing is packed, sent or handed over."""

    times = models.ForeignKey(DeliveryTimes, on_delete=models.CASCADE, related_name="holidays")
    day = models.DateField(unique=True)
    name = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering = ["day"]

    def __str__(self) -> str:
        return self.name or str(self.day)
