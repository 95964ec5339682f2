"""A product file may have the style of a wine, the years in which to drink it, and attributes of the store."""

from decimal import Decimal
from pathlib import Path

import pytest

from vintner.catalogue.importing.tests.import_file import import_text
from vintner.catalogue.models import Attribute, AttributeValue, CriticScore, Product, ProductFact, Variation

pytestmark = pytest.mark.django_db
STYLE = "Body,Acidity,Sweetness,Tannin,Dosage (g/l),Drink from,Drink until"


def test_style_and_years_are_read_and_emptied(tmp_path: Path) -> None:
    head = f"Type,SKU,Name,{STYLE}\n"
    summary, _ = import_text(tmp_path, f"{head}simple,W,Wine,4,3,2,1,4.5,2026,2035\n")
    wine = Product.objects.get()
    assert "not read" not in summary
    assert (wine.body, wine.acidity, wine.sweetness, wine.tannin, wine.dosage) == (4, 3, 2, 1, Decimal("4.5"))
    assert (wine.drink_from, wine.drink_until) == (2026, 2035)
    assert "1 unchanged" in import_text(tmp_path, f"{head}simple,W,Wine,4,3,2,1,4.5,2026,2035\n")[0]
    import_text(tmp_path, f"{head}simple,W,Wine,,,,,,,\n")
    wine.refresh_from_db()
    assert (wine.body, wine.dosage, wine.drink_from) == (None, None, None)


def test_a_vintage_has_years_of_its_own(tmp_path: Path) -> None:
    import_text(
        tmp_path,
        "Type,SKU,Name,Parent,Drink from,Drink until\nvariable,P,Wine,,2024,2030\nvariation,P-1,Wine,P,2027,2040\n",
    )
    assert (Product.objects.get().drink_from, Variation.objects.get().drink_from) == (2024, 2027)


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ("6,,,,,,", "Body: 6 is more than 5"),
        (",,,0,,,", "Tannin: 0 is less than 1"),
        (",,,,4.55,,", "is not a number of grams up to 150, such as 4.5"),
        (",,,,151,,", "is not a number of grams up to 150, such as 4.5"),
        (",,,,,20,", "Drink from: 20 is less than 1800"),
        (",,,,,2035,2026", "Drink until: 2026 is before 2035"),
    ],
)
def test_what_makes_no_sense_is_refused(tmp_path: Path, cells: str, reason: str) -> None:
    _, complaints = import_text(tmp_path, f"Type,SKU,Name,{STYLE}\nsimple,W,Wine,{cells}\n")
    assert reason in complaints
    assert not Product.objects.exists()


SCORES = "Score 1 source,Score 1 points,Score 1 out of,Score 1 date,Score 2 source,Score 2 points,Score 2 out of"


def scores() -> list[str]:
    return [f"{each} {each.given_on} {each.variation or ''}".strip() for each in CriticScore.objects.order_by("source")]


def test_scores_are_read_changed_and_removed(tmp_path: Path) -> None:
    head = f"Type,SKU,Name,{SCORES}\n"
    row = "simple,W,Wine,The Long Table,94,,2025-03-14,Decant,17.5,20\n"
    summary, _ = import_text(tmp_path, head + row)
    assert "not read" not in summary
    assert scores() == ["Decant: 17.5/20 None", "The Long Table: 94.0/100 2025-03-14"]
    assert "1 unchanged" in import_text(tmp_path, head + row)[0]
    assert "1 changed" in import_text(tmp_path, f"{head}simple,W,Wine,,,,,Decant,18,20\n")[0]
    assert scores() == ["Decant: 18.0/20 None"]
    import_text(tmp_path, "Type,SKU,Name\nsimple,W,Wine\n")
    assert scores() == ["Decant: 18.0/20 None"], "a file without the columns says nothing of them"
    import_text(tmp_path, f"{head}simple,W,Wine,,,,,,,\n")
    assert scores() == []


def test_a_vintage_has_scores_of_its_own(tmp_path: Path) -> None:
    head = "Type,SKU,Name,Parent,Score 1 source,Score 1 points\n"
    rows = "variable,P,Wine,,Decant,90\nvariation,P-1,Wine,P,Decant,95\n"
    import_text(tmp_path, head + rows)
    assert scores() == ["Decant: 90.0/100 None", "Decant: 95.0/100 None P-1"]
    assert "Products: 1 unchanged" in import_text(tmp_path, head + rows)[0]


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        (",94,,,,,", "Score 1 source: is missing"),
        ("Decant,,,,,,", "Score 1 points: is missing"),
        ("Decant,many,,,,,", "Score 1 points: 'many' is not a number of points such as 94 or 17.5"),
        ("Decant,9.25,,,,,", "Score 1 points: '9.25' is not a number of points"),
        ("Decant,101,,,,,", "Score 1 points: 101 is more than 100"),
        ("Decant,90,50,,,,", "Score 1 out of: '50' is none of 100, 20, 5"),
        ("Decant,90,,14.3.2025,,,", "Score 1 date: '14.3.2025' is not a date such as 2026-03-31"),
        ("Decant,90,,,Decant,91,", "Score 2 source: 'Decant' stands there twice with this date"),
        (f"{'x' * 81},90,,,,,", "Score 1 source: has 81 characters, 80 fit"),
    ],
)
def test_scores_that_make_no_sense_are_refused(tmp_path: Path, cells: str, reason: str) -> None:
    _, complaints = import_text(tmp_path, f"Type,SKU,Name,{SCORES}\nsimple,W,Wine,{cells}\n")
    assert reason in complaints
    assert not Product.objects.exists()


def test_an_attribute_is_found_by_its_name_whatever_its_slug(tmp_path: Path) -> None:
    colour = Attribute.objects.create(slug="colour", name="Color")
    known = AttributeValue.objects.create(attribute=colour, slug="red", name="Red")
    head = "Type,SKU,Name,Attribute 1 name,Attribute 1 value(s)\n"
    _, complaints = import_text(tmp_path, f'{head}simple,A,Wine,COLOR,"Red, Amber"\n')
    assert complaints == ""
    _, complaints = import_text(tmp_path, f"{head}simple,B,Other,Colour,Red\n")
    assert (complaints, list(Attribute.objects.all())) == ("", [colour])
    facts = ProductFact.objects.order_by("product__sku", "position").values_list("product__sku", "value__name")
    assert list(facts) == [("A", "Red"), ("A", "Amber"), ("B", "Red")]
    assert AttributeValue.objects.get(slug="red") == known
    hue = Attribute.objects.create(slug="color", name="Hue")
    import_text(tmp_path, f"{head}simple,C,Third,Color,Red\n")
    assert ProductFact.objects.get(product__sku="C").value.attribute == hue, "by its slug first"
