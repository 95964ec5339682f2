"""The cards that this process has made: a card is valid while the catalogue version is the same, and the level of stock
of each of its variations (decision 117).
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from vintner.catalogue.pages import Card
from vintner.catalogue.stock.shown_levels import note_levels
from vintner.web.catalogue_version import VersionedCache, changed_levels

MOST_CACHED: Final = 3_000

CardKey = tuple[int, ...]
"""The id of the product, and of the variations that the card speaks of where it does not speak of all."""


class CachedCard(NamedTuple):
    """A card, and which variations it shows: id → level edition."""

    card: Card
    levels: Mapping[int, int]


CardMaker = Callable[[list[CardKey]], Mapping[CardKey, CachedCard]]
"""Makes cards and notes their levels. Keys of products that do not exist are left out."""

_cache: VersionedCache[CardKey, CachedCard] = VersionedCache(MOST_CACHED)


def find_cards(keys: Sequence[CardKey], now: datetime, make: CardMaker) -> tuple[Card, ...]:
    """Return the cards with these keys, in their order. Those that are not cached are made.

    One query at most for the levels of cached cards, none within half a second of the last.
    """
    cached = _cache.at(now)
    found = _current({key: card for key in keys if (card := cached.get(key)) is not None})
    if missing := [key for key in dict.fromkeys(keys) if key not in found]:
        made = make(missing)
        cached.update(made)
        found |= made
    return tuple(found[key].card for key in keys if key in found)


def _current(cards: Mapping[CardKey, CachedCard]) -> dict[CardKey, CachedCard]:
    """Return the cards whose levels are still what they show, and note these."""
    shown = dict[int, int]()
    for card in cards.values():
        shown.update(card.levels)
    changed = changed_levels(shown)
    current = {key: card for key, card in cards.items() if changed.isdisjoint(card.levels)}
    for card in current.values():
        note_levels(card.levels.items())
    return current
