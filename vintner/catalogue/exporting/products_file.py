"""Export of all products as the CSV that the import reads."""

import csv
from collections.abc import Iterator
from typing import Final, TextIO

from django.db.models import QuerySet

from vintner.catalogue.exporting.product_cells import FIXED, Cells, product_cells, variation_cells
from vintner.catalogue.importing.html_text import encode_entities
from vintner.catalogue.models import Category, Product
from vintner.web.admin.csv_export import quote_cell

CHUNK: Final = 500
"""Products that are in memory at a time."""
STOCK: Final = "Stock"
_ATTRIBUTE: Final = ("name", "value(s)", "visible")
_SCORE: Final = ("source", "points", "out of", "date")


def write_products(file: TextIO, *, with_stock: bool = False) -> int:
    """Write all products but subscriptions, whose plans have no column; returns the number of rows.

    The stock is left out by default: bottles that are sold before the file is imported again would come back.

    Cells that a spreadsheet would run are quoted, and what looks like HTML is written with entities; the import reads
    them as they were.
    """
    columns = [column for column in _columns() if with_stock or column != STOCK]
    writer = csv.DictWriter(file, columns, restval="")
    writer.writeheader()
    rows = 0
    for row in _rows():
        writer.writerow({column: quote_cell(encode_entities(row.get(column, ""))) for column in columns})
        rows += 1
    return rows


def _columns() -> tuple[str, ...]:
    """Return the columns: those of attributes and scores as often as the row that has most needs them."""
    most_attributes = most_scores = 0
    for row in _rows():
        most_attributes = max(most_attributes, sum(name.endswith(" value(s)") for name in row))
        most_scores = max(most_scores, sum(name.endswith(" points") for name in row))
    attributes = (f"Attribute {number} {part}" for number in range(1, most_attributes + 1) for part in _ATTRIBUTE)
    scores = (f"Score {number} {part}" for number in range(1, most_scores + 1) for part in _SCORE)
    return (*FIXED, *attributes, *scores)


def _rows() -> Iterator[Cells]:
    paths = _category_paths()
    for product in _products().iterator(chunk_size=CHUNK):
        yield product_cells(product, paths)
        if product.kind == Product.Kind.VARIABLE:
            yield from (variation_cells(product, each) for each in product.variations.all())


def _products() -> "QuerySet[Product]":
    related = (
        "categories",
        "tags",
        "facts__value__attribute",
        "scores",
        "variations__options__attribute",
        "set_items__variation__product",
    )
    return Product.objects.filter(plan=None).select_related("producer").prefetch_related(*related).order_by("pk")


def _category_paths() -> dict[int, str]:
    """Return category → its way through the tree: 'Wine > Red'."""
    categories = {category.pk: category for category in Category.objects.all()}
    paths = {}
    for pk, category in categories.items():
        names, above = {pk: category.name}, category.parent_id
        while above is not None and above not in names:
            names[above] = categories[above].name
            above = categories[above].parent_id
        paths[pk] = " > ".join(reversed(names.values()))
    return paths
