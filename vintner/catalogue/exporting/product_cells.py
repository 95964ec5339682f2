"""The cells of a product file for a product or a variation: what the import reads, in reverse."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import groupby
from typing import Final

from vintner.catalogue.importing.set_cells import contents_cell
from vintner.catalogue.models import Attribute, AttributeValue, CriticScore, Product, Variation
from vintner.catalogue.slugs import slug_of
from vintner.catalogue.tasting.words import SCALES
from vintner.money import Money

Cells = dict[str, str]
"""Column → text. A column that is not there is empty."""
Stated = tuple[Attribute, tuple[AttributeValue, ...], bool]
"""An attribute with its values, and whether the product page shows them."""
FIXED: Final = (
    *("Type", "SKU", "Name", "Parent", "Published", "Is featured?", "Visibility in catalog", "Position"),
    *("Short description", "Description", "Regular price", "Sale price", "Date sale price starts"),
    *("Date sale price ends", "Tax status", "Tax class", "Stock", "In stock?", "Low stock amount"),
    *("Backorders allowed?", "Sold individually?", "Weight (lbs)", "Allow customer reviews?", "Shipping class"),
    *("Categories", "Tags", "Brands", "Contains alcohol?", "Coming soon until", "Hide price until then?"),
    *("Body", "Acidity", "Sweetness", "Tannin", "Dosage (g/l)", "Drink from", "Drink until", "Contents"),
)
"""The columns of every file. Those of attributes and scores follow, as many as there are."""


def product_cells(product: Product, paths: Mapping[int, str]) -> Cells:
    """Return the row of a product, a simple one with its only variation. `paths`: category → its way in the tree."""
    variations = product.variations.all()
    only = variations[0] if product.kind == Product.Kind.SIMPLE and variations else None
    scores = (each for each in product.scores.all() if only is not None or each.variation_id is None)
    return {
        "Type": f"{product.kind}, virtual" if product.virtual else product.kind,
        "SKU": product.sku,
        "Name": product.name,
        "Published": _flag(product.published),
        "Is featured?": _flag(product.featured),
        "Visibility in catalog": product.visibility,
        "Short description": _prose(product.short_description),
        "Description": _prose(product.description),
        "Tax status": product.tax_status,
        "Tax class": product.tax_class,
        "Sold individually?": _flag(product.sold_individually),
        "Allow customer reviews?": _flag(product.reviews_allowed),
        "Shipping class": product.shipping_class,
        "Categories": _items(paths[each.pk] for each in product.categories.all()),
        "Tags": _items(tag.name for tag in product.tags.all()),
        "Brands": _items([product.producer.name] if product.producer else []),
        "Contains alcohol?": _flag(product.alcoholic),
        "Coming soon until": _moment(product.available_from),
        "Hide price until then?": _flag(product.hide_price),
        **{name.capitalize(): _number(getattr(product, name)) for name in SCALES},
        "Dosage (g/l)": "" if product.dosage is None else f"{product.dosage:f}",
        "Contents": contents_cell(tuple((_sku(each.variation), each.quantity) for each in product.set_items.all())),
        **_window_cells(only if only is not None and (only.drink_from or only.drink_until) else product),
        **(_offer_cells(only) if only is not None else {}),
        **_attribute_cells(_facts(product)),
        **score_cells(scores),
    }


def _sku(variation: Variation) -> str:
    return variation.sku or variation.product.sku


def variation_cells(product: Product, variation: Variation) -> Cells:
    """Return the row of a variation of a variable product."""
    options = sorted(variation.options.all(), key=lambda value: (value.attribute.position, value.attribute.name))
    return {
        "Type": "variation",
        "SKU": variation.sku or "",
        "Name": product.name,
        "Parent": product.sku,
        "Published": _flag(variation.enabled),
        "Position": str(variation.position),
        "Description": variation.note,
        **_offer_cells(variation),
        **_window_cells(variation),
        **_attribute_cells((value.attribute, (value,), True) for value in options),
        **score_cells(each for each in product.scores.all() if each.variation_id == variation.pk),
    }


def _offer_cells(variation: Variation) -> Cells:
    return {
        "Regular price": _price(variation.regular_price),
        "Sale price": _price(variation.sale_price),
        "Date sale price starts": _moment(variation.sale_starts_at),
        "Date sale price ends": _moment(variation.sale_ends_at),
        "Stock": str(variation.on_hand) if variation.manage_stock else "",
        "In stock?": _flag(variation.available),
        "Low stock amount": _number(variation.low_stock_threshold),
        "Backorders allowed?": variation.backorders,
        "Weight (lbs)": "" if variation.weight is None else f"{variation.weight:f}",
    }


def _window_cells(owner: Product | Variation) -> Cells:
    return {"Drink from": _number(owner.drink_from), "Drink until": _number(owner.drink_until)}


def _facts(product: Product) -> Iterable[Stated]:
    """Yield the facts of the product, in its order; those of single variations are in no file."""
    stated = [fact for fact in product.facts.all() if fact.variation_id is None]
    for _, facts in groupby(stated, key=lambda fact: (fact.value.attribute_id, fact.visible)):
        alike = list(facts)
        yield alike[0].value.attribute, tuple(fact.value for fact in alike), alike[0].visible


def _attribute_cells(stated: Iterable[Stated]) -> Cells:
    cells = {}
    for number, (attribute, values, visible) in enumerate(stated, start=1):
        cells[f"Attribute {number} name"] = _name(attribute.name, attribute.slug)
        cells[f"Attribute {number} value(s)"] = _items(_name(value.name, value.slug) for value in values)
        cells[f"Attribute {number} visible"] = _flag(visible)
    return cells


def score_cells(scores: Iterable[CriticScore]) -> Cells:
    """Return the columns of scores, four for each."""
    cells = {}
    for number, score in enumerate(scores, start=1):
        cells[f"Score {number} source"] = score.source
        cells[f"Score {number} points"] = f"{score.points:f}"
        cells[f"Score {number} out of"] = str(score.out_of)
        cells[f"Score {number} date"] = score.given_on.isoformat() if score.given_on else ""
    return cells


def _name(name: str, slug: str) -> str:
    """Return the name by which the import finds the same row: the slug, if it is not made of the name."""
    return name if slug_of(name) == slug else slug


def _items(names: Iterable[str]) -> str:
    return ", ".join(name.replace(",", "\\,") for name in names)


def _prose(text: str) -> str:
    return text.replace("\n", "\\n")


def _flag(value: bool) -> str:
    return "1" if value else "0"


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def _price(amount: Money | None) -> str:
    return "" if amount is None else str(amount.decimal)


def _moment(value: datetime | None) -> str:
    return "" if value is None else value.isoformat()
