"""The tasting sheet of a wine: a page of paper with all that its page tells, but the price."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from unittest.mock import patch

import pytest
from django.core.cache import caches
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.test import Client
from django.utils import timezone
from PIL import Image
from pypdf import PageObject, PdfReader
from pytest_django import DjangoAssertNumQueries, Settings

from vintner.catalogue.models import CriticScore, Product, Variation
from vintner.store_mode.rules import StoreMode, Visibility
from vintner.storefront.tasting_sheet import drawing
from vintner.testing.builders import (
    add_fact,
    make_box_wine,
    make_picture,
    make_producer,
    make_product,
    make_variable_product,
)
from vintner.web import catalogue_version

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]

FACTS = {
    "Appellation": "Dão",
    "Region": "Beiras",
    "Country": "Portugal",
    "Grape": "Encruzado",
    "ABV": "13%",
    "Closure": "Natural cork",
    "Farming": "Organic",
    "Allergens": "Contains sulfites",
    "Serving": "48–54 °F",
    "Tasting notes": "white peach",
    "Food pairing": "Salt cod",
}

TEXTS = {
    "long": "word " * 4_000,
    "one word": "w" * 4_000,
    "markup": "<b>&amp; $HTML **mark** __down__</b>\r\n\t" * 90,
    "other scripts": "葡萄酒的味道🍷 " * 500,
    "right to left": "نبيذ " * 900,
}


@pytest.fixture(autouse=True)
def _of_age(settings: Settings) -> None:
    settings.AGE_CHECK = "off"


@pytest.fixture
def wine() -> Product:
    made = make_product(
        name="Branco", price="48.76", producer=make_producer("Quinta Alta"), facts={**FACTS, "Vintage": "2021"}
    )
    Product.objects.update(
        short_description="A white that keeps.",
        description="Old vines on granite.",
        body=3,
        acidity=4,
        dosage=Decimal("4.5"),
        drink_from=2026,
        drink_until=2035,
    )
    CriticScore.objects.create(product=made, source="The Long Table", points=94, given_on=date(2025, 3, 14))
    return made


def address(wine: Product, choice: str = "") -> str:
    return f"{wine.get_absolute_url()}tasting-sheet.pdf{choice}"


def fetch(client: Client, place: str) -> PageObject:
    """Return the only page of a sheet."""
    response = client.get(place)
    assert response.status_code == 200, place
    (page,) = PdfReader(io.BytesIO(response.content)).pages
    return page


def read(client: Client, place: str) -> str:
    return words(fetch(client, place))


def words(page: PageObject) -> str:
    return " ".join(page.extract_text().split())


def heights(page: PageObject) -> tuple[float, float]:
    """Return how high above the edge of the paper the text ends, and the first line at its foot."""
    found: list[tuple[str, float]] = []

    def note(text: str, _: list[float], at: list[float], *font: object) -> None:
        if text.strip():
            found.append((text, at[5]))

    page.extract_text(visitor_text=note)
    foot = next(height for text, height in found if "More about" in text)
    return min(height for _, height in found if height > foot + 1), foot


def test_it_tells_all_of_the_wine_but_its_price(client: Client, wine: Product, settings: Settings) -> None:
    text = read(client, address(wine))
    for word in (*FACTS.values(), "Quinta Alta", "Branco 2021", "A white that keeps.", "Old vines on granite."):
        assert word in text, word
    for word in ("Medium", "Crisp", "2026–2035", "4.5 g/l", "94/100", "The Long Table, March 14, 2025"):
        assert word in text, word
    assert settings.STORE_EMAIL in text
    assert "48.76" not in text
    assert "$" not in text


def test_it_is_a_file_to_look_at_that_search_engines_leave_out(client: Client, wine: Product) -> None:
    response = client.get(address(wine))
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == f'inline; filename="{wine.slug}-tasting-sheet.pdf"'
    assert response["X-Robots-Tag"] == "noindex"
    assert client.post(address(wine)).status_code == 405


def test_it_has_its_fonts_its_language_its_title_and_words_for_the_picture(
    client: Client, wine: Product, settings: Settings, tmp_path: Path
) -> None:
    settings.MEDIA_ROOT = str(tmp_path)
    show_bottle(wine)
    content = client.get(address(wine)).content
    paper = PdfReader(io.BytesIO(content))
    assert content.count(b"/FontDescriptor ") == content.count(b"/FontFile2 ") > 0, "every font is in the file"
    assert str(paper.root_object["/Lang"]) == "en-US"
    assert paper.metadata is not None
    assert paper.metadata.title == f"Branco 2021: tasting sheet – {settings.STORE_NAME}"
    assert len(paper.pages[0].images) == 1
    assert b"/S /Figure" in content
    assert b"/Alt (A bottle of Branco 2021)" in content


def show_bottle(wine: Product) -> None:
    """Give the wine a picture whose sizes are made."""
    out = io.BytesIO()
    Image.new("RGB", (600, 800), "white").save(out, "JPEG")
    path = default_storage.save("pictures/bottle-600.jpeg", ContentFile(out.getvalue()))
    picture = make_picture()
    picture.sizes = [{"format": "jpeg", "width": 600, "height": 800, "path": path}]
    picture.save()
    wine.picture = picture
    wine.save()


def test_a_picture_whose_file_is_gone_is_left_out(
    client: Client, wine: Product, settings: Settings, tmp_path: Path
) -> None:
    settings.MEDIA_ROOT = str(tmp_path)
    show_bottle(wine)
    for file in tmp_path.rglob("*.jpeg"):
        file.unlink()
    assert "Branco 2021" in read(client, address(wine))


def test_a_vintage_has_a_sheet_of_its_own(client: Client) -> None:
    wine = make_variable_product(name="Tinto", prices={"2018": "20.00", "2019": "20.00"})
    old, young = wine.variations.all()
    add_fact(wine, "ABV", "14.5%", only=old)
    Variation.objects.filter(pk=old.pk).update(drink_from=2021, note="A hot summer.")
    CriticScore.objects.create(product=wine, variation=young, source="Decant", points=91)
    first = read(client, address(wine, "?attribute_vintage=2018"))
    assert "Tinto 2018" in first
    assert "A hot summer." in first
    assert "14.5%" in first
    assert "From 2021" in first
    assert "91/100" not in first
    second = read(client, address(wine))
    assert "Tinto 2019" in second, "the vintage with which the page begins"
    assert "91/100" in second
    assert "14.5%" not in second
    assert client.get(address(wine, "?attribute_vintage=1999")).status_code == 404


def test_the_page_leads_to_it(client: Client, wine: Product) -> None:
    props = client.get(wine.get_absolute_url(), headers={"accept": "application/json"}).json()
    assert props["tasting_sheet"] == address(wine)


def test_what_has_no_page_or_no_taste_has_no_sheet(client: Client, wine: Product) -> None:
    assert client.get("/product/nowhere/tasting-sheet.pdf").status_code == 404
    for columns in ({"published": False}, {"published": True, "alcoholic": False}):
        Product.objects.update(**columns)
        assert client.get(address(wine)).status_code == 404
    props = client.get(wine.get_absolute_url(), headers={"accept": "application/json"}).json()
    assert props["tasting_sheet"] == ""
    assert client.get(address(make_box_wine())).status_code == 404, "a box holds other wines each time"


def test_a_coming_wine_says_when_it_comes(client: Client, wine: Product) -> None:
    Product.objects.update(available_from=timezone.now() + timedelta(days=9), hide_price=True)
    assert "Released on" in read(client, address(wine))


def test_it_is_found_by_former_addresses(client: Client, wine: Product) -> None:
    former = address(wine, "?attribute_age=10")
    Product.objects.update(slug="branco-dao")
    response = client.get(former)
    assert (response.status_code, response["Location"]) == (
        301,
        "/product/branco-dao/tasting-sheet.pdf?attribute_age=10",
    )


def test_whoever_is_yet_to_say_their_age_is_asked_by_the_page(
    client: Client, wine: Product, settings: Settings
) -> None:
    settings.AGE_CHECK = "affirm"
    response = client.get(address(wine))
    assert (response.status_code, response["Location"]) == (302, wine.get_absolute_url())


@pytest.mark.parametrize("visibility", [Visibility.CLOSED, Visibility.SHOP_CLOSED])
def test_a_closed_store_shows_none(wine: Product, visibility: Visibility) -> None:
    assert StoreMode(visibility=visibility).closes(address(wine), timezone.now())


@pytest.mark.parametrize(
    "text",
    TEXTS.values(),
    ids=TEXTS.keys(),
)
def test_whatever_is_written_of_it_fits_on_the_page(client: Client, wine: Product, text: str) -> None:
    Product.objects.update(name=text.strip()[:200], short_description=text, description=text)
    for number in range(14):
        add_fact(wine, f"Fact {number} {text.strip()[:60]}", f"{number} {text[:280]}")
    for number in range(7):
        CriticScore.objects.create(product=wine, source=f"{number}{text.strip()[:70]}", points=90)
    page = fetch(client, address(wine))
    assert "Quinta Alta" in words(page)
    lowest, foot = heights(page)
    assert lowest > foot > 0, "the table of facts ends above the address of the store"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("first", "same"),
    [
        ("attribute_age=20+Years", ("attribute_age=20-years", "attribute_age=+20+years&x=1")),
        ("", ("attribute_age=", "attribute_age=+++", "attribute_zz=half")),
    ],
    ids=["a choice", "none"],
)
def test_it_is_drawn_once_for_a_choice_however_it_is_written(client: Client, first: str, same: tuple[str, ...]) -> None:
    wine = make_variable_product(attribute="Age", prices={"20 Years": "40.00"})
    with every_version_seen(), patch.object(drawing, "draw_sheet", wraps=drawing.draw_sheet) as drawn:
        answers = [client.get(f"{address(wine)}?{query}") for query in (first, *same)]
    assert [each.status_code for each in answers] == [200] * len(answers)
    assert drawn.call_count == 1


@pytest.mark.django_db(transaction=True)
def test_it_is_drawn_once_for_a_version_of_the_catalogue(
    client: Client, wine: Product, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with every_version_seen():
        with django_assert_num_queries(9):  # three times the number of the version
            first = client.get(address(wine)).content
        with django_assert_num_queries(2):  # the number of the version, for the store's mode and for the sheet
            assert client.get(address(wine)).content == first
        Product.objects.update(name="Tinto")
        assert "Tinto 2021" in read(client, address(wine))


@pytest.mark.django_db(transaction=True)
def test_drawing_is_limited_and_what_is_drawn_is_not(client: Client, wine: Product, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "tasting_sheets": (1, 600)}
    other = make_product(name="Other")
    with every_version_seen():
        assert client.get(f"{address(wine)}?attribute_vintage=nosuch").status_code == 404, "nothing was drawn"
        assert [client.get(address(wine)).status_code for _ in range(3)] == [200] * 3
        assert client.get(address(other)).status_code == 429
        assert client.get(address(wine)).status_code == 200


@contextmanager
def every_version_seen() -> Iterator[None]:
    """The cache is empty, and every request reads the version."""
    caches["pages"].clear()
    with patch.object(catalogue_version, "CHECK_SECONDS", 0.0):
        yield
