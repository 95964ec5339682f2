"""Addresses that are found while the street is typed: asked for over real HTTP, of a double of the service."""

from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import Settings

from vintner.shipping.tests.places import KEY, PlacesDouble, places_double

pytestmark = pytest.mark.django_db
FOUND = {
    "country": "US",
    "country_name": "United States",
    "address": "5 1600 Mill Street Napa County",
    "address_1": "1600 Mill Street",
    "address_2": "Unit 5",
    "city": "Napa",
    "state": "CA",
    "state_name": "California",
    "postcode": "94559-1234",
    "formatted": "1600 Mill Street, Napa, CA, USA",
}


@pytest.fixture
def places(settings: Settings) -> Iterator[PlacesDouble]:
    with places_double() as double:
        settings.ADDRESS_LOOKUP_KEY = KEY
        settings.ADDRESS_LOOKUP_URL = settings.ADDRESS_GEOCODING_URL = double.url
        yield double


def ask(path: str, **fields: str) -> object:
    answer = Client().post(f"/checkout/addresses/{path}", fields)
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    return answer.json()


def suggest(typed: str, country: str = "US") -> list[dict[str, str]]:
    answer = ask("", typed=typed, country=country, session="0123456789abcdef")
    assert isinstance(answer, dict)
    found: list[dict[str, str]] = answer["suggestions"]
    return found


def find(place: str) -> dict[str, str] | None:
    answer = ask("found/", id=place, session="0123456789abcdef")
    assert isinstance(answer, dict)
    found: dict[str, str] | None = answer["address"]
    return found


def locate(latitude: str = "38.3", longitude: str = "-122.28") -> tuple[str, dict[str, str] | None]:
    answer = ask("located/", latitude=latitude, longitude=longitude)
    assert isinstance(answer, dict)
    return answer["status"], answer["address"]


def test_a_street_brings_addresses_of_the_chosen_country(places: PlacesDouble) -> None:
    assert suggest("1600 mill") == [
        {"id": "us-1", "text": "1600 Mill Street", "detail": "Napa, CA, USA"},
        {"id": "us-2", "text": "1600 Millbrook Road", "detail": "Sonoma, CA, USA"},
    ]
    assert [each["id"] for each in suggest("160 Mill", "CA")] == ["ca-1"]
    assert places.asked[0]["sessionToken"] == "0123456789abcdef"
    assert places.asked[0]["includedRegionCodes"] == ["us"]


def test_the_chosen_address_comes_in_the_parts_of_the_form(places: PlacesDouble) -> None:
    assert find("us-1") == FOUND
    canadian = find("ca-1")
    assert canadian
    assert (canadian["state"], canadian["postcode"], canadian["address_2"]) == ("ON", "M5A 3C4", "")


def test_a_form_without_a_country_gets_addresses_of_all(places: PlacesDouble) -> None:
    assert [each["id"] for each in suggest("160", "") + suggest("160 Mill", "")] == ["ca-1"]
    assert places.asked[0]["includedRegionCodes"] == ["us", "ca"]


@pytest.mark.parametrize("kind", ["postal_town", "administrative_area_level_3", "sublocality_level_1"])
def test_a_city_goes_by_several_names(places: PlacesDouble, kind: str) -> None:
    places.parts["us-1"] = [("Elsewhere", "E", kind)]
    found = find("us-1")
    assert found
    assert found["city"] == "Elsewhere"


def test_without_a_city_and_without_states_the_state_is_the_city(places: PlacesDouble) -> None:
    places.parts["us-1"] = [("Singapore", "SG", "country"), ("Central", "C", "administrative_area_level_1")]
    found = find("us-1")
    assert found
    assert (found["city"], found["state"]) == ("Central", "")


def test_a_position_brings_its_address(places: PlacesDouble) -> None:
    assert locate() == ("OK", FOUND)
    assert places.asked[0]["latlng"] == "38.300000,-122.280000"
    assert places.asked[0]["result_type"] == "street_address|premise|subpremise|route"


def test_an_address_that_the_store_does_not_serve_is_none(places: PlacesDouble, settings: Settings) -> None:
    settings.STORE_COUNTRIES = ["CA"]
    assert locate() == ("ZERO_RESULTS", None)
    places.located = ["us-1", "ca-1"]
    status, found = locate()
    assert (status, found and found["country"]) == ("OK", "CA")


def test_nothing_at_a_position_is_no_error(places: PlacesDouble) -> None:
    places.located = []
    assert locate() == ("ZERO_RESULTS", None)


def test_what_the_service_says_is_handed_on(places: PlacesDouble) -> None:
    places.status = "OVER_DAILY_LIMIT"
    assert locate() == ("OVER_DAILY_LIMIT", None)
    places.broken = (500, b"{}")
    assert locate() == ("UNKNOWN_ERROR", None)


@pytest.mark.parametrize(
    ("latitude", "longitude"), [("91", "0"), ("0", "-180.1"), ("nan", "0"), ("inf", "0"), ("", "0"), ("here", "0")]
)
def test_what_is_no_position_is_not_asked_about(places: PlacesDouble, latitude: str, longitude: str) -> None:
    assert locate(latitude, longitude) == ("INVALID_REQUEST", None)
    assert places.asked == []


@pytest.mark.parametrize(("typed", "country"), [("160", "US"), ("1600 Mill", "FR")])
def test_too_little_or_elsewhere_is_not_asked_about(places: PlacesDouble, typed: str, country: str) -> None:
    assert suggest(typed, country) == []
    assert places.asked == []


@pytest.mark.parametrize(
    "broken",
    [(500, b"{}"), (302, b""), (200, b"no json"), (200, b'{"suggestions": 5, "addressComponents": 5}')],
    ids=["a fault", "a redirect", "no JSON", "another shape"],
)
def test_a_service_that_fails_is_in_nobodys_way(places: PlacesDouble, broken: tuple[int, bytes]) -> None:
    places.broken = broken
    assert (suggest("1600 Mill"), find("us-1")) == ([], None)
    assert len(places.asked) == 2  # nothing is tried twice, no redirect followed


def test_a_service_that_is_away_is_in_nobodys_way(settings: Settings) -> None:
    settings.ADDRESS_LOOKUP_KEY, settings.ADDRESS_LOOKUP_URL = KEY, "http://127.0.0.1:9"
    assert (suggest("1600 Mill"), find("us-1")) == ([], None)


def test_without_a_key_nobody_is_asked(places: PlacesDouble, settings: Settings) -> None:
    settings.ADDRESS_LOOKUP_KEY, settings.ADDRESS_LOOKUP_SANDBOX = "", False
    assert locate() == ("REQUEST_DENIED", None)
    assert (suggest("1600 Mill"), find("us-1")) == ([], None)
    assert places.asked == []


def test_lookups_are_limited(places: PlacesDouble, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "address_lookups": (2, 60)}
    assert suggest("1600 Mill")
    assert find("us-1")
    assert (suggest("1600 Mill"), find("us-1")) == ([], None)
    assert locate() == ("OVER_QUERY_LIMIT", None)
    assert len(places.asked) == 2


def test_an_id_is_no_path(places: PlacesDouble) -> None:
    assert find("../places/us-1") is None
    assert places.asked[0]["path"] == "/v1/places/..%2Fplaces%2Fus-1"


def test_other_sites_cannot_ask() -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/checkout/addresses/", {"typed": "1600 Mill", "country": "US"}).status_code == 403
    assert strict.get("/checkout/addresses/").status_code == 405
