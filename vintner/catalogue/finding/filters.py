"""The filters of a listing, as they stand in its address: ?grape=merlot&grape=syrah&max_price=30."""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.http import QueryDict

from vintner.catalogue.tasting.words import SCALES

MANY: Final = {
    "colour": "Color",
    "grape": "Grape",
    "goes-with": "Goes with",
    "body": "Body",
    "sweetness": "Sweetness",
    "country": "Country",
    "region": "Region",
    "vintage": "Vintage",
    "producer": "Producer",
    "farming": "Farming",
    "bottle-size": "Bottle size",
}
"""Facets of which several values may be chosen: a wine has any of them. Parameter → label."""
LEVELS: Final = {name: SCALES[name] for name in ("body", "sweetness")}
"""Facets whose values are the levels of a scale, from 1 on, with their words."""
NOUNS: Final = {"goes-with": "food"}
"""What one value of a facet is called where it is not the label."""
ONE: Final = {"rating": "Rating", "in_stock": "In stock", "on_sale": "On sale", "subscription": "By subscription"}
"""Facets of which one value may be chosen."""
FACETS: Final = MANY | ONE
RATINGS: Final = ("4", "3", "2")
LEAST, MOST = "min_price", "max_price"
MOST_VALUES: Final = 30
"""Largest number of values of one facet that may be chosen."""
_SLUG: Final = re.compile(r"[\w-]{1,300}")
_AMOUNT: Final = re.compile(r"\$?(\d{1,7}(?:\.\d{1,2})?)")

Parameter = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Filters:
    """The choices made: (facet, value) pairs in the order of FACETS, and prices in cents."""

    chosen: tuple[Parameter, ...] = ()
    least: int | None = None
    most: int | None = None
    problems: tuple[str, ...] = ()
    """Messages about parameters that make no sense."""

    def __bool__(self) -> bool:
        return bool(self.chosen) or self.least is not None or self.most is not None

    @property
    def facets(self) -> tuple[str, ...]:
        """The facets of which something is chosen, each once."""
        return tuple(dict.fromkeys(facet for facet, _ in self.chosen))

    def values(self, facet: str) -> tuple[str, ...]:
        """Return the chosen values of a facet."""
        return tuple(value for name, value in self.chosen if name == facet)

    def parameters(self, without: Parameter | None = None) -> list[Parameter]:
        """Return the choices as parameters of an address, one of them left out."""
        prices = [
            (name, amount(cents)) for name, cents in ((LEAST, self.least), (MOST, self.most)) if cents is not None
        ]
        return [pair for pair in (*self.chosen, *prices) if pair != without]


def filters_of(query: QueryDict) -> Filters:
    """Return the filters of an address. A value that makes no sense is left out, with a message about it."""
    chosen, problems = [], []
    for facet, label in FACETS.items():
        values = list(dict.fromkeys(value for value in query.getlist(facet) if value))
        if facet in MANY and len(values) > MOST_VALUES:
            problems.append(f"{label}: You can only select {MOST_VALUES} items.")
        for value in values[: MOST_VALUES if facet in MANY else 1]:
            if _is_valid(facet, value):
                chosen.append((facet, value))
            else:
                problems.append(unknown_value(facet, value))
    prices = [_cents(query.get(name, ""), problems) for name in (LEAST, MOST)]
    least, most = sorted(prices) if None not in prices else prices  # type: ignore[type-var]
    return Filters(tuple(chosen), least, most, tuple(problems))


def _is_valid(facet: str, value: str) -> bool:
    if facet in LEVELS:
        return value in {str(level) for level, _ in enumerate(LEVELS[facet], start=1)}
    if facet in MANY:
        return _SLUG.fullmatch(value) is not None
    return value in RATINGS if facet == "rating" else value == "1"


def _cents(text: str, problems: list[str]) -> int | None:
    if not text.strip():
        return None
    match = _AMOUNT.fullmatch(text.strip().replace(",", ""))
    if match is None:
        problems.append(f"“{text[:20]}” is not a price.")
        return None
    return int(Decimal(match[1]) * 100)


def noun_of(facet: str) -> str:
    """Return what one value of a facet is called: 'grape', 'food'."""
    return NOUNS.get(facet, FACETS[facet].lower())


def unknown_value(facet: str, value: str) -> str:
    """Return the message about a value that the catalogue does not have."""
    return f"We know no {noun_of(facet)} “{value[:40]}”."


def amount(cents: int) -> str:
    """Return cents as they are typed: '20' or '19.95'."""
    return str(cents // 100) if cents % 100 == 0 else f"{cents / 100:.2f}"
