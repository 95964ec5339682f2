"""The text of the cookie that holds a visitor's consent.

`version.state`, and after an answer `version.y.choices.time.id`: choices are the first letters of what is granted, the
time is in seconds since 1970, the id names the record. Scripts read it, so pages that are the same for everybody know.
"""

import re
from datetime import datetime
from typing import Final

from vintner.consent.rules import ConsentState, CookieConsent
from vintner.consent.store_words import words_version

NAME: Final = "vintner_consent"
SECONDS: Final = 182 * 86_400
"""How long an answer holds: half a year, as the French authority recommends. Then the question comes again."""
_ANSWER: Final = re.compile(r"([0-9]{1,5})\.y\.(s?)(p?)\.[0-9]{1,12}\.[0-9a-f]{0,32}")


def read_answer(text: str) -> CookieConsent | None:
    """Return the answer of a cookie; None without one, or if it answers an older text."""
    found = _ANSWER.fullmatch(text)
    if found is None or found[1] != str(words_version()):
        return None
    return CookieConsent(ConsentState.ANSWERED, statistics=bool(found[2]), preferences=bool(found[3]))


def write_answer(consent: CookieConsent, *, at: datetime, record_id: str) -> str:
    """Return the cookie's text for an answer."""
    choices = ("s" if consent.statistics else "") + ("p" if consent.preferences else "")
    return f"{words_version()}.{ConsentState.ANSWERED}.{choices}.{int(at.timestamp())}.{record_id}"


def write_state(consent: CookieConsent) -> str:
    """Return the cookie's text while there is no answer."""
    return f"{words_version()}.{consent.state}"


def write_asked() -> str:
    """Return the cookie's text while the question is open."""
    return write_state(CookieConsent(ConsentState.ASKED))
