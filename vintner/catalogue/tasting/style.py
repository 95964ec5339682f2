"""The style of a wine and the years in which to drink it: columns of products and variations."""

from typing import Final

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q

from vintner.catalogue.tasting.words import SCALES

FIRST_YEAR: Final = 1800
LAST_YEAR: Final = 2200
SWEETEST: Final = 150
"""Grams per liter: the most sugar that a dosage leaves in a sparkling wine, with room to spare."""


def _year(verbose_name: str, help_text: str = "") -> "models.PositiveSmallIntegerField[int | None, int | None]":
    return models.PositiveSmallIntegerField(
        verbose_name,
        null=True,
        blank=True,
        validators=[MinValueValidator(FIRST_YEAR), MaxValueValidator(LAST_YEAR)],
        help_text=help_text,
    )


def _scale(name: str) -> "models.PositiveSmallIntegerField[int | None, int | None]":
    levels = [(level, f"{level} – {words}") for level, words in enumerate(SCALES[name], start=1)]
    return models.PositiveSmallIntegerField(null=True, blank=True, choices=levels)


class DrinkWindow(models.Model):
    """The first and the last year in which a wine is at its best. Either may be open."""

    drink_from = _year("drink from (year)")
    drink_until = _year("drink until (year)", "A vintage's own years replace those of the wine.")

    class Meta:
        abstract = True


class WineStyle(DrinkWindow):
    """How a wine tastes, on scales from 1 to 5. What is not known is empty."""

    body = _scale("body")
    acidity = _scale("acidity")
    sweetness = _scale("sweetness")
    tannin = _scale("tannin")
    dosage = models.DecimalField(
        "dosage (g/l)",
        max_digits=4,
        decimal_places=1,
        null=True,
        blank=True,
        validators=[MinValueValidator(0), MaxValueValidator(SWEETEST)],
        help_text="Of sparkling wine: grams of sugar per liter.",
    )

    class Meta:
        abstract = True


def years_in_order(name: str) -> models.CheckConstraint:
    """Return the constraint of a table with a drink window."""
    return models.CheckConstraint(
        condition=Q(drink_from__isnull=True) | Q(drink_until__isnull=True) | Q(drink_from__lte=F("drink_until")),
        name=name,
        violation_error_message="The drink window ends before it begins.",
    )


def levels_on_scale() -> models.CheckConstraint:
    """Return the constraint of the table with the scales."""
    known = Q()
    for name, levels in SCALES.items():
        known &= Q(**{f"{name}__isnull": True}) | Q(**{f"{name}__range": (1, len(levels))})
    return models.CheckConstraint(condition=known, name="style_from_1_to_5")
