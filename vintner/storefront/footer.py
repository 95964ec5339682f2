"""The foot of every page: links to what the merchant wrote, and how to reach the store."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from django.conf import settings
from django.urls import reverse

from vintner.content.models import Content
from vintner.newsletter.words import consent_words
from vintner.notices.models import Policy
from vintner.shipping.regions import Address
from vintner.web.page import Link, MenuItem, StoreFooter
from vintner.web.shared_props import footer_groups

FOOTER_COLUMNS: Final = """
    (SELECT json_agg(json_build_array("group", title, slug) ORDER BY position, title)
        FROM content_content WHERE published AND "group" <> ''
        AND (starts_at IS NULL OR starts_at <= %(now)s) AND (ends_at IS NULL OR ends_at > %(now)s)),
    (SELECT json_agg(kind ORDER BY kind DESC) FROM notices_policy WHERE text <> ''),
    (SELECT json_build_object('words', footer_words, 'telephone', telephone, 'hours', hours, 'note', closing_note,
        'newsletter', newsletter_text)
        FROM content_storedetails)"""
"""The last columns of the layout's query, in the order of `read_footer`'s arguments."""


def read_footer(
    navigation: tuple[MenuItem, ...],
    contents: Iterable[tuple[str, str, str]] | None,
    kinds: Iterable[str] | None,
    details: Mapping[str, str] | None,
) -> StoreFooter:
    """Return the footer from the query's columns. `contents` are the shown pages: group, title, slug."""
    pages: dict[str, list[Link]] = {Content.Group.HELP: [], Content.Group.ABOUT: []}
    for group, title, slug in contents or ():
        pages[group].append(Link(label=title, url=reverse("content_page", args=[slug])))
    groups = footer_groups(
        navigation,
        help_pages=pages[Content.Group.HELP],
        about_pages=pages[Content.Group.ABOUT],
        policies=[Link(label=Policy.Kind(kind).label, url=reverse(f"policy_{kind}")) for kind in kinds or ()],
    )
    words = details or {}
    return StoreFooter(
        groups=groups,
        words=words.get("words", ""),
        address=store_address(),
        telephone=telephone_link(words.get("telephone", "")),
        hours=words.get("hours", ""),
        newsletter=consent_words(words.get("newsletter", "")),
        note=words.get("note", ""),
    )


@cache
def store_address() -> tuple[str, ...]:
    """Return the lines of the store's address, without its name; none while it has no street."""
    if not settings.STORE_STREET:
        return ()
    return tuple(Address.read({**settings.STORE_BASE_ADDRESS, "address_1": settings.STORE_STREET}).lines())


def telephone_link(number: str) -> Link | None:
    """Return the link that calls a number."""
    return Link(label=number, url=f"tel:{re.sub(r'[^0-9+]', '', number)}") if number else None
