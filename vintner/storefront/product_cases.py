"""The quick choices of a product's page for a visitor of whom nothing is known, cached for the catalogue version."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from vintner.cart.gifts.gifts import gift_goods
from vintner.catalogue.pages import CaseOffer
from vintner.pricing.cases import case_offers
from vintner.pricing.quote import PriceBook
from vintner.pricing.rules.items import Item, ShopperFacts
from vintner.web.catalogue_version import VersionedCache

CasesByVariation = Mapping[int, tuple[CaseOffer, ...]]

_cache: VersionedCache[tuple[object, ...], CasesByVariation] = VersionedCache(1_000)


def find_cases(
    items: Sequence[Item], most: Mapping[int, int], *, book: PriceBook, now: datetime, visitor: ShopperFacts
) -> CasesByVariation:
    """Return the choices of each single bottle, by variation id. `most` is how many of it may be bought.

    They are cached by all that they are made of. How many there are of the wines that promotions give is a part of the
    version.
    """
    cached = _cache.at(now)
    made_of = (book.edition, *items, *most.items())
    if made_of not in cached:
        cached[made_of] = case_offers(
            items, most, book=book, now=now, shopper=visitor, find_gifts=lambda ids: gift_goods(ids, now)
        )
    return cached[made_of]
