"""What the tracker's cookies hold after a page view. No Django in here: docs/behaviour/attribution.md has the rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from urllib.parse import SplitResult, parse_qsl, urlsplit

from vintner.attribution.search_engines import OTHER_NAMES, find_engine

NONE: Final = "(none)"
"""What stands for a value that is missing."""
UTM, ORGANIC, REFERRAL, TYPE_IN = "utm", "organic", "referral", "typein"
PARAMETERS: Final = {
    "utm_source": "src",
    "utm_medium": "mdm",
    "utm_campaign": "cmp",
    "utm_content": "cnt",
    "utm_term": "trm",
    "utm_id": "id",
    "utm_source_platform": "plt",
    "utm_creative_format": "fmt",
    "utm_marketing_tactic": "tct",
}
"""Parameters of campaigns → their keys in the cookies."""
CLICK_IDS: Final = {"gclid": "google", "yclid": "yandex"}
"""Parameters that advertisers add to links → their source."""
_WRITTEN: Final = frozenset({*PARAMETERS, *CLICK_IDS})
LONGEST_QUERY: Final = 4096
"""Characters of a query that are read for parameters of campaigns."""

Traffic = Mapping[str, str]
"""typ, src, mdm, cmp, cnt, trm, id, plt, fmt, tct: what led a visitor here."""


def hide_path(path: str) -> str:
    """Return nothing of a path."""
    return "/"


@dataclass(frozen=True, slots=True)
class ViewedPage:
    """A page view: the page's scheme with host, path and query, the page that led to it ('' if unknown), the browser.

    Addresses of the store may hold secrets. Of their paths, what `public_path` returns is written down; of all queries,
    the parameters of campaigns.
    """

    origin: str
    path: str
    query: str
    referrer: str
    user_agent: str
    at: datetime
    public_path: Callable[[str], str] = hide_path

    @property
    def address(self) -> str:
        """The address as it is written down."""
        query = _find_written(self.query) if self.query else ""
        return self.origin + self.public_path(self.path) + (f"?{query}" if query else "")


@dataclass(frozen=True, slots=True)
class Visit:
    """What the cookies hold, None or 0 where there is none.

    A mark has fd, ep and rf: when, on which page, from where.
    """

    current: Traffic | None = None
    current_mark: Mapping[str, str] | None = None
    first: Traffic | None = None
    first_mark: Mapping[str, str] | None = None
    pages: int = 0
    """Pages of this session. 0: it is over."""
    page: str = ""
    visits: int = 0
    user_agent: str = ""


def view_page(before: Visit, page: ViewedPage) -> Visit:
    """Return the visit after a page view."""
    found = _find_traffic(before, page)
    visit = before
    if found is not None:
        mark = {"fd": f"{page.at:%Y-%m-%d %H:%M:%S}", "ep": page.address, "rf": _referrer_address(page)}
        visit = replace(visit, current=found, current_mark=mark)
    if visit.current is None:  # the two are deleted together; who keeps one of them keeps what it says
        visit = replace(visit, current=visit.first, current_mark=visit.first_mark)
    if visit.first is None:
        visit = replace(visit, first=visit.current, first_mark=visit.current_mark)
    is_new = before.pages == 0
    return replace(
        visit,
        pages=before.pages + 1,
        page=page.address,
        visits=before.visits + is_new,
        user_agent=page.user_agent if is_new or not before.user_agent else before.user_agent,
    )


def _find_traffic(before: Visit, page: ViewedPage) -> Traffic | None:
    """Return what led to this page; None if what is known stays. The first rule that fits decides."""
    if campaign := _find_campaign(page.query):
        return campaign
    referrer = _external_referrer(page)
    if referrer is not None:
        host, path, query = referrer
        if engine := find_engine(host, query):
            return _traffic(ORGANIC, engine, ORGANIC)
        if before.pages == 0:
            name = host.removeprefix("www.")
            return _traffic(REFERRAL, OTHER_NAMES.get(name, name), REFERRAL, cnt=path or "/")
    if before.first is None and before.current is None:
        return _traffic(TYPE_IN, "(direct)", NONE)
    return None


def _find_campaign(query: str) -> Traffic | None:
    if "utm_" not in query and "clid=" not in query:
        return None
    sent = dict(parse_qsl(query[:LONGEST_QUERY], keep_blank_values=True, errors="replace"))
    values = {key: sent[name] for name, key in PARAMETERS.items() if name in sent}
    advertiser = next((source for name, source in CLICK_IDS.items() if name in sent), "")
    if not values and not advertiser:
        return None
    usual = {"src": advertiser, "mdm": "cpc", "cmp": f"{advertiser}_cpc"} if advertiser else {}
    return {"typ": UTM} | {key: values.get(key) or usual.get(key, NONE) for key in PARAMETERS.values()}


def _find_written(query: str) -> str:
    """Return the parameters of a query that are written down, as they were sent."""
    pairs = query[:LONGEST_QUERY].split("&") if "utm_" in query or "clid=" in query else ()
    return "&".join(pair for pair in pairs if pair.partition("=")[0] in _WRITTEN)


def _referrer_address(page: ViewedPage) -> str:
    """Return the address that led to a page as it is written down: without its query, NONE if it is no page."""
    parts = _read_referrer(page.referrer)
    if parts is None:
        return NONE
    path = page.public_path(parts.path) if _is_ours(parts, page.origin) else parts.path
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{path or '/'}"


def _external_referrer(page: ViewedPage) -> tuple[str, str, str] | None:
    """Return host, path and query of another site's page.

    None for our own host and its subdomains, and for what is no page.
    """
    if not page.referrer or page.referrer.startswith(f"{page.origin}/"):  # nearly all views
        return None
    parts = _read_referrer(page.referrer)
    if parts is None or _is_ours(parts, page.origin):
        return None
    return (parts.hostname or "").lower(), parts.path, parts.query


def _read_referrer(referrer: str) -> SplitResult | None:
    try:
        parts = urlsplit(referrer)
    except ValueError:
        return None
    return parts if parts.scheme in ("http", "https", "android-app") and parts.hostname else None


def _is_ours(parts: SplitResult, origin: str) -> bool:
    """Return whether an address is one of our own host or of its subdomains."""
    host, ours = (parts.hostname or "").lower(), (urlsplit(origin).hostname or "").removeprefix("www.")
    return host.removeprefix("www.") == ours or host.endswith(f".{ours}")


def _traffic(kind: str, source: str, medium: str, cnt: str = NONE) -> Traffic:
    return {"typ": kind} | dict.fromkeys(PARAMETERS.values(), NONE) | {"src": source, "mdm": medium, "cnt": cnt}
