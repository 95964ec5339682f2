"""What the tasting sheet of a wine says: all that its page tells of it, but the price."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings

from vintner.catalogue.models import Product
from vintner.catalogue.product.product_page import release_text, scores_of, style_of
from vintner.catalogue.product.product_rows import ProductRows, VariationOnSale
from vintner.catalogue.product.variation_choices import joined_facts, variation_facts
from vintner.catalogue.tasting.props import Fact, Scale, Score
from vintner.catalogue.tasting.words import DOSAGE, DRINK_WINDOW, omit_facts, scales, style_facts
from vintner.catalogue.wine_label import VINTAGE, is_named
from vintner.shipping.store_address import store_address

NOTES: Final = "tasting-notes"
FOOD: Final = "food-pairing"
PLACE: Final = ("appellation", "region", "country")
"""Facts that stand below the name, the nearest place first."""
ORDER: Final = (
    *(DRINK_WINDOW, "serving", "grape", "colour", "age", "abv", DOSAGE),
    *("bottle-size", "size", "closure", "farming", "allergens"),
)
"""The first facts of the table; others follow in the order of the wine's page."""


@dataclass(frozen=True, kw_only=True)
class TastingContents:
    """The words of a sheet. What is not known is empty."""

    producer: str
    title: str
    place: str
    released: str
    lead: str
    description: str
    notes: str
    food: str
    scales: tuple[Scale, ...]
    scores: tuple[Score, ...]
    facts: tuple[Fact, ...]
    address: str
    """The address of the wine's page."""
    store: tuple[str, ...]
    """Where the store is, and its e-mail address."""


def tasting_contents(rows: ProductRows, chosen: VariationOnSale | None, now: datetime) -> TastingContents:
    """Return the words of a wine's sheet: of one variation, or of what all have in common."""
    own = variation_facts(chosen) if chosen and rows.kind == Product.Kind.VARIABLE else ()
    stated, levels = style_facts(style_of(rows)), scales(rows.style)
    common = (*omit_facts(joined_facts(rows.facts), *stated, *levels), *stated)
    facts = (*own, *omit_facts(common, *own))
    values = {fact.slug: fact.value for fact in facts}
    label = chosen.label if chosen else rows.label
    named = (VINTAGE,) if is_named(label.title, values.get(VINTAGE, "")) else ()
    own_scores = chosen.scores if chosen and rows.kind == Product.Kind.VARIABLE else ()
    return TastingContents(
        producer=rows.maker.name if rows.maker else "",
        title=label.title,
        place=" · ".join(dict.fromkeys(values[slug] for slug in PLACE if slug in values)),
        released=release_text(rows, now),
        lead=rows.short_description,
        description="\n".join(filter(None, ((chosen.note if chosen else ""), rows.description))),
        notes=values.get(NOTES, ""),
        food=values.get(FOOD, ""),
        scales=levels,
        scores=(*own_scores, *scores_of(rows)),
        facts=tuple(_in_order(fact for fact in facts if fact.slug not in (NOTES, FOOD, *PLACE, *named))),
        address=f"{settings.STORE_URL}{rows.address}",
        store=(settings.STORE_NAME, *store_address(), settings.STORE_EMAIL),
    )


def _in_order(facts: Iterable[Fact]) -> list[Fact]:
    return sorted(facts, key=lambda fact: ORDER.index(fact.slug) if fact.slug in ORDER else len(ORDER))
