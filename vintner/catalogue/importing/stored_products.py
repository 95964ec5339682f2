"""What the store has of the products that the rows of a batch are about."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from vintner.catalogue.importing.rows import ProductRow
from vintner.catalogue.models import CriticScore, GalleryPicture, Product, ProductFact, Variation

Ids = Mapping[int, list[int]]


class StoredProducts:
    """Products and variations by SKU, and what belongs to them: each table with one query, when a row first asks.

    `parents` are the SKUs of the products whose variations are among the rows. Variations whose stock the rows speak
    of are locked, in the order of their ids as everywhere.
    """

    def __init__(self, rows: Iterable[ProductRow], parents: Iterable[str]) -> None:
        rows = list(rows)
        skus = {row.sku for row in rows}
        wanted = {row.sku for row in rows if row.type != "variation"} | set(parents)
        self.products = {each.sku: each for each in Product.objects.filter(sku__in=wanted)}
        self._ids = [each.pk for each in self.products.values()]
        simple = [each.pk for each in self.products.values() if each.kind == Product.Kind.SIMPLE]
        found = Variation.objects.filter(Q(sku__in=skus) | Q(product__in=simple)).order_by("pk")
        if any(row.on_hand is not None for row in rows):
            found = found.select_for_update(no_key=True)
        variations = sorted(found, key=lambda each: each.position)
        self.variations = {each.sku: each for each in variations if each.sku is not None}
        self.only_variations = {each.product_id: each for each in reversed(variations)}
        """Product → its first variation; simple ones have no other."""
        self._variation_ids = [each.pk for each in variations]
        self._unknown = {sku.lower() for sku in skus - self.products.keys() - self.variations.keys()}

    @cached_property
    def other_spellings(self) -> Mapping[str, str]:
        """SKUs that are like those of new rows but for their capitals: in small letters → as the store has them."""
        return _spellings(Variation, self._unknown) | _spellings(Product, self._unknown)

    @cached_property
    def categories(self) -> Ids:
        return _related_ids(Product.categories.through, "product_id", "category_id", self._ids)

    @cached_property
    def tags(self) -> Ids:
        return _related_ids(Product.tags.through, "product_id", "tag_id", self._ids)

    @cached_property
    def options(self) -> Ids:
        through = Variation.options.through
        return _related_ids(through, "variation_id", "attributevalue_id", self._variation_ids)

    @cached_property
    def gallery(self) -> Ids:
        return _related_ids(GalleryPicture, "product_id", "picture_id", self._ids, "position")

    @cached_property
    def facts(self) -> Mapping[int, list[tuple[int, bool]]]:
        """Product → its facts that are about all its variations: value, and whether the page shows it."""
        found = defaultdict[int, list[tuple[int, bool]]](list)
        if self._ids:
            stored = ProductFact.objects.filter(product__in=self._ids, variation=None).order_by("position", "pk")
            for fact in stored:
                found[fact.product_id].append((fact.value_id, fact.visible))
        return found

    @cached_property
    def scores(self) -> Mapping[int, list[CriticScore]]:
        """Product → its scores, those of single variations among them."""
        found = defaultdict[int, list[CriticScore]](list)
        if self._ids:
            for score in CriticScore.objects.filter(product__in=self._ids):
                found[score.product_id].append(score)
        return found


def _spellings(table: type[models.Model], lower_skus: set[str]) -> dict[str, str]:
    """Return SKU in small letters → SKU, of a table's rows that have one of these."""
    rows: models.QuerySet[Any] = table._default_manager.annotate(lower_sku=Lower("sku"))
    return dict(rows.filter(lower_sku__in=lower_skus).values_list("lower_sku", "sku"))


def _related_ids(table: type[models.Model], of: str, to: str, ids: list[int], *order: str) -> Ids:
    """Return id → the ids that a table relates to it."""
    found = defaultdict[int, list[int]](list)
    if ids:
        rows = table._default_manager.filter(**{f"{of}__in": ids}).order_by(*order)
        for key, related in rows.values_list(of, to):
            found[key].append(related)
    return found
