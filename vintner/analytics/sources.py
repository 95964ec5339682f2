"""Which source a visit is counted under. No Django."""

import re
from typing import Final

from vintner.analytics.rules import LONGEST_SOURCE, clean_text, host_of

DIRECT: Final = "typein"
SEPARATOR: Final = "|"
_SEARCH_ENGINES: Final = re.compile(
    r"(?:^|\.)(google|bing|yahoo|duckduckgo|ecosia|yandex|baidu|qwant|startpage|naver|seznam)\.[a-z.]{2,6}$"
    r"|^search\.(brave)\.com$|(?:^|\.)(aol|ask)\.com$"
)
"""Hosts of search engines. Mail and other services of theirs below are not searches."""
_NO_SEARCH: Final = ("mail.", "docs.", "drive.", "accounts.", "translate.", "calendar.")


def source_of(*, own_host: str, referrer: str = "", utm_source: str = "", medium: str = "", campaign: str = "") -> str:
    """Return 'type|source|medium|campaign' of the page that a visit begins with.

    A campaign's parameters go before the referrer. A referrer of this store says nothing new: ''.
    """
    if utm_source or medium or campaign:
        return _join("utm", utm_source, medium, campaign)
    host = host_of(referrer)
    if host and host == own_host:
        return ""
    if not host:
        return _join(DIRECT, "(direct)", "(none)")
    engine = None if host.startswith(_NO_SEARCH) else _SEARCH_ENGINES.search(host)
    if engine is not None:
        return _join("organic", next(name for name in engine.groups() if name), "organic")
    return _join("referral", host, "referral")


def _join(*parts: str) -> str:
    cleaned = (clean_text(part.replace(SEPARATOR, " "), LONGEST_SOURCE) for part in parts)
    return SEPARATOR.join(cleaned).rstrip(SEPARATOR)


def describe_source(key: str) -> str:
    """Return a source in words: 'Organic: google', 'Source: news (email, May)', 'Direct'."""
    kind, *parts = key.split(SEPARATOR)
    name, medium, campaign = (*parts, "", "", "")[:3]
    if kind == DIRECT:
        return "Direct"
    if kind in ("organic", "referral"):
        return f"{kind.capitalize()}: {name}"
    more = ", ".join(part for part in (medium, campaign) if part)
    return f"Source: {name or '(not set)'}{f' ({more})' if more else ''}" if kind == "utm" else key
