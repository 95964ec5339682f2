"""Seasons in which wine waits for better weather, in the admin."""

from collections.abc import Iterable
from typing import Final

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.forms import CharField, ModelForm
from unfold.widgets import UnfoldAdminTextareaWidget

from vintner.shipping.models import HoldSeason, Zone
from vintner.shipping.named_places import check_place
from vintner.shipping.regions import place_name
from vintner.web.admin.checked_admin import CheckedAdmin

PLACES_HELP: Final = "One country a line, with its states by code or name: US: AZ, Nevada. Without states: all of it."
NOWHERE: Final = "Choose a zone, or name the places."
INTRO: Final = (
    "A parcel with wine that would be on its way in such a season waits in the store, and leaves on the first day on "
    "which all of its way is outside. Cart and checkout say so, and orders keep it. The days on the way are those of "
    "the delivery times and the methods: without delivery times nothing is held. Pickups never wait."
)


def write_places(places: Iterable[str]) -> str:
    """Return stored places as staff write them: 'US: AZ, NV', a country a line."""
    by_country: dict[str, list[str]] = {}
    for each in places:
        country, _, state = each.partition("-")
        by_country.setdefault(country, []).extend([state] if state else [])
    return "\n".join(f"{country}: {', '.join(states)}" if states else country for country, states in by_country.items())


def read_places(text: str) -> list[str]:
    """Return the codes of places as they are stored: 'US-AZ', 'CA'. Raises ValidationError with the line's number."""
    found: dict[str, None] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            found |= dict.fromkeys(_read_line(number, line))
    countries = {each for each in found if "-" not in each}
    return [each for each in found if "-" not in each or each[:2] not in countries]


def _read_line(number: int, line: str) -> list[str]:
    country, colon, states = line.partition(":")
    names = [name for name in (each.strip() for each in states.split(",")) if name]
    if not country.strip() or (colon and not names):
        raise ValidationError(f"Line {number}: write a country, a colon and its states, or the country alone.")
    try:
        codes = [check_place(country, name) for name in names or [""]]
    except ValidationError as error:
        raise ValidationError([f"Line {number}: {message}" for message in error.messages]) from error
    return ["-".join(filter(None, code)) for code in codes]


class HoldSeasonForm(ModelForm):  # type: ignore[type-arg]  # the class takes no arguments when it runs
    """Places are written as text. Two active seasons of a kind may not share a place and a day."""

    places = CharField(widget=UnfoldAdminTextareaWidget(attrs={"rows": 4}), required=False, help_text=PLACES_HELP)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.initial["places"] = write_places(self.instance.places)

    def clean_places(self) -> list[str]:
        return read_places(str(self.cleaned_data["places"]))

    def clean(self) -> dict[str, object]:
        given = self.cleaned_data
        if "places" in given and "zone" in given and not given["places"] and given["zone"] is None:
            self.add_error("places", NOWHERE)
        return given

    def _post_clean(self) -> None:
        """Compare the season with the others, once its own fields are in order."""
        super()._post_clean()  # type: ignore[misc]  # Django's own hook after the fields
        if not self.errors and self.instance.active and (other := _find_overlap(self.instance)):
            self.add_error(None, other)


def _find_overlap(season: HoldSeason) -> str:
    """Return what another active season of this kind has in common with it, in words; '' for nothing."""
    others = HoldSeason.objects.filter(kind=season.kind, active=True).exclude(pk=season.pk)
    for other in others.select_related("zone"):
        shared = _shared_place(season, other) if season.terms.meets(other.terms) else ""
        if shared:
            return f"“{other}” is already there for {shared}, and some of its days are the same. Change one of the two."
    return ""


def _shared_place(one: HoldSeason, other: HoldSeason) -> str:
    """Return a place that both are for, in words; '' for none. Zones are compared by their countries and states."""
    if one.zone_id and one.zone_id == other.zone_id:
        return str(one.zone)
    mine, theirs = _places_of(one), _places_of(other)
    shared = next((each for each in sorted(mine) if each in theirs or each[:2] in theirs), "")
    shared = shared or next((each for each in sorted(theirs) if each[:2] in mine), "")
    country, _, state = shared.partition("-")
    return place_name(country, state) if shared else ""


def _places_of(season: HoldSeason) -> set[str]:
    return {*season.places, *(_zone_places(season.zone) if season.zone is not None else ())}


def _zone_places(zone: Zone) -> set[str]:
    """Return the countries and states of a zone. Its continents, and what is everywhere else, cannot be compared."""
    return {str(region) for region in zone.regions.all() if region.country}


@admin.register(HoldSeason)
class HoldSeasonAdmin(CheckedAdmin):
    form = HoldSeasonForm
    list_display = ("__str__", "where", "active")
    list_filter = ("kind", "active")
    list_select_related = ("zone",)
    fieldsets = (
        (
            None,
            {
                "fields": ("kind", ("first_month", "first_day"), ("last_month", "last_day"), "active"),
                "description": INTRO,
            },
        ),
        ("Where", {"fields": ("zone", "places")}),
    )

    @admin.display(description="where")
    def where(self, season: HoldSeason) -> str:
        return "; ".join(filter(None, (str(season.zone or ""), *write_places(season.places).splitlines())))
