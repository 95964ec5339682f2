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
    share_url: str
    """The address by which others see the list, '' while it is not shared."""


class SharedFavouritesPage(Page):
    """A list that a customer has shared. Nothing on it tells whose it is."""

    cards: tuple[Card, ...]


def favourites_page(
    cards: Sequence[Card], shared: Shared, *, removed: RemovedFavourite | None, is_guest: bool, share_url: str
) -> FavouritesPage:
    head = Head(title=f"Your favorites – {settings.STORE_NAME}", robots="noindex")
    return FavouritesPage(
        head=head, shared=shared, cards=tuple(cards), removed=removed, is_guest=is_guest, share_url=share_url
    )


def shared_favourites_page(cards: Sequence[Card], shared: Shared) -> SharedFavouritesPage:
    head = Head(title=f"A list of favorites – {settings.STORE_NAME}", robots="noindex")
    return SharedFavouritesPage(head=head, shared=shared, cards=tuple(cards))
