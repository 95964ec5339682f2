"""Reads an address from the parts that Google's services answer with (the registration form's part names)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from vintner.shipping.lookup.address_lookup import FoundAddress
from vintner.shipping.regions import country_name, read_country_and_state, regions

_CITY = ("locality", "postal_town", "administrative_area_level_3", "sublocality_level_1")
"""The types of places that are a city in an address. Brooklyn and its like are of the last type."""
_STATE = "administrative_area_level_1"


@dataclass(frozen=True, slots=True)
class AddressPart:
    """A part of an address: its name, its short name (a code, for countries and states) and what types it is of."""

    long: str
    short: str
    types: tuple[str, ...]


def read_address(parts: Sequence[AddressPart], formatted: str = "") -> FoundAddress:
    """Put the parts where the forms have them. `formatted` is the whole address in one line."""
    long = {kind: each.long for each in parts for kind in each.types}
    short = {kind: each.short or each.long for each in parts for kind in each.types}
    country, state = read_country_and_state(short.get("country", ""), short.get(_STATE, ""))
    region = regions().get(country)
    city_kind = next((kind for kind in _CITY if kind in long), "")
    city = long.get(city_kind, "")
    if not city and not (region and region.states):
        city, state = long.get(_STATE, ""), ""
    postcode = " ".join(_known(long, "postal_code", "postal_code_suffix"))
    unit = long.get("subpremise", "")
    return FoundAddress(
        country=country,
        country_name=country_name(country) if region else long.get("country", ""),
        address=" ".join(_remaining(parts, {"country", _STATE, "postal_code", "postal_code_suffix", city_kind})),
        address_1=" ".join(_known(long, "street_number", "route")) or long.get("premise", ""),
        address_2=f"Unit {unit}" if unit.isdecimal() else unit,
        city=city,
        state=state if region is None or state in region.states else "",
        state_name=long.get(_STATE, ""),
        postcode=region.tidy_postcode(postcode) if region else postcode,
        formatted=formatted or ", ".join(each.long for each in parts),
    )


def _known(names: Mapping[str, str], *kinds: str) -> Iterator[str]:
    return (names[kind] for kind in kinds if kind in names)


def _remaining(parts: Sequence[AddressPart], taken: set[str]) -> Iterator[str]:
    """Yield the names of the parts that have no field of their own."""
    return (each.long for each in parts if each.long and not taken & set(each.types))
