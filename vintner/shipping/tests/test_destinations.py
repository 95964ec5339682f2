"""Where wine may be sent, as staff keep it, in words."""

import pytest
from django.utils import timezone
from pytest_django import Settings

from vintner.pricing import books
from vintner.shipping.destinations import closed_places, note_for_shoppers
from vintner.shipping.ledger import Recipient, may_send
from vintner.shipping.models import Destination
from vintner.shipping.regions import TERRITORIES, country_name, place_name, regions
from vintner.shipping.rules import Place

pytestmark = pytest.mark.django_db


@pytest.fixture
def destinations() -> None:
    for country, state, allowed in [
        ("US", "CA", True),
        ("US", "NY", True),
        ("US", "TX", True),
        ("US", "UT", False),
        ("US", "MS", False),
        ("CA", "ON", True),
        ("CA", "AB", False),
        ("CA", "MB", False),
    ]:
        Destination.objects.create(country=country, state=state, wine_allowed=allowed)


@pytest.mark.usefixtures("destinations")
@pytest.mark.parametrize(
    ("country", "state", "reason"),
    [
        ("US", "CA", ""),
        ("US", "UT", "Sorry, we cannot ship wine to Utah."),
        ("CA", "AB", "Sorry, we cannot ship wine to Alberta."),
        ("US", "AE", "Sorry, we cannot ship wine to military addresses."),
        ("US", "", "Sorry, we cannot ship wine to the United States."),
        ("DE", "BE", "Sorry, we cannot ship wine to Germany."),
    ],
)
def test_a_ruling_names_the_place(country: str, state: str, reason: str) -> None:
    there = Place(country=country, state=state)
    ruling = may_send(Recipient(place=there), books.load().destination(there), [], now=timezone.now())
    assert (ruling.allowed, ruling.reason) == (not reason, reason)


def rows() -> list[tuple[str, str, bool, str]]:
    return list(Destination.objects.values_list("country", "state", "wine_allowed", "note"))


@pytest.mark.usefixtures("destinations")
def test_pages_are_told_of_just_the_places_that_the_checkout_refuses_and_in_its_words() -> None:
    Destination.objects.filter(state="UT").update(note="The state alone sells wine.")
    book, found = books.load(), {}
    for region in regions().values():
        for state in region.states:
            there = Place(country=region.code, state=state)
            ruling = may_send(Recipient(place=there), book.destination(there), [], now=timezone.now())
            if not ruling.allowed:
                found[f"{region.code}:{state}"] = ruling.reason
    closed = closed_places(rows())
    assert {each.place: each.reason for each in closed} == found
    assert found["US:UT"] == "Sorry, we cannot ship wine to Utah. The state alone sells wine."
    assert next(each.name for each in closed if each.place == "US:AE") == "military addresses"


@pytest.mark.parametrize(("allowed", "closed"), [(True, ()), (False, ("DE:",))])
def test_a_country_without_states_is_one_place(allowed: bool, closed: tuple[str, ...], settings: Settings) -> None:
    settings.STORE_COUNTRIES = ["DE"]
    assert tuple(each.place for each in closed_places([("DE", "", allowed, "")])) == closed


def test_a_row_that_names_a_territory_as_a_country_opens_it() -> None:
    closed = {each.place for each in closed_places([("PR", "", True, "")])}
    assert "US:PR" not in closed
    assert "US:GU" in closed


def test_no_wine_goes_anywhere_while_staff_wrote_nothing() -> None:
    assert len(closed_places(None)) == sum(len(region.states) for region in regions().values())


@pytest.mark.usefixtures("destinations")
def test_product_pages_say_where_wine_goes() -> None:
    assert note_for_shoppers(books.load().edition) == (
        "We send wine in the United States to California, New York and Texas, and in Canada to Ontario."
    )


@pytest.mark.usefixtures("destinations")
def test_what_staff_wrote_nothing_of_is_among_the_exceptions() -> None:
    states = set(regions()["US"].states) - {"AA", "AE", "AP", *TERRITORIES}
    rows = [Destination(country="US", state=state, wine_allowed=True) for state in sorted(states)]
    Destination.objects.bulk_create(rows, ignore_conflicts=True)
    exceptions = "except Mississippi, Utah, military addresses and the territories"
    assert f"to all of the United States {exceptions}, and" in note_for_shoppers(books.load().edition)
    Destination.objects.create(country="US", state="PR", wine_allowed=True)
    exceptions = (
        "except American Samoa, Guam, Mississippi, Utah, military addresses, the Northern Mariana Islands and the"
        " U.S. Virgin Islands"
    )
    assert f"to all of the United States {exceptions}, and" in note_for_shoppers(books.load().edition)


def test_a_row_of_a_whole_country_opens_its_states(settings: Settings) -> None:
    settings.STORE_COUNTRIES = ["MX"]
    Destination.objects.create(country="MX", wine_allowed=True)
    assert note_for_shoppers(books.load().edition) == "We send wine to all of Mexico."


@pytest.mark.usefixtures("destinations")
def test_the_sentence_follows_every_edit() -> None:
    note_for_shoppers(books.load().edition)
    Destination.objects.update(wine_allowed=False)
    assert note_for_shoppers(books.load().edition) == ""


@pytest.mark.parametrize(
    ("country", "state", "name"),
    [
        ("US", "CA", "California"),
        ("CA", "QC", "Quebec"),
        ("US", "", "United States"),
        ("ZZ", "X", "Unknown Region"),
        ("X?", "", "X?"),
    ],
)
def test_names_of_places(country: str, state: str, name: str) -> None:
    assert place_name(country, state) == name
    assert country_name("CA") == "Canada"
