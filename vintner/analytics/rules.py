"""What is counted of a visit, and how an address, a text or a browser is read for it. No Django."""

import re
from enum import IntEnum
from typing import Final
from urllib.parse import urlsplit

from vintner.web.text_input import read_line

LONGEST_PATH: Final = 150
LONGEST_TERM: Final = 80
LONGEST_SOURCE: Final = 60
"""Characters. A row with its indexes has to stay below 250 bytes on average."""


class EventKind(IntEnum):
    """The kinds of events. Those up to VIEW_ITEM_LIST are views of a page; a page has the most precise of them."""

    PAGE_VIEW = 1
    VIEW_ITEM = 2
    VIEW_ITEM_LIST = 3
    SEARCH = 4
    SELECT_CONTENT = 5
    ADD_TO_CART = 6
    REMOVE_FROM_CART = 7
    BEGIN_CHECKOUT = 8
    WEB_VITAL = 9


LAST_VIEW: Final = EventKind.VIEW_ITEM_LIST
PURCHASE: Final = "purchase"
"""The name of a purchase among the kinds. Its row is written with the order (purchases.py), not as an event."""


class Device(IntEnum):
    """What a page was read on, as far as the browser says."""

    DESKTOP = 1
    MOBILE = 2
    TABLET = 3


class PageType(IntEnum):
    """The kinds of pages that figures are grouped by."""

    OTHER = 0
    HOME = 1
    LISTING = 2
    SEARCH = 3
    PRODUCT = 4
    PRODUCER = 5
    CART = 6
    CHECKOUT = 7
    RECEIPT = 8
    ACCOUNT = 9


PAGE_TYPES: Final = {
    "home": PageType.HOME,
    "shop": PageType.LISTING,
    "category": PageType.LISTING,
    "tag": PageType.LISTING,
    "search": PageType.SEARCH,
    "product": PageType.PRODUCT,
    "product_reviews": PageType.PRODUCT,
    "producers": PageType.PRODUCER,
    "producer": PageType.PRODUCER,
    "cart": PageType.CART,
    "checkout": PageType.CHECKOUT,
    "classic_checkout": PageType.CHECKOUT,
    "block_checkout": PageType.CHECKOUT,
    "order_received": PageType.RECEIPT,
    "account": PageType.ACCOUNT,
}
"""The name of a URL → its kind of page. Others are OTHER."""
BROWSED: Final = frozenset({PageType.HOME, PageType.LISTING, PageType.SEARCH, PageType.PRODUCT, PageType.PRODUCER})
"""Pages that are counted by their path. The paths of others may name an order, a person or a secret."""
KINDS_OF_VIEWS: Final = {
    PageType.PRODUCT: EventKind.VIEW_ITEM,
    PageType.LISTING: EventKind.VIEW_ITEM_LIST,
    PageType.SEARCH: EventKind.VIEW_ITEM_LIST,
}
METRICS: Final = ("LCP", "INP", "CLS", "TTFB")
"""The web vitals. CLS is stored in thousandths, the others in milliseconds."""
LARGEST_METRIC: Final = 60_000

_PERSONAL: Final = re.compile(r"@|(?:\d[ -]?){7,}")
"""An e-mail address, or as many digits as a telephone number or a card has."""
_BOTS: Final = re.compile(
    r"bot\b|bot/|crawl|spider|slurp|scrap|headless|lighthouse|pagespeed|prerender|preview|monitor|uptime|curl/|wget/"
    r"|python|httpclient|java/|go-http|okhttp|facebookexternalhit|ptst|gtmetrix",
    re.IGNORECASE,
)
_TABLET: Final = re.compile(r"iPad|Tablet|PlayBook|Silk(?!.*Mobile)|Android(?!.*Mobile)", re.IGNORECASE)
_MOBILE: Final = re.compile(r"Mobi|iPhone|iPod|Android|IEMobile|Opera Mini", re.IGNORECASE)


def clean_text(text: str, longest: int) -> str:
    """Return the text as one line, cut to its longest length."""
    return read_line(text)[:longest]


def clean_term(text: str) -> str:
    """Return what was searched for in lower case; '' where it may be an e-mail address or a number of somebody's."""
    term = clean_text(text, LONGEST_TERM).lower()
    return "" if _PERSONAL.search(term) else term


def clean_path(text: str) -> str:
    """Return the path of an address without its query; '' if it is none of this store."""
    path = clean_text(text, 2000).partition("?")[0].partition("#")[0]
    return path[:LONGEST_PATH] if path.startswith("/") and not path.startswith("//") else ""


def device_of(user_agent: str) -> Device:
    """Return the kind of device that a browser says it runs on."""
    if _TABLET.search(user_agent):
        return Device.TABLET
    return Device.MOBILE if _MOBILE.search(user_agent) else Device.DESKTOP


def is_bot(user_agent: str) -> bool:
    """Return whether a client calls itself a program, or says nothing."""
    return not user_agent or bool(_BOTS.search(user_agent))


def host_of(address: str) -> str:
    """Return the host of an address without 'www.', '' if there is none."""
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        return ""
    return clean_text(host, LONGEST_SOURCE).lower().removeprefix("www.")
