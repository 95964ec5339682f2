"""Whether a product of a file contains alcohol, where the file does not say so: files of other stores never do.

Whoever buys alcohol is asked for their age, and wine law decides where it may go. So a product counts as wine unless
its row says that it is none (decision 130).
"""

import re
from typing import Final

from vintner.catalogue.importing.rows import ProductRow
from vintner.catalogue.slugs import slug_of
from vintner.catalogue.wine_label import YEAR

_OF_WINE: Final = frozenset({
    *("vintage", "grape", "grapes", "grape-variety", "grape-varieties", "variety", "varietal", "varietals"),
    *("abv", "alcohol", "appellation"),
})  # fmt: skip
"""Slugs of attributes that only wine has."""
_NO_WINE: Final = frozenset({
    *("gift cards", "gift card", "e-gift cards", "gift certificates", "gift vouchers", "vouchers"),
    *("glasses", "wine glasses", "glassware", "stemware", "drinkware", "barware", "decanters", "corkscrews", "openers"),
    *("accessories", "wine accessories", "merchandise", "general merchandise", "merch", "apparel", "clothing", "books"),
    *("tickets", "event tickets", "events", "experiences", "tours"),
})  # fmt: skip
"""Categories of other things, in small letters."""
_SAYS_NOTHING: Final = frozenset({"uncategorized", "gifts", "shop", "all products", "featured", "new"})
"""Categories that hold wine and other things."""
_BETWEEN: Final = re.compile(r"\s*(?:[&/+]|\band\b)\s*")
_WINE: Final = re.compile(r"\bwines?\b")
_GIFT_CARD: Final = re.compile(r"(?:e-?)?gift[ -](?:card|certificate|voucher)s?\b[ $\d.,:–-]*", re.IGNORECASE)


def contains_alcohol(row: ProductRow) -> bool:
    """Return whether the product of a row contains alcohol, by what else its row says."""
    if row.contents or YEAR.search(row.name) or any(slug_of(each.name) in _OF_WINE for each in row.attributes or ()):
        return True
    if _GIFT_CARD.fullmatch(row.name):
        return False
    found = {_holds_other_things(path) for path in row.categories or ()} - {None}
    return found != {True}


def _holds_other_things(path: tuple[str, ...]) -> bool | None:
    """Return whether a category holds no wine; None where that cannot be said. "Events & Tours" are two of them."""
    steps = [step.casefold() for step in path]
    others = [step for step in steps if _NO_WINE.issuperset(_BETWEEN.split(step))]
    if steps[-1] in others:
        return True
    if others:
        return not any(_WINE.search(step) for step in steps if step not in others)
    return None if steps[-1] in _SAYS_NOTHING else False
