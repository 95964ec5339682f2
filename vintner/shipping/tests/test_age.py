"""What the store asks about a shopper's age."""

from datetime import UTC, datetime

import pytest
from pytest_django import Settings

from vintner.pricing import books
from vintner.refusal import Refusal
from vintner.shipping import age, rules
from vintner.shipping.models import Destination
from vintner.shipping.rules import Place
from vintner.shipping.rules.age import Check

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
ALBERTA = Place(country="CA", state="AB")
TEXAS = Place(country="US", state="TX")


@pytest.mark.parametrize("setting", ["off", "affirm", "date_of_birth"])
def test_the_check_is_that_of_the_setting(settings: Settings, setting: str) -> None:
    settings.AGE_CHECK = setting
    assert age.required(alcoholic=True) is Check(setting)
    assert age.required(alcoholic=False) is Check.OFF


def at(place: Place) -> rules.DestinationTerms:
    """Return what staff wrote about a place."""
    return books.load().destination(place)


@pytest.fixture
def _ages() -> None:
    Destination.objects.create(country="CA", state="AB", wine_allowed=True, legal_age=18)
    Destination.objects.create(country="US", state="TX", wine_allowed=True)


@pytest.mark.django_db
@pytest.mark.usefixtures("_ages")
@pytest.mark.parametrize(
    ("setting", "values", "place", "code"),
    [
        ("off", {}, TEXAS, None),
        ("affirm", {}, TEXAS, "age"),
        ("affirm", {"of_age": "0"}, TEXAS, "age"),
        ("affirm", {"of_age": "1"}, TEXAS, None),
        ("date_of_birth", {}, TEXAS, "age_required"),
        ("date_of_birth", {"born_year": "2007", "born_month": "6", "born_day": "1"}, TEXAS, "age_too_young"),
        ("date_of_birth", {"born_year": "2007", "born_month": "6", "born_day": "1"}, ALBERTA, None),
        ("date_of_birth", {"born_year": "2008", "born_month": "6", "born_day": "2"}, ALBERTA, "age_too_young"),
        ("date_of_birth", {"born_year": "2005", "born_month": "6", "born_day": "1"}, TEXAS, None),
    ],
)
def test_who_may_check_out(
    settings: Settings, setting: str, values: dict[str, str], place: Place, code: str | None
) -> None:
    settings.AGE_CHECK = setting
    age.refuse_unless_of_age(values, at(place), alcoholic=False, now=NOW)
    if code is None:
        age.refuse_unless_of_age(values, at(place), alcoholic=True, now=NOW)
        return
    with pytest.raises(Refusal) as refused:
        age.refuse_unless_of_age(values, at(place), alcoholic=True, now=NOW)
    assert refused.value.code == code


@pytest.mark.django_db
@pytest.mark.usefixtures("_ages")
def test_the_box_names_the_age_of_the_place() -> None:
    assert age.box_label(at(ALBERTA)).startswith("I am 18 or older")
    assert age.box_label(at(Place(country="US", state="AE"))).startswith("I am 21 or older")
