"""Each trigger that files products: a change made by plain rows is filed with it, and is not filed without it."""

from collections.abc import Callable
from typing import Final

import pytest
from django.db import connection, transaction

from vintner.catalogue.models import (
    AttributeValue,
    Category,
    Plan,
    Producer,
    Product,
    ProductFact,
    SetItem,
    Tag,
    Variation,
)
from vintner.testing.builders import (
    add_fact,
    attribute_value,
    make_category,
    make_plan,
    make_producer,
    make_product,
    make_set,
    make_variable_product,
)

pytestmark = pytest.mark.django_db

TRIGGERS: Final = """
SELECT tgrelid::regclass::text, tgname FROM pg_trigger
 WHERE tgfoid = 'catalogue_touched'::regproc AND NOT tgisinternal
"""
FILED: Final = """
SELECT f.product_id, f.keys, f.name, f.price, f.featured, f.created_at, f.sales, f.rating, f.ratings,
       f.variations::text, d.document::text
  FROM catalogue_findable f LEFT JOIN catalogue_searchdocument d USING (product_id) ORDER BY product_id
"""
FILE_ANEW: Final = """
SELECT catalogue_file_products(array(
    SELECT id FROM catalogue_product UNION SELECT product_id FROM catalogue_findable
))
"""

Change = Callable[[], object]
Shelf, Label, Option = Product.categories.through, Product.tags.through, Variation.options.through
ON_INSERT: Final[dict[str, Change]] = {
    "catalogue_product": lambda: Product.objects.create(name="Plain", slug="plain", sku="PLAIN"),
    "catalogue_productfact": lambda: ProductFact.objects.create(product=wine(), value=alentejo()),
    "catalogue_product_categories": lambda: Shelf.objects.create(product=wine(), category=rose()),
    "catalogue_product_tags": lambda: Label.objects.create(product=wine(), tag=rare()),
    "catalogue_variation": lambda: Variation.objects.create(product=wine(), sku="PLAIN-VARIATION"),
    "catalogue_variation_options": lambda: Option.objects.create(
        variation=Variation.objects.get(sku="WINE-BARE"), attributevalue=alentejo()
    ),
    "catalogue_setitem": lambda: SetItem.objects.create(
        product=Product.objects.get(name="Trio"), variation=bare_bottle()
    ),
}
ON_UPDATE: Final[dict[str, Change]] = {
    "catalogue_product": lambda: Product.objects.filter(name="Wine").update(name="Renamed"),
    "catalogue_productfact": lambda: ProductFact.objects.update(value=alentejo()),
    "catalogue_product_categories": lambda: Shelf.objects.update(category=rose()),
    "catalogue_product_tags": lambda: Label.objects.update(tag=rare()),
    "catalogue_variation": lambda: Variation.objects.filter(sku="WINE-2019").update(enabled=False),
    "catalogue_variation_options": lambda: Option.objects.filter(attributevalue__slug="2019").update(
        attributevalue=alentejo()
    ),
    "catalogue_attributevalue": lambda: AttributeValue.objects.filter(slug="douro").update(name="Dão"),
    "catalogue_producer": lambda: Producer.objects.update(name="New House"),
    "catalogue_category": lambda: Category.objects.filter(slug="red").update(name="Crimson"),
    "catalogue_tag": lambda: Tag.objects.filter(slug="organic").update(name="Natural"),
    "catalogue_plan": lambda: Plan.objects.update(on_sale=False),
    "catalogue_setitem": lambda: SetItem.objects.update(variation=bare_bottle()),
}
ON_DELETE: Final[dict[str, Change]] = {
    "catalogue_product": lambda: Product.objects.get(name="Bare").delete(),
    "catalogue_productfact": lambda: ProductFact.objects.all().delete(),
    "catalogue_product_categories": lambda: Shelf.objects.all().delete(),
    "catalogue_product_tags": lambda: Label.objects.all().delete(),
    "catalogue_variation": lambda: Variation.objects.get(sku="WINE-BARE").delete(),
    "catalogue_variation_options": lambda: Option.objects.all().delete(),
    "catalogue_setitem": lambda: SetItem.objects.all().delete(),
}
CHANGES: Final[dict[tuple[str, str], Change]] = {
    **{(table, "found_insert"): change for table, change in ON_INSERT.items()},
    **{(table, "found_update"): change for table, change in ON_UPDATE.items()},
    **{(table, "found_delete"): change for table, change in ON_DELETE.items()},
    ("catalogue_product", "found_in_sets"): ON_UPDATE["catalogue_product"],
    ("catalogue_producer", "found_in_sets"): ON_UPDATE["catalogue_producer"],
}


def wine() -> Product:
    return Product.objects.get(name="Wine")


def bare_bottle() -> Variation:
    return Variation.objects.get(product__name="Bare")


def alentejo() -> AttributeValue:
    return AttributeValue.objects.get(slug="alentejo")


def rose() -> Category:
    return Category.objects.get(slug="rose")


def rare() -> Tag:
    return Tag.objects.get(slug="rare")


@pytest.fixture
def _catalogue() -> None:
    """A wine with all that it can be found by, another that has nothing, and a gift set of the first."""
    full = make_variable_product(sku="WINE", name="Wine", prices={"2019": "30", "2018": "33"})
    full.producer, full.plan = make_producer("Old House"), make_plan("Cellar club")
    full.save()
    full.categories.add(make_category("Red", slug="red"))
    full.tags.add(Tag.objects.create(name="Organic", slug="organic"))
    add_fact(full, "Region", "Douro")
    Variation.objects.create(product=full, sku="WINE-BARE")
    make_set((full.variations.get(sku="WINE-2019"), 3), name="Trio")
    make_product(name="Bare")
    make_category("Rosé", slug="rose")
    Tag.objects.create(name="Rare", slug="rare")
    attribute_value("Region", "Alentejo")


def filed() -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(FILED)
        return list(cursor.fetchall())


def filed_anew() -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(FILE_ANEW)
    return filed()


def test_every_trigger_has_a_change_that_it_files() -> None:
    with connection.cursor() as cursor:
        cursor.execute(TRIGGERS)
        assert set(cursor.fetchall()) == set(CHANGES)


@pytest.mark.usefixtures("_catalogue")
@pytest.mark.parametrize(("table", "trigger"), CHANGES)
def test_a_change_is_filed_by_its_trigger(table: str, trigger: str) -> None:
    assert filed() == filed_anew()
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER {trigger}")
        CHANGES[table, trigger]()
        assert filed() != filed_anew()
        transaction.set_rollback(True)
    CHANGES[table, trigger]()
    assert filed() == filed_anew()
