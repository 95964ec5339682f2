"""Reads what pages report. Nothing of it is believed: sizes are capped, texts cleaned, slugs looked up.

The names of the body are short, since every page sends it: `t` the type, `p` the page's path, `q` and `n` a search and
its results, `r` the page before, `s`, `m`, `c` the source, medium and campaign of the address, `k` a web vital.
"""

from typing import Annotated, Final, Literal, NamedTuple

from django.urls import Resolver404, resolve
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from vintner.analytics.events import NewEvent
from vintner.analytics.rules import (
    BROWSED,
    KINDS_OF_VIEWS,
    LARGEST_METRIC,
    LONGEST_PATH,
    PAGE_TYPES,
    EventKind,
    PageType,
    clean_path,
    clean_term,
)
from vintner.analytics.sources import source_of

LARGEST_BODY: Final = 4096
MOST_EVENTS: Final = 20
CONTENT: Final = "content_page"
"""The name of the route of the merchant's own texts: their paths are told apart, as those of the shop are."""
_Text = Annotated[str, Field(max_length=2000)]
_Number = Annotated[int, Field(ge=0, le=1_000_000)]


class _Sent(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)


class SentView(_Sent):
    """A page that was displayed."""

    t: Literal["view"]
    p: _Text
    q: _Text = ""
    n: _Number = 0
    r: _Text = ""
    s: _Text = ""
    m: _Text = ""
    c: _Text = ""


class SentSelection(_Sent):
    """A press on a wine in a list. `p` is the path of its page."""

    t: Literal["select"]
    p: _Text


class SentVital(_Sent):
    """A web vital of a page: milliseconds, of CLS thousandths."""

    t: Literal["vital"]
    p: _Text
    k: Literal["LCP", "INP", "CLS", "TTFB"]
    n: _Number


class SentEvents(_Sent):
    """The body of a beacon."""

    e: Annotated[
        list[Annotated[SentView | SentSelection | SentVital, Field(discriminator="t")]],
        Field(min_length=1, max_length=MOST_EVENTS),
    ]


class _SentPage(NamedTuple):
    type: PageType
    path: str
    owner: str = ""
    slug: str = ""


class UnreadableBeacon(Exception):
    """The body is no list of events."""


def read_beacon(body: bytes, *, origin: str) -> list[NewEvent]:
    """Return the events of a body. Raises UnreadableBeacon."""
    try:
        sent = SentEvents.model_validate_json(body)
    except ValidationError as error:
        raise UnreadableBeacon from error
    return [event for each in sent.e for event in _events(each, origin)]


def _events(sent: SentView | SentSelection | SentVital, origin: str) -> list[NewEvent]:
    page = _find_page(clean_path(sent.p))
    if page is None:
        return []
    if isinstance(sent, SentVital):
        number = min(sent.n, LARGEST_METRIC)
        return [NewEvent(kind=EventKind.WEB_VITAL, page_type=page.type, number=number, detail=sent.k)]
    if isinstance(sent, SentSelection):
        if page.type is not PageType.PRODUCT:
            return []
        return [NewEvent(kind=EventKind.SELECT_CONTENT, owner=page.owner, slug=page.slug, path=page.path)]
    return _views(sent, page, origin)


def _views(sent: SentView, page: _SentPage, origin: str) -> list[NewEvent]:
    """Return the view of a page. The first page of a search, at the address of the home page, is a search as well."""
    source = source_of(origin=origin, referrer=sent.r, utm_source=sent.s, medium=sent.m, campaign=sent.c)
    if page.type is PageType.HOME and sent.q:
        page = _SentPage(PageType.SEARCH, "/?s")
        term = clean_term(sent.q)
        search = [NewEvent(kind=EventKind.SEARCH, page_type=page.type, number=sent.n, detail=term)] if term else []
    else:
        search = []
    kind = KINDS_OF_VIEWS.get(page.type, EventKind.PAGE_VIEW)
    view = NewEvent(kind=kind, page_type=page.type, owner=page.owner, slug=page.slug, path=page.path, detail=source)
    return [view, *search]


def _find_page(path: str) -> _SentPage | None:
    """Return what page of the store a path is, None for others. Outside the shop, the route stands for the path."""
    try:
        match = resolve(path)
    except (Resolver404, ValueError):
        return None
    page_type = PAGE_TYPES.get(match.url_name or "", PageType.OTHER)
    if page_type not in BROWSED and match.url_name != CONTENT:
        return _SentPage(page_type, f"/{match.route}"[:LONGEST_PATH])
    slug = str(match.kwargs.get("slug", ""))
    owner = "product" if page_type is PageType.PRODUCT else match.url_name or ""
    return _SentPage(page_type, path, owner if slug else "", slug)
