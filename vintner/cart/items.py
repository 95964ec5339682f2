"""Finds the product and variation that a request names."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet, prefetch_related_objects

from vintner.cart.rows import find_variations
from vintner.catalogue.models import AttributeValue, Product, Variation
from vintner.catalogue.wine_label import labelled
from vintner.refusal import Refusal
from vintner.web.text_input import read_text

OPTION_VALUES = AttributeValue.objects.select_related("attribute").order_by("attribute__position", "attribute__name")
_ID = re.compile(r"[1-9]\d{0,17}", re.ASCII)


def variations_with_details() -> QuerySet[Variation]:
    """Return variations with all rows that pricing and displaying them reads."""
    options = Prefetch("options", OPTION_VALUES)
    return labelled(Variation.objects.select_related("product__picture", "picture").prefetch_related(options))


@dataclass(frozen=True, slots=True)
class RequestedItem:
    """A product, and the variation that a request names: None while it has still to be chosen."""

    product: Product
    variation: Variation | None

    def require_variation(self) -> Variation:
        """Return the variation. Raises Refusal if none is chosen yet."""
        if self.variation is None:
            raise Refusal("choose_options", f"Please choose which “{self.product.name}” you would like first.")
        return self.variation


def find(item_id: str, choices: Mapping[str, str] | None = None) -> RequestedItem | None:
    """Return the item of a published product's or variation's id; None if there is none. One query, two with choices.

    `choices` maps the slugs of attributes to names or slugs of values: vintage → 2019. Refuses choices that do
    not exist or contradict the id.
    """
    if not _ID.fullmatch(item_id.strip()):
        return None
    number = int(item_id)
    variations = find_variations(number)
    if not variations or not variations[0].product.published:  # nobody learns the name of what is not published
        return None
    if choices:
        prefetch_related_objects(variations, Prefetch("options", OPTION_VALUES))
    product = variations[0].product
    named = [each for each in variations if each.pk == number or product.kind == Product.Kind.SIMPLE]
    if choices:
        return RequestedItem(product, _find_variation(product, named or variations, choices))
    return RequestedItem(product, named[0] if named else None)


def _find_variation(product: Product, variations: list[Variation], choices: Mapping[str, str]) -> Variation | None:
    """Return the only variation that matches the choices; None while several do."""
    fitting = [each for each in variations if _matches(each, choices)]
    if not fitting:
        raise Refusal("no_such_choice", f"There is no “{product.name}” of that kind. Please choose another.")
    return fitting[0] if len(fitting) == 1 else None


def _matches(variation: Variation, choices: Mapping[str, str]) -> bool:
    options = {
        value.attribute.slug: (read_text(value.name).casefold(), value.slug) for value in variation.options.all()
    }
    return all(wanted.strip().casefold() in options[slug] for slug, wanted in choices.items() if slug in options)
