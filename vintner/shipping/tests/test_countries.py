"""What the store knows of any country's addresses."""

import pytest
from pytest_django import Settings

from vintner import setting_faults
from vintner.shipping.named_places import country_choices
from vintner.shipping.regions import Address, find_region, read_country_and_state, regions, say_no_delivery, spoken
from vintner.shipping.rules.continents import countries
from vintner.shipping.ship_to import find_place


def test_every_country_is_known() -> None:
    for code in countries():
        region = find_region(code)
        assert region is not None
        assert region.name != code
        assert region.state_label.isprintable()
        assert "_" not in region.state_label
        assert region.postcode_label
    assert find_region("XX") is find_region("us") is find_region("") is None


@pytest.mark.parametrize(
    ("country", "typed", "tidy"),
    [
        ("LV", "1073", "LV-1073"),
        ("PL", "00950", "00-950"),
        ("PT", "2725079", "2725-079"),
        ("LU", "L-1234", "1234"),
        ("CH", "CH-8000", "8000"),
        ("DK", "DK 1560", "1560"),
        ("GB", "sw1a 1aa", "SW1A 1AA"),
        ("DE", "D-10115", "10115"),
        ("AT", "A-1010", "1010"),
        ("FR", "F 75001", "75001"),
        ("NL", "1012 ab", "1012 AB"),
        ("DE", "10115", "10115"),
        ("DE", "1011", "1011"),
        ("AE", "none", "NONE"),
        ("DE", "1" * 99, "1" * 99),
    ],
)
def test_postcodes_are_written_as_their_country_writes_them(country: str, typed: str, tidy: str) -> None:
    region = find_region(country)
    assert region is not None
    assert region.tidy_postcode(typed) == tidy
    assert region.tidy_postcode(tidy) == tidy


@pytest.mark.parametrize(
    ("country", "text", "code"),
    [
        ("IN", "MH", "Maharashtra"),
        ("IN", "maharashtra", "Maharashtra"),
        ("MX", "CMX", "CDMX"),
        ("MX", "Mexico City", "CDMX"),
        ("MX", "Baja California", "B.C."),
        ("MX", "B.C.S.", "B.C.S."),
        ("JP", "Hokkaido", "北海道"),
        ("JP", "北海道", "北海道"),
        ("AU", "nsw", "NSW"),
        ("ES", "Álava", "VI"),
        ("DE", "Bayern", ""),
    ],
)
def test_states_abroad_are_known_by_code_and_name(country: str, text: str, code: str) -> None:
    region = find_region(country)
    assert region is not None
    assert region.find_state(text) == code


def test_names_are_in_latin_letters_and_sorted_without_accents() -> None:
    japan, spain = find_region("JP"), find_region("ES")
    assert japan is not None
    assert spain is not None
    assert japan.states["北海道"] == "Hokkaido"
    assert "".join(japan.states.values()).isascii()
    assert list(spain.states.values())[:3] == ["Álava", "Albacete", "Alicante"]
    names = [name for _, name in country_choices()]
    assert names.index("Åland Islands") < names.index("Albania")


@pytest.mark.parametrize(
    ("listed", "words"),
    [
        (["US"], "We have no delivery to Germany, only to the United States. Please"),
        (["US", "CA"], "We have no delivery to Germany, only to the United States and Canada. Please"),
        (["CA", "US", "NL"], "only to Canada, the United States and the Netherlands. Please"),
    ],
)
def test_where_parcels_go_is_told(listed: list[str], words: str, settings: Settings) -> None:
    settings.STORE_COUNTRIES = listed
    assert words in say_no_delivery("DE", "BE")


def test_a_country_that_is_none_is_not_named() -> None:
    assert say_no_delivery("", "").startswith("We have no delivery to that country, only to")
    assert say_no_delivery("US", "AK").startswith("We have no delivery to Alaska. Please check the address")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Isle of Man", "the Isle of Man"),
        ("Dominican Republic", "the Dominican Republic"),
        ("Northwest Territories", "the Northwest Territories"),
        ("District of Columbia", "the District of Columbia"),
        ("U.S. Virgin Islands", "the U.S. Virgin Islands"),
        ("Guam", "Guam"),
    ],
)
def test_names_stand_in_a_sentence(name: str, said: str) -> None:
    assert spoken(name) == said


@pytest.mark.parametrize("country", ["AE", "GI", "JP", "KY", "MO", "SG", "DE", "US"])
def test_a_label_has_the_city(country: str) -> None:
    address = Address(first_name="Ana", country=country, address_1="1 Sea Road", city="Harbor", postcode="12345")
    assert any("Harbor" in line for line in address.lines())


def test_a_label_is_in_latin_letters() -> None:
    address = Address(
        first_name="Ana", country="JP", address_1="1 Sea Road", city="Shibuya", state="東京都", postcode="150-0002"
    )
    assert "".join(address.lines()).isascii()
    assert any("Tokyo" in line for line in address.lines())


@pytest.mark.parametrize(
    ("country", "state", "read"),
    [
        ("ＵＳ", "ｕｔ", ("US", "UT")),
        ("ß", "", ("ß", "")),
        ("IE", "CA", ("IE", "")),
        ("DE", "NSW", ("DE", "NSW")),
        ("DE", "Bayern", ("DE", "Bayern")),
        ("XX", "CA", ("XX", "CA")),
    ],
)
def test_countries_and_states_that_are_read(country: str, state: str, read: tuple[str, str]) -> None:
    assert read_country_and_state(country, state) == read


def test_a_territory_that_is_a_country_of_the_store_is_no_state_beside_it(settings: Settings) -> None:
    settings.STORE_COUNTRIES = ["US", "PR"]
    assert "PR" not in regions()["US"].states
    found = find_place("00926")
    assert found is not None
    assert (found.country, found.state) == ("PR", "")


@pytest.mark.parametrize(
    ("code", "is_fine"), [("us", True), ("DE", True), ("AC", False), ("ZZ", False), ("USA", False)]
)
def test_a_store_delivers_to_countries(code: str, is_fine: bool) -> None:
    assert (setting_faults.country_fault(code) == "") == is_fine
