"""The page of a shopper's favourites."""

from collections.abc import Sequence

from django.conf import settings

from vintner.catalogue.pages import Card
from vintner.web.page import Head, Page, Props, Shared


class RemovedFavourite(Props):
    """A wine that was taken out of the list a moment ago, and can be put back."""

    product_id: int
    name: str


class FavouritesPage(Page):
    """The visitor's list, the newest first, with prices and stock as they are now."""

    cards: tuple[Card, ...]
    removed: RemovedFavourite | None
    is_guest: bool


def favourites_page(
    cards: Sequence[Card], shared: Shared, *, removed: RemovedFavourite | None, is_guest: bool
) -> FavouritesPage:
    head = Head(title=f"Your favorites – {settings.STORE_NAME}", robots="noindex")
    return FavouritesPage(head=head, shared=shared, cards=tuple(cards), removed=removed, is_guest=is_guest)
