"""What a visitor agrees to, and what holds before the first answer. No Django in here.

docs/behaviour/consent.md has the rule and its reasons.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from babel.core import get_global


class ConsentState(StrEnum):
    """Where a visitor's consent comes from, as the cookie writes it."""

    ASKED = "a"
    """The question is open. Nothing is granted."""
    OBJECTED = "d"
    """The browser objects by Global Privacy Control. Nothing is granted, and there is no need to ask."""
    GRANTED = "g"
    """The law of the place grants it until the visitor objects."""
    GUESSED = "u"
    """As GRANTED, but the place is a guess, which the browser's time zone may refute."""
    ANSWERED = "y"


@dataclass(frozen=True, slots=True)
class CookieConsent:
    """Which cookies a visitor allows, besides those without which the store does not work."""

    state: ConsentState
    statistics: bool = False
    preferences: bool = False


@dataclass(frozen=True, slots=True)
class VisitorRegion:
    """A country, in two letters, and its part ('QC'), as far as known. A guess is what the visitor's language says."""

    country: str
    part: str = ""
    is_guess: bool = False

    def __str__(self) -> str:
        return f"{self.country}-{self.part}" if self.part else self.country


GRANTED_BY_LAW: Final = frozenset({"US", "CA"})
"""Countries in which cookies may be set until the visitor objects. Everybody else is asked first."""
QUEBEC: Final = "QC"
"""Asks first, unlike the rest of Canada (Act respecting the protection of personal information, section 8.1)."""
_CODE: Final = re.compile(r"([A-Z]{2})(?:[-_]([A-Z0-9]{1,3}))?")
_UNKNOWN: Final = frozenset({"XX", "ZZ", "T1"})
"""What proxies say of an address of no country, or of the Tor network."""
_LANGUAGE: Final = re.compile(r"([a-z]{2,3})(?:-[a-z]{4})?(?:-([a-z]{2}|[0-9]{3}))?", re.IGNORECASE)
_LONGEST: Final = 200


def default_consent(region: VisitorRegion, *, objects: bool) -> CookieConsent:
    """Return what holds before an answer. `objects`: the browser sends Global Privacy Control."""
    if objects:
        return CookieConsent(ConsentState.OBJECTED)
    if region.country not in GRANTED_BY_LAW or region.part == QUEBEC:
        return CookieConsent(ConsentState.ASKED)
    return CookieConsent(
        ConsentState.GUESSED if region.is_guess else ConsentState.GRANTED, statistics=True, preferences=True
    )


@lru_cache(maxsize=500)
def find_region(code: str, languages: str, store_country: str) -> VisitorRegion:
    """Return where a visitor is.

    `code` is what the proxy says ('DE', 'CA-QC'), '' without one; `languages` the header Accept-Language. A language
    without a region stands for the country that most of its readers live in. A French-reading visitor from somewhere
    in Canada is taken for one from Québec. Of whom nothing is known is where the store is.
    """
    known, language = _read_code(code), _read_language(languages)
    if known is None:
        country = language[1] if language else store_country
        return VisitorRegion(country, QUEBEC if language == ("fr", "CA") else "", is_guess=True)
    if known == VisitorRegion("CA") and language and language[0] == "fr":
        return VisitorRegion("CA", QUEBEC)
    return known


def _read_code(code: str) -> VisitorRegion | None:
    found = _CODE.fullmatch(code.strip().upper()[:_LONGEST])
    if found is None or found[1] in _UNKNOWN:
        return None
    return VisitorRegion(found[1], found[2] or "")


def _read_language(languages: str) -> tuple[str, str] | None:
    """Return the first language with its country. Browsers send the preferred one first."""
    first = languages[:_LONGEST].partition(",")[0].partition(";")[0].strip()
    found = _LANGUAGE.fullmatch(first)
    if found is None:
        return None
    language, country = found[1].lower(), (found[2] or "").upper()
    if not country.isalpha():  # none, or a continent: es-419
        likely = str(get_global("likely_subtags").get(language, ""))
        country = likely.rpartition("_")[2] if "_" in likely else ""
    return (language, country) if len(country) == 2 else None
