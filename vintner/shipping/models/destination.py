"""Where wine may be sent."""

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q

from vintner.money import ZERO, MoneyField
from vintner.shipping.named_places import check_place, has_states
from vintner.shipping.regions import country_name, spoken
from vintner.shipping.rules import wine


class Destination(models.Model):
    """Whether wine may be sent to a state or province, and on what terms. A place without a row gets no wine.

    In a country without states the one row has none.
    """

    class Period(models.TextChoices):
        MONTH = wine.Period.MONTH.value, "in a calendar month"
        THIRTY_DAYS = wine.Period.THIRTY_DAYS.value, "in 30 days"
        YEAR = wine.Period.YEAR.value, "in a calendar year"

    country = models.CharField(max_length=2)
    state = models.CharField(
        max_length=3, blank=True, help_text="Its code or name. Blank in countries whose addresses name no state."
    )
    wine_allowed = models.BooleanField(default=False)
    note = models.CharField("reason or license", max_length=200, blank=True)
    legal_age = models.PositiveSmallIntegerField(default=wine.OLDEST_LEGAL_AGE, help_text="To be sent wine, in years.")
    most_bottles = models.PositiveIntegerField(
        "bottles for one person", null=True, blank=True, help_text="Blank: as many as they like."
    )
    most_litres = models.DecimalField(
        "liters for one person", max_digits=8, decimal_places=3, null=True, blank=True, help_text="9 are 12 bottles."
    )
    period = models.CharField("counted", max_length=8, choices=Period, default=Period.MONTH)
    signature_fee = MoneyField(
        "fee for an adult's signature", default=ZERO, help_text="For wine sent there, on top of its delivery."
    )

    class Meta:
        ordering = ["country", "state"]
        constraints = [
            models.UniqueConstraint(fields=["country", "state"], name="destination_once"),
            models.CheckConstraint(condition=Q(signature_fee__gte=ZERO), name="signature_fee_not_negative"),
            models.CheckConstraint(condition=Q(legal_age__range=(16, 25)), name="legal_age_of_an_adult"),
        ]

    def __str__(self) -> str:
        return "-".join(filter(None, (self.country, self.state)))

    def clean(self) -> None:
        self.country, self.state = check_place(self.country, self.state)
        if not self.state and has_states(self.country):
            raise ValidationError({"state": f"Name a state of {spoken(country_name(self.country))}."})
        if not 16 <= self.legal_age <= 25:
            raise ValidationError({"legal_age": "Enter an age from 16 to 25."})
