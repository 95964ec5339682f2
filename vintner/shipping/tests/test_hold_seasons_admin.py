"""A merchant writes down in which seasons wine is not sent, and where."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from vintner.pricing import books
from vintner.shipping.models import DeliveryTimes, HoldSeason, Zone, ZoneRegion
from vintner.shipping.rules import HoldKind, YearDay
from vintner.testing.html_forms import Fields, read_form

pytestmark = pytest.mark.django_db
LIST = "/admin/shipping/holdseason/"
ADD = f"{LIST}add/"
SUMMER: Fields = {
    "kind": ["heat"],
    "first_month": ["6"],
    "first_day": ["15"],
    "last_month": ["9"],
    "last_day": ["15"],
    "places": ["US: AZ, nevada\nCanada: ON"],
    "active": ["on"],
}


def send(staff: Client, address: str = ADD, **typed: str) -> str:
    """Send the form as a browser would, and return the next page's text."""
    fields = read_form(staff.get(address).content.decode(), "holdseason_form")
    fields |= (SUMMER if address == ADD else {}) | {name: [text] for name, text in typed.items()}
    return staff.post(address, fields, follow=True).content.decode()


def test_a_season_is_part_of_the_price_book(staff: Client) -> None:
    DeliveryTimes.objects.create()
    assert "June 15 – September 15" in send(staff)
    book = books.load()
    assert book.dispatch is not None
    [terms] = book.dispatch.seasons
    assert (terms.kind, terms.first, terms.last) == (HoldKind.HEAT, YearDay(6, 15), YearDay(9, 15))
    assert terms.places == {("US", "AZ"), ("US", "NV"), ("CA", "ON")}
    row = HoldSeason.objects.get()
    page = staff.get(f"{LIST}{row.pk}/change/").content.decode()
    assert "US: AZ, NV\nCA: ON" in page
    fields = read_form(page, "holdseason_form")
    fields.pop("active")
    staff.post(f"{LIST}{row.pk}/change/", fields)
    changed = books.load()
    assert changed.dispatch is not None
    assert changed.dispatch.seasons == ()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"places": ""}, "Choose a zone, or name the places."),
        ({"places": "US: AZ, Atlantis"}, "Line 1: There is no state &#x27;Atlantis&#x27; in the United States."),
        ({"places": "US: AZ\nNowhere"}, "Line 2: There is no country &#x27;Nowhere&#x27;."),
        ({"places": "US:"}, "Line 1: write a country, a colon and its states, or the country alone."),
        ({"last_month": "6", "last_day": "31"}, "June has 30 days."),
        ({"last_month": "2", "last_day": "30"}, "February has 29 days."),
        ({"last_month": "6", "last_day": "14"}, "This season takes up the whole year, so nothing would ever leave."),
        ({"first_month": ""}, "This field is required."),
        ({"first_month": "13"}, "Select a valid choice."),
        ({"first_day": "0"}, "greater than or equal to 1"),
        ({"first_day": "99999999999999999999"}, "less than or equal to"),
        ({"kind": "rain"}, "Select a valid choice."),
        ({"kind": ""}, "This field is required."),
        ({"zone": "999999"}, "Select a valid choice."),
    ],
)
def test_what_makes_no_sense_is_said_at_its_field(staff: Client, typed: dict[str, str], words: str) -> None:
    assert words in send(staff, **typed)
    assert not HoldSeason.objects.exists()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({}, "Arizona"),
        ({"places": "US"}, "Arizona"),
        ({"places": "US: AZ", "first_month": "9", "first_day": "15", "last_month": "1"}, "Arizona"),
        ({"places": "US: TX"}, ""),
        ({"kind": "cold"}, ""),
        ({"first_month": "9", "first_day": "16", "last_month": "6", "last_day": "13"}, ""),
    ],
)
def test_two_seasons_of_a_kind_share_no_day_at_a_place(staff: Client, typed: dict[str, str], words: str) -> None:
    HoldSeason.objects.create(kind="heat", first_month=6, first_day=15, last_month=9, last_day=15, places=["US-AZ"])
    page = send(staff, **typed)
    assert HoldSeason.objects.count() == (1 if words else 2)
    assert ("“Heat, June 15 – September 15” is already there for" in page) is bool(words)
    assert words in page


def test_a_zone_shares_places_with_its_states_and_a_season_that_is_off_with_nobody(staff: Client) -> None:
    zone = Zone.objects.create(name="Southwest")
    ZoneRegion.objects.create(zone=zone, country="US", state="AZ")
    of_zone = HoldSeason.objects.create(
        kind="heat", first_month=7, first_day=1, last_month=7, last_day=31, zone=zone, active=False
    )
    assert "was added successfully" in send(staff)
    assert "is already there for" in send(staff, f"{LIST}{of_zone.pk}/change/", active="on")
    june = {"first_month": "6", "first_day": "1", "last_month": "6", "last_day": "14"}
    assert "is already there for" not in send(staff, f"{LIST}{of_zone.pk}/change/", active="on", **june)
    assert "already there for Southwest" in send(staff, zone=str(zone.pk), places="", first_month="5")


@pytest.mark.parametrize("wrong", [{"places": []}, {"last_day": 32}, {"first_month": 13}])
def test_the_database_takes_no_season_without_a_place_or_outside_a_year(wrong: dict[str, Any]) -> None:
    months = dict.fromkeys(("first_month", "last_month"), 6)
    with pytest.raises(IntegrityError), transaction.atomic():
        HoldSeason.objects.create(**{**months, "kind": "heat", "places": ["US-AZ"], **wrong})
