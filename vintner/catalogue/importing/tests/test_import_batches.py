"""The rows of an import are written together, and each still counts for itself."""

from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from vintner.catalogue.importing import products_file
from vintner.catalogue.importing.products_file import ProductImport, Summary
from vintner.catalogue.models import Category, Product, StockMovement, Tag, Variation
from vintner.catalogue.tests.searching import search_products
from vintner.testing.builders import make_product, make_set

pytestmark = pytest.mark.django_db
HEAD = "Type,SKU,Name,Regular price,Stock,Categories,Tags,Brands,Attribute 1 name,Attribute 1 value(s),Parent"


def write(path: Path, products: int, *, price: int = 20, name: str = "Old Vines") -> Path:
    """Write a file of so many wines, every other one with two vintages: two rows for each wine on average."""
    rows = []
    for number in range(products):
        shared = f'"Wine > Shelf {number % 7}","Tag {number % 5}, Gift",Estate {number % 9},Grape,Merlot'
        if number % 2:
            rows.append(f"simple,W{number},{name},{price},{number},{shared},")
        else:
            rows.append(f"variable,W{number},{name},,,{shared},")
            rows += [f"variation,W{number}-{year},,{price},6,,,,Vintage,{year},W{number}" for year in (2020, 2021)]
    path.write_text("\n".join([HEAD, *rows, ""]))
    return path


def run(path: Path) -> tuple[Summary, list[str]]:
    complaints: list[str] = []
    run = ProductImport(
        path, None, trial=False, report=lambda row: complaints.append(str(row)), progress=lambda _: None
    )
    return run.run(), complaints


def statements(path: Path) -> int:
    with CaptureQueriesContext(
        connection,
    ) as asked:
        run(path)
    return len(asked)


def test_a_longer_batch_takes_no_more_statements(tmp_path: Path) -> None:
    first = [statements(write(tmp_path / "a.csv", number)) for number in (20, 100)]
    again = [statements(write(tmp_path / "a.csv", number)) for number in (20, 100)]
    changed = [statements(write(tmp_path / "b.csv", number, price=21)) for number in (20, 100)]

    assert Product.objects.count() == 100
    assert Variation.objects.filter(regular_price=2100).count() == 150
    assert first[1] <= first[0] <= 60, first
    assert again[1] == again[0] <= 30, again
    assert changed[1] == changed[0] <= 34, changed
    assert first[1] <= 0.3 * 200, "statements for each of 200 rows"


def test_a_row_that_the_database_refuses_is_left_out_alone(tmp_path: Path) -> None:
    """Stored is until when to drink a wine; the file says only from when, and that is later."""
    run(write(tmp_path / "wines.csv", 20))
    Product.objects.filter(sku__in=["W3", "W11"]).update(drink_until=2020)
    file = tmp_path / "years.csv"
    file.write_text(
        "Type,SKU,Name,Drink from,Tags\n"
        + "".join(f"simple,W{number},Wine,{2010 + number},Tag of {number}\n" for number in range(1, 20, 2))
    )
    Product.objects.filter(sku="W11").update(drink_until=2015)

    summary, complaints = run(file)

    assert [line.partition(":")[0] for line in complaints] == ["line 7"]
    assert "the database refuses the row" in complaints[0]
    assert (summary.rejected, summary.counts["Products", "changed"]) == (1, 9)
    assert set(Product.objects.exclude(drink_from=None).values_list("sku", flat=True)) == {
        f"W{number}" for number in range(1, 20, 2) if number != 11
    }
    assert not Tag.objects.filter(name="Tag of 11").exists()


def test_what_a_refused_row_alone_names_is_not_made(tmp_path: Path) -> None:
    file = tmp_path / "wines.csv"
    file.write_text(
        f"{HEAD},Tax class\n"
        "simple,A,One,20,5,Wine > Red,Gift,,,,,\n"
        "simple,B,Two,20,-5,Wine > White > Dry,Rare,,,,,\n"
        "simple,C,Three,20,5,Wine > White,Rare,,,,,\n"
    )
    _, complaints = run(file)
    assert complaints == ["line 3, Stock: is below zero"]
    assert set(Category.objects.values_list("name", flat=True)) == {"Wine", "Red", "White"}
    assert set(Tag.objects.values_list("slug", flat=True)) == {"gift", "rare"}


def test_wines_of_one_name_get_addresses_of_their_own_in_the_order_of_the_file(tmp_path: Path) -> None:
    for slug in ("old-vines-2", "old-vines-riesling"):
        Product.objects.filter(pk=make_product().pk).update(slug=slug)
    run(write(tmp_path / "wines.csv", 4))
    slugs = [Product.objects.get(sku=f"W{number}").slug for number in range(4)]
    assert slugs == ["old-vines", "old-vines-3", "old-vines-4", "old-vines-5"]


def test_each_movement_of_the_stock_says_its_own_line(tmp_path: Path) -> None:
    file = tmp_path / "wines.csv"
    file.write_text("Type,SKU,Name,Stock\nsimple,A,One,5\nsimple,B,Two,0\nsimple,C,Three,7\n")
    run(file)
    file.write_text("Type,SKU,Name,Stock\nsimple,C,Three,7\nsimple,A,One,2\n")
    run(file)
    moved = StockMovement.objects.order_by("pk").values_list("variation__sku", "reason", "quantity", "on_hand", "note")
    assert list(moved) == [
        ("A", "opening", 5, 5, "Line 2 of a product file"),
        ("C", "opening", 7, 7, "Line 4 of a product file"),
        ("A", "imported", -3, 2, "Line 3 of a product file"),
    ]


def test_a_gift_set_is_found_by_the_new_name_of_its_wine(tmp_path: Path) -> None:
    red = make_product(sku="RED", name="Plain Red")
    gift = make_set((red, 2))
    assert gift.pk not in search_products("zweigelt")
    file = tmp_path / "wines.csv"
    file.write_text("Type,SKU,Name\nsimple,RED,Zweigelt\n")
    run(file)
    assert gift.pk in search_products("zweigelt")


def test_later_changes_are_filed_by_themselves_again(tmp_path: Path) -> None:
    run(write(tmp_path / "wines.csv", 2))
    wine = Product.objects.get(sku="W1")
    wine.name = "Furmint"
    wine.save()
    assert search_products("furmint") == [wine.pk]


def test_an_import_that_is_stopped_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a batch wrote stays, whole; the next run finds it unchanged."""
    monkeypatch.setattr(products_file, "BATCH", 10)
    file = write(tmp_path / "wines.csv", 20)

    def stop(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ProductImport(file, None, trial=False, report=lambda _: None, progress=stop).run()

    assert Product.objects.count() + Variation.objects.filter(product__kind="variable").count() == 10
    summary, complaints = run(file)
    outcomes = {
        outcome: sum(n for (_, each), n in summary.counts.items() if each == outcome)
        for outcome in ("made", "unchanged")
    }
    assert (complaints, outcomes) == ([], {"made": 30, "unchanged": 10})
