"""Zones, to which the store delivers."""

from django.db import models
from django.db.models import Q

from vintner.shipping.named_places import check_place
from vintner.shipping.rules import continents
from vintner.shipping.validators import POSTCODES_HELP, check_postcodes


class Zone(models.Model):
    """A part of the world with delivery methods of its own. The first zone that matches an address counts.

    One without regions and postcodes is everywhere else, and comes after all others (docs/pricing.md#delivery).
    """

    name = models.CharField(max_length=80)
    postcodes = models.TextField(
        "ZIP or postal codes", blank=True, validators=[check_postcodes], help_text=POSTCODES_HELP
    )
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "id"]

    def __str__(self) -> str:
        return self.name


class ZoneRegion(models.Model):
    """A continent, a country, or a state of it, that belongs to a zone."""

    zone = models.ForeignKey(Zone, on_delete=models.CASCADE, related_name="regions")
    continent = models.CharField(max_length=2, blank=True, choices=continents.NAMES)
    country = models.CharField(max_length=2, blank=True, help_text="Two letters: US.")
    state = models.CharField(max_length=3, blank=True, help_text="Blank means the whole country.")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(continent="") ^ Q(country=""),
                name="region_is_a_continent_or_a_country",
                violation_error_message="Name a continent or a country, not both.",
            ),
            models.CheckConstraint(
                condition=Q(state="") | ~Q(country=""),
                name="region_state_of_a_country",
                violation_error_message="Name the state's country too.",
            ),
        ]

    def __str__(self) -> str:
        return self.get_continent_display() or "-".join(filter(None, (self.country, self.state)))

    def clean(self) -> None:
        self.country, self.state = check_place(self.country, self.state)
