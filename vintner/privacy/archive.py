"""Writes what is known of a customer as one ZIP file: a page for people, and the same as JSON for programs."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from io import BytesIO
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.timezone import localtime

from vintner.privacy.collect import Known

HTML, JSON, PICTURE = "your-data.html", "your-data.json", "your-picture.webp"
_TITLES: Final = {
    "account": "Your account",
    "email_addresses": "Email addresses",
    "profile": "What you told us of yourself",
    "profile_picture": "Profile picture",
    "address_book": "Address book",
    "second_factors": "Passkeys and second factors",
    "sessions": "Browsers that are logged in",
    "saved_payment_methods": "Saved payment methods",
    "carts": "Cart",
    "orders": "Orders",
    "subscriptions": "Subscriptions",
    "wine_shipped": "Wine that was shipped to you",
    "reviews": "Reviews",
    "alerts": "Wines that you want to be told of",
    "newsletter": "Addresses signed up for the newsletter",
    "messages": "What you wrote to us by the contact page",
    "weekly_emails": "Addresses that hear of wines once a week",
    "favourites": "Favorites",
    "origin": "What led you here when you registered",
    "origin_of_orders": "What led you here when you ordered",
    "shared_list": "Link to your favorites",
    "emails": "Emails that we sent you",
}


def build_archive(known: Known, now: datetime, *, picture: bytes | None = None) -> bytes:
    """Return the ZIP file with both files, and the profile picture if there is one."""
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        archive.writestr(HTML, render_page(known, now))
        archive.writestr(JSON, json.dumps(known, default=_as_text, ensure_ascii=False, indent=2))
        if picture is not None:
            archive.writestr(PICTURE, picture)
    return file.getvalue()


def render_page(known: Known, now: datetime) -> str:
    """Return the page: a heading for each part, a table for each entry. It needs no network."""
    parts = [
        {"title": _TITLES.get(name) or _in_words(name), "entries": [_fields(entry) for entry in entries]}
        for name, entries in known.items()
    ]
    context = {"store": settings.STORE_NAME, "made_at": localtime(now), "parts": parts}
    return render_to_string("privacy/export.html", context)


def _fields(entry: Mapping[str, object]) -> list[dict[str, object]]:
    """Return names in words with their values; what is empty is left out."""
    return [
        {"name": _in_words(name), **_value(value)} for name, value in entry.items() if value not in (None, "", [], {})
    ]


def _value(value: object) -> dict[str, object]:
    """Return a value as `text`, or as `entries` when it has parts of its own."""
    if isinstance(value, Mapping):
        return {"entries": [_fields(value)]}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return {"entries": [_fields(each) for each in value if isinstance(each, Mapping)]}
    if isinstance(value, bool):
        return {"text": "yes" if value else "no"}
    if isinstance(value, datetime):
        return {"text": f"{localtime(value):%Y-%m-%d %H:%M %Z}"}
    return {"text": str(value)}


def _in_words(name: str) -> str:
    return name.replace("product__name", "wine").replace("variation__", "").replace("_", " ").capitalize()


def _as_text(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)
