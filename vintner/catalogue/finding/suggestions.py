"""Suggestions of the search box while somebody types."""

from datetime import datetime
from typing import Final

from django.urls import reverse

from vintner.catalogue.cards import cards_of
from vintner.catalogue.finding.search import suggest
from vintner.catalogue.pages import Card
from vintner.web.page import Props

SHORTEST: Final = 2
WINES: Final = 6
MAKERS: Final = 3


class Suggestion(Props):
    """A suggestion of the search box. `thumb` is the address of a small picture, or empty."""

    label: str
    url: str
    detail: str
    price: str
    thumb: str


class Suggestions(Props):
    """Suggestions for the text typed so far."""

    wines: tuple[Suggestion, ...]
    producers: tuple[Suggestion, ...]


def suggestions_for(typed: str, now: datetime) -> Suggestions:
    """Return wines and producers for the text typed so far. Three queries."""
    if len(typed) < SHORTEST:
        return Suggestions(wines=(), producers=())
    suggested = suggest(typed, wines=WINES, makers=MAKERS)
    return Suggestions(
        wines=tuple(_wine(card) for card in cards_of(suggested.product_ids, now)),
        producers=tuple(
            Suggestion(
                label=maker.name, url=reverse("producer", args=[maker.slug]), detail=maker.place, price="", thumb=""
            )
            for maker in suggested.makers
        ),
    )


def _wine(card: Card) -> Suggestion:
    detail = " · ".join(part for part in (card.producer, card.vintage, card.region) if part)
    return Suggestion(label=card.name, url=card.url, detail=detail, price=_price(card), thumb=_thumb(card))


def _price(card: Card) -> str:
    if card.price is None:
        return card.price_note
    words = f"{'from ' if card.price.from_lowest else ''}{card.price.current}"
    return f"{words} {card.unit}" if card.by_plan else words


def _thumb(card: Card) -> str:
    """Return the address of the narrowest picture."""
    if card.image is None:
        return ""
    smallest = [source.srcset.split(",")[0].split()[0] for source in card.image.sources if source.srcset]
    return smallest[-1] if smallest else card.image.src
