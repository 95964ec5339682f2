"""Which source a visit is counted under: by the rules of attribution, so that visits and orders agree. No Django."""

from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlencode

from vintner.analytics.rules import LONGEST_SOURCE, clean_text, host_of
from vintner.attribution.labels import UNKNOWN, origin_label
from vintner.attribution.rules import NONE, TYPE_IN, UTM, ViewedPage, Visit, view_page

DIRECT: Final = TYPE_IN
SEPARATOR: Final = "|"
_NEVER: Final = datetime.min.replace(tzinfo=UTC)
"""Rules write down when a source was found; here that is no matter."""


def source_of(*, origin: str, referrer: str = "", utm_source: str = "", medium: str = "", campaign: str = "") -> str:
    """Return 'type|source|medium|campaign' of the page that a visit begins with.

    `origin` is the store's scheme and host. A referrer of this store says nothing new: ''.
    """
    sent = {"utm_source": utm_source, "utm_medium": medium, "utm_campaign": campaign}
    query = urlencode({name: value for name, value in sent.items() if value}, errors="replace")
    if not query and referrer and host_of(referrer) == host_of(origin):
        return ""
    page = ViewedPage(origin=origin, path="/", query=query, referrer=referrer, user_agent="", at=_NEVER)
    traffic = view_page(Visit(), page).current or {"typ": TYPE_IN}
    if traffic["typ"] == TYPE_IN:
        return SEPARATOR.join((TYPE_IN, "(direct)", NONE))
    return _join(traffic["typ"], *("" if traffic[key] == NONE else traffic[key] for key in ("src", "mdm", "cmp")))


def _join(*parts: str) -> str:
    cleaned = (clean_text(part.replace(SEPARATOR, " "), LONGEST_SOURCE) for part in parts)
    return SEPARATOR.join(cleaned).rstrip(SEPARATOR)


def describe_source(key: str) -> str:
    """Return a source in words: 'Organic: Google', 'Source: News (email, May)', 'Direct'."""
    kind, *parts = key.split(SEPARATOR)
    name, medium, campaign = (*parts, "", "", "")[:3]
    label = origin_label(kind, name)
    if label == UNKNOWN:
        label = "Source: (not set)" if kind == UTM else key
    more = ", ".join(part for part in (medium, campaign) if part)
    return f"{label} ({more})" if kind == UTM and more else label
