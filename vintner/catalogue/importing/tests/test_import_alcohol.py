"""Which products of other stores' files contain alcohol: such files do not say it."""

from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from vintner.catalogue.importing.tests.import_file import import_text
from vintner.catalogue.models import Product
from vintner.testing.builders import make_product

pytestmark = pytest.mark.django_db
HEAD = "Type,SKU,Name,Regular price,Categories,Attribute 1 name,Attribute 1 value(s)\n"


def take(folder: Path, row: str, head: str = HEAD) -> Product:
    import_text(folder, f"{head}{row}\n")
    return Product.objects.get()


@pytest.mark.parametrize(
    "row",
    [
        '"simple, virtual",A,Gift card,25,,,',
        '"simple, virtual, downloadable",A,Cellar tour,25,Tours,,',
        "simple,A,Gift voucher: $100,100,,,",
        "simple,A,Tumbler,9,Barware / Openers,,",
        "simple,A,Tumbler,9,Barware + Decanters,,",
        "simple,A,Tumbler,9,Glasses and Accessories,,",
        'simple,A,Tumbler,9,"Glasses, Shop, Featured, New",,',
        "simple,A,Gift Card,50,Wine,,",
        "simple,A,T-shirt,30,Merchandise > T-Shirts,,",
        'simple,A,Two glasses,30,"Shop > Wine Glasses, All products",,',
        "simple,A,Harvest dinner,120,Events & Tours,,",
        "simple,A,Gift Card $50,50,Uncategorized,,",
        "simple,A,eGift certificate,50,Gifts,,",
        "simple,A,Two tumblers,30,Glassware,,",
        "simple,A,Waiter\u2019s friend,15,Wine > Accessories,,",
        'simple,A,Linen apron,40,"Apparel, Merchandise",,',
        "variable,A,T-shirt,30,Clothing,Size,M",
    ],
)
def test_what_says_that_it_is_no_wine_is_not_sold_as_wine(tmp_path: Path, row: str) -> None:
    assert not take(tmp_path, row).alcoholic


@pytest.mark.parametrize(
    "row",
    [
        "simple,A,Barolo,40,,,",
        "simple,A,Barolo,40,Wine > Red,,",
        "simple,A,The Decanter Red,40,Uncategorized,,",
        'simple,A,Barolo with a decanter,90,"Red, Accessories",,',
        "simple,A,Magnum with gift card,90,Red,,",
        "simple,A,House red,9,Accessories,Grape,Merlot",
        '"simple, virtual",A,Barolo en primeur,90,,Vintage,2025',
        '"simple, virtual",A,Margaux for pickup,90,Uncategorized,,',
        "simple,A,Pinot Noir,20,Merchandise > Wine,,",
        "simple,A,House red,20,Events > Wines by the box,,",
        "simple,A,Gift card & Barolo,90,Uncategorized,,",
        *(f"simple,A,House red,9,Accessories,{name},x" for name in ("Varietal", "Grape variety", "ABV", "Appellation")),
        '"simple, virtual",A,Margaux en primeur,90,Wine > Red,,',
        "simple,A,Mosel Riesling 2019,20,Accessories,,",
        "simple,A,House red,9,Events & Red,,",
        'simple,A,House red,9,"All products, Gifts",,',
    ],
)
def test_all_else_counts_as_wine(tmp_path: Path, row: str) -> None:
    assert take(tmp_path, row).alcoholic


@pytest.mark.parametrize(("cell", "alcoholic"), [("1", True), ("0", False), ("", False)])
def test_the_column_of_the_file_decides(tmp_path: Path, cell: str, *, alcoholic: bool) -> None:
    head = "Type,SKU,Name,Categories,Contains alcohol?\n"
    assert take(tmp_path, f"simple,A,Rum glasses,Glassware,{cell}", head).alcoholic is alcoholic


def test_what_the_store_knows_already_stays(tmp_path: Path) -> None:
    make_product(sku="A", alcoholic=True)
    assert take(tmp_path, "simple,A,Gift card,25,Glassware,,").alcoholic
    Product.objects.update(alcoholic=False)
    assert not take(tmp_path, "simple,A,Barolo,25,Red,Grape,Nebbiolo").alcoholic


def test_a_set_of_bottles_is_wine_wherever_it_is_sold(tmp_path: Path) -> None:
    rows = "simple,A,Barolo,40,Red,\nsimple,S,Duo,75,Merchandise,A × 2\n"
    _, complaints = import_text(tmp_path, f"Type,SKU,Name,Regular price,Categories,Contents\n{rows}")
    assert complaints == ""
    assert Product.objects.get(sku="S").alcoholic


def test_the_summary_names_what_was_taken_as_no_wine(tmp_path: Path) -> None:
    rows = "".join(f"simple,G{number},Glass {number},9,Glasses,,\n" for number in range(22))
    summary, _ = import_text(tmp_path, f"{HEAD}simple,A,Barolo,40,Red,,\n{rows}")
    names = ", ".join(f"Glass {number}" for number in range(20))
    said = "The file does not say what contains alcohol: 1 new product counts as wine"
    assert f"{said}, 22 do not ({names} and 2 more). The column “Contains alcohol?” says it: 1 or 0." in summary
    assert "alcohol" not in import_text(tmp_path, f"{HEAD}simple,A,Barolo,40,Red,,\n{rows}")[0], "nothing is new"
    assert "alcohol" not in import_text(tmp_path, "Type,SKU,Name,Contains alcohol?\nsimple,T,Told,0\n")[0]


def test_the_summary_counts_what_was_taken_as_wine(tmp_path: Path) -> None:
    head = "Type,SKU,Name,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)\n"
    rows = 'variable,A,Barolo,,,Vintage,"2018, 2019"\nvariation,A-18,,40,A,Vintage,2018\nsimple,B,Merlot,9,,,\n'
    summary, _ = import_text(tmp_path, head + rows)
    assert "The file does not say what contains alcohol: 2 new products count as wine.\n" in summary


def test_the_admin_finds_products_by_alcohol(admin_client: Client) -> None:
    make_product(name="Barolo")
    tumbler = make_product(name="Tumbler", alcoholic=False)
    page = admin_client.get(reverse("admin:catalogue_product_changelist"), {"alcoholic__exact": "0"}).content.decode()
    assert ("Tumbler" in page, "Barolo" in page) == (True, False)
    page = admin_client.get(reverse("admin:catalogue_product_change", args=[tumbler.pk])).content.decode()
    assert "Off for gift cards, glasses and tickets" in page
