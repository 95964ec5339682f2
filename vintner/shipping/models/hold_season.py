"""Seasons in which wine waits in the store for better weather."""

from calendar import month_name, monthrange
from typing import Final

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from vintner.shipping.models.zone import Zone
from vintner.shipping.regions import read_country_and_state
from vintner.shipping.rules.seasons import HoldKind, SeasonTerms, YearDay

_LEAP_YEAR: Final = 2024
_DAY_LIMITS: Final = (MinValueValidator(1), MaxValueValidator(31))
WHOLE_YEAR: Final = "This season takes up the whole year, so nothing would ever leave."


class HoldSeason(models.Model):
    """A part of every year in which wine is not sent to a zone, or to some countries, states and provinces.

    The first and the last day are both in it; where the last day comes first in a year, it goes on over the new year.
    """

    class Kind(models.TextChoices):
        HEAT = HoldKind.HEAT.value, "Heat"
        COLD = HoldKind.COLD.value, "Cold"

    class Month(models.IntegerChoices):
        JANUARY = 1
        FEBRUARY = 2
        MARCH = 3
        APRIL = 4
        MAY = 5
        JUNE = 6
        JULY = 7
        AUGUST = 8
        SEPTEMBER = 9
        OCTOBER = 10
        NOVEMBER = 11
        DECEMBER = 12

    kind = models.CharField(max_length=4, choices=Kind)
    first_month = models.PositiveSmallIntegerField("from", choices=Month)
    first_day = models.PositiveSmallIntegerField("day", validators=_DAY_LIMITS, default=1)
    last_month = models.PositiveSmallIntegerField("to", choices=Month)
    last_day = models.PositiveSmallIntegerField(
        "day", validators=_DAY_LIMITS, default=1, help_text="It is in the season."
    )
    zone = models.ForeignKey(
        Zone,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="hold_seasons",
        help_text="Everywhere in it. Blank: only the places below.",
    )
    places = ArrayField(models.CharField(max_length=6), default=list, blank=True)
    active = models.BooleanField(default=True)

    class Meta:
        ordering = ["kind", "first_month", "first_day", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(zone__isnull=False) | Q(places__len__gt=0), name="hold_season_is_for_some_place"
            ),
            models.CheckConstraint(
                condition=Q(first_month__range=(1, 12), last_month__range=(1, 12))
                & Q(first_day__range=(1, 31), last_day__range=(1, 31)),
                name="hold_season_is_within_a_year",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {self.days_in_words}"

    @property
    def days_in_words(self) -> str:
        """'June 15 – September 15'."""
        first, last = self.terms.first, self.terms.last
        return f"{month_name[first.month]} {first.day} – {month_name[last.month]} {last.day}"

    @property
    def terms(self) -> SeasonTerms:
        """The rule of the row."""
        return SeasonTerms(
            kind=HoldKind(self.kind),
            first=YearDay(self.first_month, self.first_day),
            last=YearDay(self.last_month, self.last_day),
            zone_id=self.zone_id or 0,
            places=frozenset(_read_place(each) for each in self.places),
        )

    def clean(self) -> None:
        """Refuse days that no year has, and a season without an end."""
        for name in ("first", "last"):
            month, day = getattr(self, f"{name}_month"), getattr(self, f"{name}_day")
            longest = monthrange(_LEAP_YEAR, month)[1] if month else 0
            if month and day and day > longest:
                raise ValidationError({f"{name}_day": f"{month_name[month]} has {longest} days."})
        days = (self.first_month, self.first_day, self.last_month, self.last_day)
        if self.kind in self.Kind and None not in days and self.terms.is_whole_year:
            raise ValidationError({"last_day": WHOLE_YEAR})


def _read_place(text: str) -> tuple[str, str]:
    country, _, state = text.partition("-")
    return read_country_and_state(country, state)
