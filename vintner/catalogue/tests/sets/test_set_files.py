"""Product files have what is in a gift set."""

from io import StringIO
from pathlib import Path

import pytest

from vintner.catalogue.exporting.products_file import write_products
from vintner.catalogue.importing.tests.import_file import import_text
from vintner.catalogue.models import Product, SetItem
from vintner.testing.builders import make_box_wine, make_product, make_set, make_variable_product

pytestmark = pytest.mark.django_db
HEAD = "Type,SKU,Name,Contents\n"


def inside(sku: str = "GIFT") -> list[tuple[str | None, int]]:
    return [(each.variation.sku, each.quantity) for each in SetItem.objects.filter(product__sku=sku)]


def test_contents_are_read_changed_left_and_emptied(tmp_path: Path) -> None:
    make_product(sku="RED")
    make_variable_product(sku="OLD", prices={"2019": "20.00"})
    file = f"{HEAD}simple,GIFT,Gift,RED × 2 | OLD-2019\n"
    assert "not read" not in import_text(tmp_path, file)[0]
    assert inside() == [("RED", 2), ("OLD-2019", 1)]
    assert "1 unchanged" in import_text(tmp_path, file)[0]
    import_text(tmp_path, "Type,SKU,Name\nsimple,GIFT,Gift\n")
    assert len(inside()) == 2
    assert "1 changed" in import_text(tmp_path, f"{HEAD}simple,GIFT,Gift,OLD-2019 x 3\n")[0]
    assert inside() == [("OLD-2019", 3)]
    import_text(tmp_path, f"{HEAD}simple,GIFT,Gift,\n")
    assert inside() == []


def test_a_set_may_stand_before_its_bottles(tmp_path: Path) -> None:
    summary, complaints = import_text(tmp_path, f"{HEAD}simple,GIFT,Gift,RED × 2\nsimple,RED,Red,\n")
    assert (inside(), complaints.strip()) == ([("RED", 2)], "")
    assert "Products: 2 made" in summary


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("NOBODY × 2", "Contents: there is no bottle NOBODY"),
        ("RED × 0", "Contents: 'RED × 0' is not an SKU with a number from 1 to 24"),
        ("RED × 25", "is not an SKU with a number from 1 to 24"),
        ("RED × 1 | RED × 2", "Contents: RED stands there twice"),
        ("OTHER × 1", "Contents: OTHER: Is a set itself. Add its bottles instead"),
        ("GLASS", "Contents: GLASS: Is no wine"),
        ("GIFT", "Contents: GIFT: A set cannot contain itself"),
    ],
)
def test_what_makes_no_set_is_refused(tmp_path: Path, cell: str, reason: str) -> None:
    red = make_product(sku="RED")
    make_product(sku="GIFT")
    make_product(sku="GLASS", alcoholic=False)
    other = make_set((red, 2))
    Product.objects.filter(pk=other.pk).update(sku="OTHER")
    other.variations.update(sku="OTHER")
    _, complaints = import_text(tmp_path, f"{HEAD}simple,GIFT,Gift,{cell}\n")
    assert reason in complaints
    assert inside() == []


def test_a_set_stays_a_thing_with_alcohol(tmp_path: Path) -> None:
    gift = make_set((make_product(), 2))
    _, complaints = import_text(tmp_path, f"Type,SKU,Name,Contains alcohol?\nsimple,{gift.sku},Gift,0\n")
    assert "Contents: A gift set of wine contains alcohol" in complaints
    assert Product.objects.get(pk=gift.pk).alcoholic


def test_an_export_is_imported_again(tmp_path: Path) -> None:
    gift = make_set((make_product(sku="RED"), 2), (make_product(sku="WHITE"), 1))
    make_box_wine()
    file = StringIO()
    write_products(file)
    SetItem.objects.all().delete()
    import_text(tmp_path, file.getvalue())
    assert inside(gift.sku) == [("RED", 2), ("WHITE", 1)]
