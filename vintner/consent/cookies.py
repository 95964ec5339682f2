"""The cookies of the store by their kinds: what pages say of them, and which go when consent is withdrawn."""

import re
from collections.abc import Iterable
from fnmatch import fnmatchcase
from functools import lru_cache
from ipaddress import ip_address
from itertools import islice
from typing import Final, NamedTuple

from django.conf import settings

from vintner.consent.rules import CookieConsent


class CookieWords(NamedTuple):
    """A cookie, or several by a pattern: names, what they are for, how long they last."""

    names: str
    purpose: str
    lasts: str


BROWSER_MEMORY: Final = "until you clear it"
UNTIL_CLOSED: Final = "until you close the browser"
_PREFIX: Final = settings.COOKIE_PREFIX
NECESSARY: Final = (
    CookieWords("vintner_consent", "Your choice about cookies", "six months"),
    CookieWords("vintner_of_age", "That you are of legal drinking age", "30 days"),
    CookieWords(f"{_PREFIX}vintner_cart, woocommerce_*", "Your cart", "30 days"),
    CookieWords("vintner_ship_to", "Where your wine goes", "30 days"),
    CookieWords("vintner.cart", "A copy of your cart, so that it is there at once", BROWSER_MEMORY),
    CookieWords("simplefavorites", "The favorites that you chose", "one year"),
    CookieWords(f"{settings.SESSION_COOKIE_NAME}, vintner_customer", "That you are logged in", "until you log out"),
    CookieWords(f"{_PREFIX}vintner_appearance", "How the fields for your card look on our pages", UNTIL_CLOSED),
    CookieWords(
        f"{_PREFIX}vintner_express_cart, {_PREFIX}vintner_sheet_quotes",
        "The wine that you buy by an express button, and the total it showed",
        "one day",
    ),
    CookieWords("vintner_device", "That this browser has logged in before, against thieves of passwords", "one year"),
    CookieWords(settings.CSRF_COOKIE_NAME, "That forms are sent by you", "one year"),
    CookieWords("vintner_preview", "That you may see the store before it opens", "until the preview ends"),
    CookieWords("messages", "A message for the next page", "until you have seen it"),
    CookieWords("store_notice*", "Store notices that you dismissed", UNTIL_CLOSED),
    CookieWords("vintner.theme", "Light or dark, if you chose one", BROWSER_MEMORY),
    CookieWords("__stripe_*", "Safe payments, set by our card service at the checkout", "one year"),
)
PREFERENCES: Final = (
    CookieWords("vintner.basket", "Where you put the floating basket", BROWSER_MEMORY),
    CookieWords("vintner.recent", "The last wines that you looked at, to find them again", BROWSER_MEMORY),
)
STATISTICS: Final = (
    CookieWords("sbjs_current, sbjs_current_add", "What led you here last", UNTIL_CLOSED),
    CookieWords("sbjs_first, sbjs_first_add", "What led you here first", UNTIL_CLOSED),
    CookieWords("sbjs_session", "How many pages you opened in this visit", "30 minutes"),
    CookieWords("sbjs_udata, sbjs_migrations", "How many visits, with which browser", UNTIL_CLOSED),
)
GOOGLE: Final = (
    CookieWords("_ga, _ga_*", "Google Analytics: that pages are opened by the same browser", "six months"),
    CookieWords("vintner.ga4", "What Google Analytics has yet to be sent", "until you close the tab"),
    CookieWords("vintner.ga4.orders", "Which orders Google Analytics was sent", BROWSER_MEMORY),
)
"""Those of stores that use Google Analytics."""
_OF_STATISTICS: Final = ("sbjs_*", "_ga", "_ga_*")
"""Patterns of names. Those of Google Analytics are there if the merchant uses it."""
_NAME: Final = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~:-]+")
"""What Python's http.cookies lets a name consist of: a token of RFC 9110, and the colon."""
_MOST_DELETED: Final = 30
_LONGEST_NAME: Final = 100
"""What a request sends is echoed in the answer's headers. The rest goes with the next page views."""
_LABELS: Final = 2
"""The fewest parts of a domain that a browser takes a cookie for."""


def list_withdrawn(consent: CookieConsent, names: Iterable[str]) -> list[str]:
    """Return those of a request's cookies that the visitor does not allow and that can be deleted, 30 at most."""
    if consent.statistics:
        return []
    return list(islice(filter(_is_of_statistics, names), _MOST_DELETED))


def _is_of_statistics(name: str) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in _OF_STATISTICS) and _is_name(name)


def _is_name(name: str) -> bool:
    """Return whether an answer can set a cookie of this name. Browsers send others, too."""
    return len(name) <= _LONGEST_NAME and bool(_NAME.fullmatch(name))


@lru_cache(maxsize=50)
def list_domains(host: str) -> tuple[str, ...]:
    """Return the domains that a cookie of this host may have been set for, '' for the host alone.

    An address and a single name ('localhost') have no others.
    """
    host = host.rpartition(":")[0] if ":" in host and not host.endswith("]") else host
    labels = host.split(".")
    if len(labels) < _LABELS or _is_address(host):
        return ("",)
    return ("", *("." + ".".join(labels[start:]) for start in range(len(labels) - _LABELS + 1)))


def _is_address(host: str) -> bool:
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True
