"""The place that a shopper names in one field."""

import pytest
from pytest_django import Settings

from vintner.shipping.rules import Place
from vintner.shipping.ship_to import find_place, place_words, unknown_place_words


@pytest.mark.parametrize(
    ("typed", "country", "state", "postcode"),
    [
        ("94110", "US", "CA", "94110"),
        (" 94110-1234 ", "US", "CA", "94110-1234"),
        ("06390", "US", "NY", "06390"),
        ("06103", "US", "CT", "06103"),
        ("09301", "US", "AE", "09301"),
        ("m5v2t6", "CA", "ON", "M5V 2T6"),
        ("X0A 0H0", "CA", "NU", "X0A 0H0"),
        ("X1A 0H0", "CA", "NT", "X1A 0H0"),
        ("Ontario", "CA", "ON", ""),
        ("quebec", "CA", "QC", ""),
        ("K1A 0B1", "CA", "ON", "K1A 0B1"),
        ("new   york", "US", "NY", ""),
        ("CA", "US", "CA", ""),
        ("BC", "CA", "BC", ""),
    ],
)
def test_a_postcode_or_the_name_of_a_state_names_a_place(typed: str, country: str, state: str, postcode: str) -> None:
    assert find_place(typed) == Place(country=country, state=state, postcode=postcode)


@pytest.mark.parametrize("typed", ["", "  ", "Atlantis", "96960", "9411", "941101", "D1A 0A1", "٩٤١١٠", "x" * 9999])
def test_what_names_no_place_of_the_store_is_none(typed: str) -> None:
    assert find_place(typed) is None


def test_a_country_without_states_is_named_by_its_postcode_or_its_name(settings: Settings) -> None:
    settings.STORE_COUNTRIES = ["US", "DE"]
    assert find_place("Germany") == Place(country="DE")
    assert find_place("Germany Street") is None
    assert find_place("10115") == Place(country="US", state="NY", postcode="10115"), "the home country comes first"


def test_a_country_without_postcodes_is_named_by_its_name_alone(settings: Settings) -> None:
    settings.STORE_COUNTRIES = ["US", "QA"]
    assert find_place("qatar") == Place(country="QA")
    assert place_words(Place(country="QA")) == "Qatar"
    assert find_place("Atlantis") is None
    assert "a ZIP code like 94110, or the name" in unknown_place_words()


def test_who_typed_something_else_reads_what_to_type() -> None:
    words = "Enter a ZIP code like 94110, a postal code like K1A 0B1, or the name of a state or province."
    assert unknown_place_words() == f"We don’t know that place. {words}"


@pytest.mark.parametrize(
    ("country", "state", "postcode", "words"),
    [
        ("US", "CA", "94110", "CA 94110"),
        ("US", "CA", "94110-1234", "CA 94110"),
        ("CA", "ON", "M5V 2T6", "ON M5V 2T6"),
        ("CA", "ON", "M5", "Ontario"),
        ("US", "CA", "", "California"),
        ("US", "AE", "", "military addresses"),
        ("US", "", "", "the United States"),
        ("ZZ", "", "1", "Unknown Region"),
    ],
)
def test_the_place_in_a_few_words(country: str, state: str, postcode: str, words: str) -> None:
    assert place_words(Place(country=country, state=state, postcode=postcode)) == words
