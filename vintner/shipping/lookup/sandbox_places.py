"""A sandbox of the service that knows addresses: a short list of real streets. It asks nobody, so that a demo without a
key shows suggestions and “Fetch my location” at work. Production never uses it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import asin, cos, radians, sin, sqrt
from typing import Final

from vintner.shipping.lookup.address_lookup import AddressSuggestion, FoundAddress, LookupDown, Position
from vintner.shipping.lookup.address_parts import AddressPart, read_address
from vintner.shipping.regions import country_name, place_name, regions

MOST = 5
"""Suggestions at once, as many as the real service gives."""
REACH_KM = 150
"""How far a position may be from a street of the list to be found there. Cities of the list have wide surroundings."""
EARTH_RADIUS_KM = 6371
_HOUSE = re.compile(r"(\d{1,5})\s+(.+)")
_ID = re.compile(r"sandbox-(\d{1,3})-(\d{1,5})", re.ASCII)


@dataclass(frozen=True, slots=True)
class SandboxStreet:
    """A street with the number of a house on it, and where that is."""

    number: int
    name: str
    city: str
    state: str
    country: str
    postcode: str
    position: Position


STREETS: Final = (
    SandboxStreet(1300, "First Street", "Napa", "CA", "US", "94559", Position(38.2988, -122.2866)),
    SandboxStreet(601, "Mission Street", "San Francisco", "CA", "US", "94105", Position(37.7877, -122.3996)),
    SandboxStreet(2200, "Market Street", "San Francisco", "CA", "US", "94114", Position(37.7654, -122.4317)),
    SandboxStreet(200, "Santa Monica Pier", "Santa Monica", "CA", "US", "90401", Position(34.0094, -118.4973)),
    SandboxStreet(350, "South Grand Avenue", "Los Angeles", "CA", "US", "90071", Position(34.0526, -118.2518)),
    SandboxStreet(400, "Broad Street", "Seattle", "WA", "US", "98109", Position(47.6205, -122.3493)),
    SandboxStreet(1005, "West Burnside Street", "Portland", "OR", "US", "97209", Position(45.5231, -122.6812)),
    SandboxStreet(1701, "Wynkoop Street", "Denver", "CO", "US", "80202", Position(39.7527, -104.9998)),
    SandboxStreet(1100, "Congress Avenue", "Austin", "TX", "US", "78701", Position(30.2747, -97.7404)),
    SandboxStreet(201, "East Randolph Street", "Chicago", "IL", "US", "60602", Position(41.8827, -87.6226)),
    SandboxStreet(700, "Decatur Street", "New Orleans", "LA", "US", "70116", Position(29.9574, -90.0629)),
    SandboxStreet(100, "Ocean Drive", "Miami Beach", "FL", "US", "33139", Position(25.7694, -80.1319)),
    SandboxStreet(
        1600, "Pennsylvania Avenue Northwest", "Washington", "DC", "US", "20500", Position(38.8977, -77.0365)
    ),
    SandboxStreet(520, "Chestnut Street", "Philadelphia", "PA", "US", "19106", Position(39.9489, -75.1500)),
    SandboxStreet(350, "5th Avenue", "New York", "NY", "US", "10118", Position(40.7484, -73.9857)),
    SandboxStreet(89, "East 42nd Street", "New York", "NY", "US", "10017", Position(40.7527, -73.9772)),
    SandboxStreet(4, "Jersey Street", "Boston", "MA", "US", "02215", Position(42.3467, -71.0972)),
    SandboxStreet(290, "Bremner Boulevard", "Toronto", "ON", "CA", "M5V 3L9", Position(43.6426, -79.3871)),
    SandboxStreet(111, "Wellington Street", "Ottawa", "ON", "CA", "K1A 0A9", Position(45.4236, -75.7009)),
    SandboxStreet(350, "Rue Saint-Paul Est", "Montréal", "QC", "CA", "H2Y 1H2", Position(45.5089, -73.5515)),
    SandboxStreet(1, "Rue des Carrières", "Québec", "QC", "CA", "G1R 4P5", Position(46.8119, -71.2050)),
    SandboxStreet(101, "9 Avenue Southwest", "Calgary", "AB", "CA", "T2P 1J9", Position(51.0443, -114.0631)),
    SandboxStreet(845, "Avison Way", "Vancouver", "BC", "CA", "V6G 3E2", Position(49.3005, -123.1309)),
    SandboxStreet(1675, "Lower Water Street", "Halifax", "NS", "CA", "B3J 1S3", Position(44.6479, -63.5700)),
)


class SandboxPlaces:
    """The list behind the seam. A house of any number is found on its streets."""

    credit = "Sandbox: a few streets of the demo's own"

    def suggest(self, typed: str, *, countries: Sequence[str], session: str) -> tuple[AddressSuggestion, ...]:
        house = _HOUSE.fullmatch(typed)
        wanted = (house[2] if house else typed).casefold()
        found = (
            (index, street, int(house[1]) if house else street.number)
            for index, street in enumerate(STREETS)
            if street.country in countries and f" {wanted}" in f" {street.name.casefold()}"
        )
        return tuple(
            AddressSuggestion(f"sandbox-{index}-{number}", f"{number} {street.name}", _detail(street))
            for index, street, number in list(found)[:MOST]
        )

    def find(self, suggestion_id: str, *, session: str) -> FoundAddress:
        wanted = _ID.fullmatch(suggestion_id)
        if wanted is None or int(wanted[1]) >= len(STREETS):
            raise LookupDown("not an id of the sandbox")
        return _address(STREETS[int(wanted[1])], int(wanted[2]))

    def locate(self, position: Position) -> FoundAddress | None:
        distance, street = min(
            ((_kilometres(position, each.position), each) for each in STREETS if each.country in regions()),
            key=lambda found: found[0],
            default=(REACH_KM, STREETS[0]),
        )
        return _address(street, street.number) if distance < REACH_KM else None


def _detail(street: SandboxStreet) -> str:
    return f"{street.city}, {street.state}, {country_name(street.country)}"


def _address(street: SandboxStreet, number: int) -> FoundAddress:
    parts = (
        AddressPart(str(number), str(number), ("street_number",)),
        AddressPart(street.name, street.name, ("route",)),
        AddressPart(street.city, street.city, ("locality",)),
        AddressPart(place_name(street.country, street.state), street.state, ("administrative_area_level_1",)),
        AddressPart(country_name(street.country), street.country, ("country",)),
        AddressPart(street.postcode, street.postcode, ("postal_code",)),
    )
    where = f"{street.state} {street.postcode}, {country_name(street.country)}"
    return read_address(parts, f"{number} {street.name}, {street.city}, {where}")


def _kilometres(one: Position, other: Position) -> float:
    """Return the distance along the earth's surface, by the haversine formula."""
    latitudes = radians(one.latitude), radians(other.latitude)
    across = sin((latitudes[1] - latitudes[0]) / 2) ** 2
    along = sin(radians(other.longitude - one.longitude) / 2) ** 2
    return 2 * EARTH_RADIUS_KM * asin(min(1.0, sqrt(across + cos(latitudes[0]) * cos(latitudes[1]) * along)))
