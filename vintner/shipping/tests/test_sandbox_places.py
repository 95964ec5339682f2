"""The demo's own list of streets."""

import pytest
from pytest_django import Settings

from vintner.shipping.lookup.address_lookup import LookupDown, Position
from vintner.shipping.lookup.chosen import address_lookup
from vintner.shipping.lookup.sandbox_places import STREETS, SandboxPlaces
from vintner.shipping.regions import regions

PLACES = SandboxPlaces()


def test_it_stands_in_for_the_service_only_without_a_key(settings: Settings) -> None:
    settings.ADDRESS_LOOKUP_KEY, settings.ADDRESS_LOOKUP_SANDBOX = "", True
    assert isinstance(address_lookup(), SandboxPlaces)
    settings.ADDRESS_LOOKUP_KEY = "a key"
    assert not isinstance(address_lookup(), SandboxPlaces)
    settings.ADDRESS_LOOKUP_KEY, settings.ADDRESS_LOOKUP_SANDBOX = "", False
    assert address_lookup() is None


@pytest.mark.parametrize("typed", ["12 mission", "12 Mission Street"])
def test_a_street_is_suggested_with_the_number_that_is_typed(typed: str) -> None:
    [found] = PLACES.suggest(typed, countries=["US"], session="")
    assert (found.text, found.detail) == ("12 Mission Street", "San Francisco, CA, United States")
    address = PLACES.find(found.id, session="")
    assert (address.address_1, address.city, address.state, address.postcode) == (
        "12 Mission Street",
        "San Francisco",
        "CA",
        "94105",
    )
    assert PLACES.suggest(typed, countries=["CA"], session="") == ()


@pytest.mark.parametrize("wrong", ["", "us-1", "sandbox-999-1", "sandbox-1", "sandbox-1-1-1"])
def test_an_id_of_elsewhere_finds_nothing(wrong: str) -> None:
    with pytest.raises(LookupDown):
        PLACES.find(wrong, session="")


def test_a_position_is_at_the_nearest_street() -> None:
    found = PLACES.locate(Position(43.7, -79.4))
    assert found is not None
    assert (found.city, found.state, found.state_name) == ("Toronto", "ON", "Ontario")
    assert found.formatted == "290 Bremner Boulevard, Toronto, ON M5V 3L9, Canada"
    assert PLACES.locate(Position(48.86, 2.35)) is None


def test_its_addresses_are_ones_that_forms_take() -> None:
    for street in STREETS:
        region = regions()[street.country]
        assert street.state in region.states
        assert region.postcode.fullmatch(street.postcode)
