"""Stores where orders and customers came from."""

import re
from collections.abc import Collection, Mapping
from typing import Final

from vintner.attribution.labels import SOURCE_TYPES
from vintner.attribution.models import COUNTS, LONGEST, NAMES, TEXTS, CustomerAttribution, OrderAttribution
from vintner.attribution.rules import NONE, Visit
from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.web.text_input import read_line

Fields = Mapping[str, str]
"""Values by the names of NAMES. What is not known is '(none)'."""
_OF_CURRENT: Final = {
    "source_type": "typ",
    "utm_campaign": "cmp",
    "utm_source": "src",
    "utm_medium": "mdm",
    "utm_content": "cnt",
    "utm_id": "id",
    "utm_term": "trm",
    "utm_source_platform": "plt",
    "utm_creative_format": "fmt",
    "utm_marketing_tactic": "tct",
}
_OF_MARK: Final = {"referrer": "rf", "session_entry": "ep", "session_start_time": "fd"}
_LARGEST: Final = 10**6
_TABLET: Final = re.compile(r"iPad|Tablet|PlayBook|Silk|Kindle|Android(?!.*Mobile)", re.IGNORECASE)
_MOBILE: Final = re.compile(r"Mobi|iPhone|iPod|Android|Opera Mini", re.IGNORECASE)


def fields_of(visit: Visit | None) -> dict[str, str]:
    """Return the sixteen fields of a visit; all are '' if nothing is known or allowed."""
    if visit is None or visit.current is None:
        return dict.fromkeys(NAMES, "")
    mark = visit.current_mark or {}
    found = {name: visit.current.get(key, NONE) for name, key in _OF_CURRENT.items()}
    found |= {name: mark.get(key, NONE) for name, key in _OF_MARK.items()}
    found |= {"session_pages": str(visit.pages), "session_count": str(visit.visits), "user_agent": visit.user_agent}
    return {name: found[name] or NONE for name in NAMES}


def device_type(user_agent: str) -> str:
    """Return Mobile, Tablet or Desktop, '' without a user agent."""
    if not user_agent:
        return ""
    if _TABLET.search(user_agent):
        return "Tablet"
    return "Mobile" if _MOBILE.search(user_agent) else "Desktop"


def record_order(order: Order, fields: Fields) -> None:
    """Store where an order came from, if anything is known. The first to do so is right. One query."""
    if values := _read_fields(fields):
        OrderAttribution.objects.bulk_create([OrderAttribution(order=order, **values)], ignore_conflicts=True)


def record_customer(user: User, fields: Fields) -> None:
    """Store where a new customer came from, if anything is known. The first to do so is right. One query."""
    if values := _read_fields(fields):
        CustomerAttribution.objects.bulk_create([CustomerAttribution(user=user, **values)], ignore_conflicts=True)


def erase_attribution(order_ids: Collection[int]) -> None:
    """Take out of erased orders what may tell their customer's browser. Channels stay: they are the store's figures."""
    OrderAttribution.objects.filter(order__in=order_ids).update(user_agent="", referrer="", session_entry="")


def _read_fields(fields: Fields) -> dict[str, object]:
    """Return the columns of what was sent: cut, without control characters, '(none)' left out. Anybody can send it."""
    texts = {name: _clean(fields.get(name, "")) for name in (*TEXTS, "user_agent")}
    if texts["source_type"] not in SOURCE_TYPES:
        texts["source_type"] = ""
    counts = {name: _read_count(fields.get(name, "")) for name in COUNTS}
    if not any(texts[name] for name in TEXTS):
        return {}
    return {**texts, **counts, "device_type": device_type(texts["user_agent"])}


def _clean(text: str) -> str:
    text = read_line(text[:LONGEST])
    return "" if text == NONE else text


def _read_count(text: str) -> int | None:
    return (
        min(int(text), _LARGEST) if text.isascii() and text.isdigit() and len(text) < len(str(_LARGEST)) + 1 else None
    )
