"""The badges of wines: a few words of a promotion."""

from collections.abc import Sequence
from datetime import datetime

from vintner.pricing.quote import PriceBook, occasion_of
from vintner.pricing.rules.benefits import BulkTable, Counting
from vintner.pricing.rules.items import Item, ShopperFacts
from vintner.pricing.rules.promotions import PromotionTerms
from vintner.pricing.tiers import mix_words


def find_badge(item: Item, *, book: PriceBook, now: datetime, shopper: ShopperFacts) -> str:
    """Return the badge of the first promotion of this wine that runs now, '' for none.

    Its conditions are not asked: they are about a cart that does not exist yet.
    """
    occasion = occasion_of([item], place=book.base, now=now, shopper=shopper)
    running = (each for each in book.promotions if each.badge and each.during.holds(occasion))
    return next((each.badge for each in running if each.filter.passes(item)), "")


def running_mixes(book: PriceBook, now: datetime, shopper: ShopperFacts) -> list[PromotionTerms]:
    """Return the bulk tables that count several wines together and run now."""
    occasion = occasion_of([], place=book.base, now=now, shopper=shopper)
    return [each for each in book.promotions if _counts_together(each) and each.during.holds(occasion)]


def _counts_together(promotion: PromotionTerms) -> bool:
    return isinstance(promotion.benefit, BulkTable) and promotion.benefit.counting is Counting.TOGETHER


def mix_badge(mixes: Sequence[PromotionTerms], item: Item) -> str:
    """Return the badge of the first of these that counts this wine, '' for none."""
    return next((mix_label(each) for each in mixes if each.filter.passes(item)), "")


def mix_label(promotion: PromotionTerms) -> str:
    """Return the badge, or where nobody wrote one what the first row of the table gives."""
    return promotion.badge or mix_words(promotion)
