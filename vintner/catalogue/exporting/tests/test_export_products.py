"""What a product file of the store says is what the store has: reading it again changes nothing."""

import csv
import io
from contextlib import suppress
from datetime import UTC, date, datetime
from decimal import Decimal
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from vintner.catalogue.exporting.product_cells import score_cells
from vintner.catalogue.importing.score_cells import ScoreCells, read_scores
from vintner.catalogue.importing.tables import CsvRow
from vintner.catalogue.models import Attribute, CriticScore, Product, Tag, Variation
from vintner.testing.builders import (
    add_fact,
    make_box_wine,
    make_category,
    make_producer,
    make_product,
    make_variable_product,
    only_variation,
    set_stock,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def shelf() -> None:
    """A simple wine and one in vintages, with all that a file can say of them."""
    red = make_category("Red, and dark", parent=make_category("Wine"))
    simple = make_product(
        sku="S", name="Mirón, “the old”", price="48.76", sale_price="40.00", stock=7, categories=[red],
        producer=make_producer("Finca, Hija & Co"), facts={"Grape": "Merlot", "Farming": "Organic"},
    )  # fmt: skip
    add_fact(simple, "Grape", "Syrah")
    simple.facts.filter(value__attribute__slug="farming").update(visible=False)
    simple.tags.add(Tag.objects.create(name="Old, vines", slug="old-vines"))
    Product.objects.filter(pk=simple.pk).update(
        short_description="One line,\nand another.", description="Text.\n\nMore “text”.", body=4, acidity=3,
        sweetness=1, tannin=5, dosage=Decimal("4.5"), drink_from=2026, drink_until=2035, featured=True,
        available_from=datetime(2030, 3, 1, 17, 30, tzinfo=UTC), hide_price=True, visibility="search",
    )  # fmt: skip
    Variation.objects.filter(product=simple).update(
        weight=Decimal("3.125"), low_stock_threshold=4, sale_ends_at=datetime(2030, 1, 1, 8, tzinfo=UTC)
    )
    variable = make_variable_product(sku="V", name="In vintages", prices={"2019": "20.00", "2020": "25.50"}, stock=None)
    old = variable.variations.all()[0]
    Variation.objects.filter(pk=old.pk).update(note="A hot year, and dry.\nLate.", drink_from=2024, enabled=False)
    for wine, only, source, points, out_of, day in (
        (simple, None, "The Long Table", "94", 100, date(2025, 3, 14)),
        (simple, None, 'Decant, "the" one', "17.5", 20, None),
        (variable, None, "Decant", "4.5", 5, None),
        (variable, old, "Decant", "92", 100, date(2026, 1, 2)),
    ):
        CriticScore.objects.create(
            product=wine, variation=only, source=source, points=Decimal(points), out_of=out_of, given_on=day
        )


def write(folder: Path, *options: str) -> tuple[Path, str]:
    path = folder / "products.csv"
    call_command("export_products", str(path), *(options or ["--stock"]), stdout=StringIO())
    return path, path.read_text()


def take(path: Path) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    with suppress(SystemExit):
        call_command("import_products", str(path), stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


@pytest.mark.usefixtures("shelf")
def test_reading_it_into_the_same_store_changes_nothing(tmp_path: Path) -> None:
    summary, complaints = take(write(tmp_path)[0])
    assert complaints == ""
    assert summary.splitlines() == ["Products: 2 unchanged", "Variations: 2 unchanged", "Rows rejected: 0"]


@pytest.mark.usefixtures("shelf")
def test_without_the_stock_bottles_that_were_sold_meanwhile_stay_sold(tmp_path: Path) -> None:
    path = tmp_path / "products.csv"
    call_command("export_products", str(path), stdout=StringIO())
    assert "Stock" not in next(csv.reader(io.StringIO(path.read_text())))
    set_stock(Variation.objects.get(on_hand=7), 5)
    summary, complaints = take(path)
    assert (complaints, "Products: 2 unchanged" in summary) == ("", True)
    assert Variation.objects.filter(on_hand=5).exists()


@pytest.mark.usefixtures("shelf")
def test_no_cell_is_run_by_a_spreadsheet_and_all_come_back_as_they_were(tmp_path: Path) -> None:
    Product.objects.filter(sku="V").update(name="=1+1", short_description="-5 °C, 'cold'")
    path, text = write(tmp_path)
    assert "'=1+1" in text
    assert not [cell for row in csv.reader(io.StringIO(text)) for cell in row if cell.startswith("=")]
    summary, complaints = take(path)
    assert (complaints, "Products: 2 unchanged" in summary) == ("", True)


@pytest.mark.parametrize("text", ["<p> is a mark", "R&eacute;serve", "A &amp; B < C", "AT&T <3", "One\n\n• Two"])
def test_what_looks_like_html_comes_back_as_it_was(tmp_path: Path, text: str) -> None:
    make_product(sku="W", categories=[make_category(text.replace(">", ""))])
    Product.objects.update(name=text.replace("\n", " "), short_description=text, description=text)
    columns = ("name", "short_description", "description", "categories__name")
    before = Product.objects.values(*columns).get()
    _, complaints = take(write(tmp_path)[0])
    assert (complaints, Product.objects.values(*columns).get()) == ("", before)


@pytest.mark.usefixtures("shelf")
def test_another_store_has_the_same_after_reading_it(tmp_path: Path) -> None:
    path, text = write(tmp_path)
    Product.objects.all().delete()
    Attribute.objects.all().delete()
    Tag.objects.all().delete()
    summary, complaints = take(path)
    assert complaints == ""
    assert "Products: 2 made" in summary
    assert write(tmp_path)[1] == text
    assert CriticScore.objects.filter(variation__sku="V-2019").get().points == 92


@pytest.mark.usefixtures("shelf")
def test_each_thing_has_its_cell(tmp_path: Path) -> None:
    simple, variable, old, _ = csv.DictReader(io.StringIO(write(tmp_path)[1]))
    assert (simple["Type"], variable["Type"], old["Type"]) == ("simple", "variable", "variation")
    assert (simple["Regular price"], simple["Stock"], variable["Regular price"]) == ("48.76", "7", "")
    assert (simple["Body"], simple["Tannin"], simple["Dosage (g/l)"]) == ("4", "5", "4.5")
    assert (simple["Drink from"], simple["Drink until"], old["Drink from"]) == ("2026", "2035", "2024")
    assert (simple["Score 2 source"], simple["Score 2 points"]) == ("The Long Table", "94.0")
    assert (old["Parent"], old["Score 1 date"], old["Attribute 1 value(s)"]) == ("V", "2026-01-02", "2019")


def test_an_attribute_with_another_slug_is_found_again(tmp_path: Path) -> None:
    """The demo's “Color” has the slug of “Colour”."""
    make_product(sku="W", facts={"Colour": "Red"})
    Attribute.objects.update(name="Color")
    assert "1 unchanged" in take(write(tmp_path)[0])[0]
    assert Attribute.objects.count() == 1


def test_years_and_scores_of_an_only_bottle_are_those_of_its_row(tmp_path: Path) -> None:
    wine = make_product(sku="W")
    Variation.objects.update(drink_from=2030)
    CriticScore.objects.create(product=wine, variation=only_variation(wine), source="Decant", points=90)
    path, text = write(tmp_path)
    (row,) = csv.DictReader(io.StringIO(text))
    assert (row["Drink from"], row["Score 1 source"]) == ("2030", "Decant")
    take(path)
    assert CriticScore.objects.count() == 1


def test_a_product_without_a_code_is_not_doubled(tmp_path: Path) -> None:
    wine = make_variable_product(sku="V", prices={"2019": "20.00"})
    wine.variations.update(sku=None)
    _, complaints = take(write(tmp_path)[0])
    assert "SKU: is missing" in complaints
    assert Variation.objects.count() == 1


def test_a_price_that_can_be_hidden_no_longer_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "products.csv"
    path.write_text("Type,SKU,Name,Coming soon until,Hide price until then?\nsimple,W,Wine,,1\n")
    _, complaints = take(path)
    assert "Hide price until then?: only the price of a coming wine can be hidden" in complaints
    assert not Product.objects.exists()


def test_subscriptions_are_in_no_file(tmp_path: Path) -> None:
    make_box_wine()
    assert write(tmp_path)[1].count("\n") == 1


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be written: No such file"):
        call_command("export_products", str(tmp_path / "none" / "products.csv"))


SOURCES = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=80).map(str.strip).filter(bool)


@given(
    st.lists(
        st.builds(
            ScoreCells,
            source=SOURCES,
            given_on=st.dates().map(date.isoformat) | st.just(""),
            points=st.decimals(0, 5, places=1),
            out_of=st.sampled_from([100, 20, 5]),
        ),
        unique_by=lambda score: (score.source, score.given_on),
        max_size=5,
    )
)
def test_scores_are_read_as_they_were_written(scores: list[ScoreCells]) -> None:
    wine = Product(kind=Product.Kind.VARIABLE, sku="W", name="Wine")
    cells = score_cells(
        CriticScore(
            product=wine,
            source=each.source,
            points=each.points,
            out_of=each.out_of,
            given_on=date.fromisoformat(each.given_on) if each.given_on else None,
        )
        for each in scores
    )
    table = io.StringIO()
    csv.writer(table).writerows([cells.keys(), cells.values()])
    header, row = csv.reader(io.StringIO(table.getvalue())) if cells else ([], [])
    read = read_scores(CsvRow(2, dict(zip(map(str.lower, header), row, strict=True))))
    assert list(read or ()) == scores
