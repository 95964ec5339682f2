"""Countries and states as staff and files name them, by code or by name."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from django.core.exceptions import ValidationError

from vintner.shipping.regions import country_name, find_region, read_country_and_state, spoken
from vintner.shipping.rules.continents import continent_of, countries
from vintner.shipping.state_names import find_state, fold_name

_LONGEST_CODE: Final = 3
"""Characters of a state's code that a row can hold."""
NO_COUNTRY: Final = "There is no country '%(value)s'."


@cache
def country_choices() -> tuple[tuple[str, str], ...]:
    """Return every country's code and name, in alphabetical order of the names."""
    named = ((code, country_name(code)) for code in countries())
    return tuple(sorted(named, key=lambda choice: fold_name(choice[1])))


def find_country(text: str) -> str:
    """Return the code of a country given by code or name in any case, '' when there is none."""
    return _countries().get(text.strip().casefold(), "")


def has_states(country: str) -> bool:
    """Tell whether addresses in a country name a state by a code that a row can hold."""
    region = find_region(country)
    return region is not None and any(len(code) <= _LONGEST_CODE for code in region.states)


def check_state(country: str, text: str) -> str:
    """Return the code of a state, '' for the whole country. Raises ValidationError for a state that is none."""
    if not text.strip():
        return ""
    if not country:
        raise ValidationError("Name the state's country too.")
    found = find_state(country, text) if continent_of(country) else ""
    if found and len(found) <= _LONGEST_CODE:
        return found
    name = spoken(country_name(country))
    if has_states(country):
        raise ValidationError(f"There is no state '{text.strip()}' in {name}.")
    region = find_region(country)
    why = (
        f"The states of {name} cannot be named here"
        if region and region.states
        else f"Addresses in {name} name no state"
    )
    raise ValidationError(f"{why}: leave it blank for the whole country.")


def check_place(country: str, state: str) -> tuple[str, str]:
    """Return the codes of a place, blank for everywhere, as `read_country_and_state` does. Raises ValidationError with
    the field that is wrong.
    """
    code = find_country(country)
    if country.strip() and not code:
        raise ValidationError({"country": ValidationError(NO_COUNTRY, params={"value": country.strip()})})
    territory = read_country_and_state(code, "")
    if territory != (code, ""):
        return territory
    try:
        return read_country_and_state(code, check_state(code, state))
    except ValidationError as error:
        raise ValidationError({"state": error}) from error


@cache
def _countries() -> Mapping[str, str]:
    return {key.casefold(): code for code, name in country_choices() for key in (name, code)}
