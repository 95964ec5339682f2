"""Shoppers meet the producers: all of them, one of them, and on the pages of their wines."""

import json
import re

import pytest
from django.core.cache import caches
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from vintner.catalogue.models import Producer, RelatedMaterial
from vintner.catalogue.producers.producer_page import MOST_WINES
from vintner.testing.builders import (
    add_material,
    add_slide,
    make_category,
    make_picture,
    make_producer,
    make_product,
    make_user,
)
from vintner.testing.html_forms import read_form
from vintner.web import catalogue_version

pytestmark = pytest.mark.django_db
MOST_QUERIES = 9
"""The last one is for the merchant's words on the home page, which are read once per catalogue version."""


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages that another test made are not this one's."""
    caches["pages"].clear()
    monkeypatch.setattr(catalogue_version, "CHECK_SECONDS", 0.0)


def _props(client: Client, url: str, status: int = 200) -> dict[str, object]:
    response = client.get(url, headers={"accept": "application/json"})
    assert response.status_code == status
    props: dict[str, object] = response.json()
    return props


def _part(props: dict[str, object], name: str) -> dict[str, object]:
    part = props[name]
    assert isinstance(part, dict)
    return part


def _list(props: dict[str, object], name: str) -> list[dict[str, object]]:
    part = props[name]
    assert isinstance(part, list)
    return part


@pytest.fixture
def zimbral() -> Producer:
    producer = make_producer("Quinta do Zimbral")
    producer.story = "Walls.\n\nAnd more walls."
    producer.founded = 1796
    producer.picture = make_picture()
    producer.save()
    return producer


def test_a_producer_tells_its_story_in_paragraphs(client: Client, zimbral: Producer) -> None:
    add_slide(zimbral, "The terraces")
    add_slide(zimbral, "The lodge")
    producer = _part(_props(client, "/producer/quinta-do-zimbral/"), "producer")

    assert producer["story"] == ["Walls.", "And more walls."]
    assert [slide["caption"] for slide in _list(producer, "slides")] == ["The terraces", "The lodge"]
    assert (producer["region"], producer["country"], producer["founded"]) == ("Douro", "Portugal", 1796)


def test_a_producer_shows_all_its_wines_and_no_others(client: Client, zimbral: Producer) -> None:
    for name in ("Muros", "Lagar"):
        make_product(name=name, producer=zimbral)
    make_product(name="Hidden", producer=zimbral, visibility="hidden")
    make_product(name="Draft", producer=zimbral, published=False)
    make_product(name="Somebody else's", producer=make_producer())
    page = _props(client, "/producer/quinta-do-zimbral/")

    assert [card["name"] for card in _list(page, "wines")] == ["Lagar", "Muros"]
    assert _part(page, "producer")["wines"] == 2
    assert page["wines_url"] == ""


def test_more_wines_than_fit_are_behind_a_link(client: Client, zimbral: Producer) -> None:
    for _ in range(MOST_WINES + 1):
        make_product(producer=zimbral)
    page = _props(client, "/producer/quinta-do-zimbral/")

    assert len(_list(page, "wines")) == MOST_WINES
    assert page["wines_url"] == "/shop/?producer=quinta-do-zimbral"


def test_materials_are_files_of_the_store_or_links(client: Client, zimbral: Producer) -> None:
    add_material(zimbral, "Wines from the Douro", link="/product-category/douro/")
    add_material(zimbral, "A film", link="https://films.example/walls")
    zimbral.materials.create(
        title="The estate", kind=RelatedMaterial.Kind.PROFILE, file="materials/estate.pdf", position=9
    )
    materials = _list(_part(_props(client, "/producer/quinta-do-zimbral/"), "producer"), "materials")

    assert [(each["url"], each["form"]) for each in materials] == [
        ("/product-category/douro/", "In this shop"),
        ("https://films.example/walls", "films.example"),
        ("/media/materials/estate.pdf", "PDF"),
    ]
    assert materials[2]["kind"] == "Estate profile"


@pytest.mark.parametrize(("file", "link"), [("", ""), ("materials/estate.pdf", "/shop/")], ids=["nothing", "both"])
def test_a_material_is_one_thing(zimbral: Producer, file: str, link: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        zimbral.materials.create(title="The estate", file=file, link=link)


@pytest.mark.parametrize("link", ["javascript:alert(1)", "//elsewhere.example/", "http://plain.example/"])
def test_a_link_leads_to_a_safe_place(zimbral: Producer, link: str) -> None:
    with pytest.raises(ValidationError, match="Begin with https"):
        RelatedMaterial(producer=zimbral, title="A film", link=link).full_clean()


def test_a_file_that_browsers_would_run_is_refused(zimbral: Producer) -> None:
    page = SimpleUploadedFile("estate.html", b"<script>alert(1)</script>")

    with pytest.raises(ValidationError, match="html"):
        RelatedMaterial(producer=zimbral, title="The estate", file=page).full_clean()


def test_a_producer_without_anything_has_a_page_too(client: Client) -> None:
    Producer.objects.create(name="Nobody", slug="nobody")
    producer = _part(_props(client, "/producer/nobody/"), "producer")

    assert (producer["slides"], producer["materials"], producer["story"], producer["logo"]) == ([], [], [], None)


def test_a_portrait_of_the_people_is_shown_with_its_words(client: Client) -> None:
    alone, shown = make_producer("Alone"), make_producer("Shown")
    shown.portrait = make_picture()
    shown.save()
    for each in (alone, shown):
        make_product(producer=each)

    portrait = _part(_part(_props(client, shown.get_absolute_url()), "producer"), "portrait")
    assert portrait["alt"] == shown.portrait.alt
    assert _part(_props(client, alone.get_absolute_url()), "producer")["portrait"] is None
    tiles = [
        tile for country in _list(_props(client, "/producer/"), "countries") for tile in _list(country, "producers")
    ]
    assert {tile["name"]: bool(tile["portrait"]) for tile in tiles} == {"Alone": False, "Shown": True}


def test_an_unknown_producer_is_a_404(client: Client) -> None:
    assert _props(client, "/producer/none/", 404)["status"] == 404


def test_search_engines_read_who_it_is(client: Client, zimbral: Producer) -> None:
    html = client.get("/producer/quinta-do-zimbral/").content.decode()
    winery, trail = (
        json.loads(block) for block in re.findall(r'<script type="application/ld\+json">(.*?)</script>', html)
    )

    assert (winery["@type"], winery["name"], winery["foundingDate"]) == ("Winery", "Quinta do Zimbral", "1796")
    assert winery["address"]["addressCountry"] == "Portugal"
    assert "logo" not in winery
    assert [step["name"] for step in trail["itemListElement"]] == ["Home", "Producers", "Quinta do Zimbral"]
    assert re.search(r'<link rel="canonical" href="[^"]+/producer/quinta-do-zimbral/">', html)


def test_all_producers_by_country_the_most_first(client: Client) -> None:
    for name, country in (("Ada", "Hungary"), ("Bea", "France"), ("Cleo", "France")):
        make_product(producer=make_producer(name, country=country))
    make_producer("Without wines", country="Spain")
    countries = _list(_props(client, "/producer/"), "countries")

    assert [(each["name"], each["wines"]) for each in countries] == [("France", 2), ("Hungary", 1)]
    assert [each["name"] for each in _list(countries[0], "producers")] == ["Bea", "Cleo"]


def test_a_wine_shows_who_made_it_and_what_else_they_make(client: Client, zimbral: Producer) -> None:
    wine = make_product(name="Muros", producer=zimbral)
    for name in ("Lagar", "Tawny"):
        make_product(name=name, producer=zimbral)
    add_slide(zimbral, "The terraces")
    page = _props(client, wine.get_absolute_url())

    assert _part(page, "producer")["url"] == "/producer/quinta-do-zimbral/"
    assert {card["name"] for card in _list(page, "producer_wines")} == {"Lagar", "Tawny"}


def test_wines_of_the_producer_are_not_suggested_twice(client: Client, zimbral: Producer) -> None:
    shelf = make_category("Red", parent=make_category("Wine", slug="wine", children_in_menu=True))
    wine = make_product(producer=zimbral, categories=[shelf])
    make_product(name="Theirs", producer=zimbral, categories=[shelf])
    make_product(name="Another's", producer=make_producer(), categories=[shelf])
    make_product(name="Nobody's", categories=[shelf])
    page = _props(client, wine.get_absolute_url())

    assert {card["name"] for card in _list(page, "related")} == {"Another's", "Nobody's"}
    assert [card["name"] for card in _list(page, "producer_wines")] == ["Theirs"]


@pytest.mark.parametrize("size", [1, 12])
def test_pages_read_little_however_much_there_is(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries, size: int
) -> None:
    shelf = make_category("Red", parent=make_category("Wine", slug="wine", children_in_menu=True))
    for number in range(size):
        producer = make_producer(country=f"Country {number}")
        producer.picture, producer.logo, producer.portrait = make_picture(), make_picture(), make_picture()
        producer.save()
        for slide in range(size):
            add_slide(producer, f"Slide {slide}")
            add_material(producer, f"Material {slide}")
        wine = make_product(producer=producer, categories=[shelf])
        wine.featured, wine.picture = True, make_picture()
        wine.save()
    for path in ("/", "/producer/", producer.get_absolute_url(), wine.get_absolute_url()):
        client.get(path, headers={"accept": "application/json"})  # a process reads prices and pictures once
        caches["pages"].clear()
        with django_assert_max_num_queries(MOST_QUERIES):
            assert client.get(path, headers={"accept": "application/json"}).status_code == 200


def test_the_home_page_shows_shelves_with_pictures_and_each_wine_once(client: Client, zimbral: Producer) -> None:
    shelf = make_category("Red", parent=make_category("Wine", slug="wine", children_in_menu=True))
    make_category("White", parent=shelf.parent)
    bought, other = (make_product(name=name, categories=[shelf], producer=zimbral) for name in ("Bought", "Other"))
    bought.picture, bought.sales_count, bought.featured = make_picture(), 9, True
    bought.save()
    page = _props(client, "/")

    assert [(each["label"], each["image"] is not None) for each in _list(page, "shelves")] == [
        ("Red", True),
        ("White", False),
    ]
    assert [card["name"] for card in _list(page, "featured")] == ["Bought"]
    assert [card["name"] for card in _list(page, "newest")] == [other.name]
    assert [each["name"] for each in _list(page, "producers")] == ["Quinta do Zimbral"]


def test_an_empty_shop_has_a_home_page_and_an_index(client: Client) -> None:
    assert _props(client, "/")["producers"] == []
    assert _props(client, "/producer/")["countries"] == []


def test_staff_write_about_a_producer_on_one_page(client: Client, zimbral: Producer) -> None:
    client.force_login(make_user(is_staff=True, is_superuser=True))
    picture = make_picture()
    address = f"/admin/catalogue/producer/{zimbral.pk}/change/"
    form = read_form(client.get(address).content.decode(), "producer_form")
    answer = client.post(
        address,
        form
        | {
            "slides-TOTAL_FORMS": "1",
            "slides-0-picture": str(picture.pk),
            "slides-0-caption": "The terraces",
            "slides-0-position": "0",
            "materials-TOTAL_FORMS": "1",
            "materials-0-title": "A film",
            "materials-0-kind": "video",
            "materials-0-link": "https://films.example/walls",
            "materials-0-position": "0",
        },
    )

    assert answer.status_code == 302, answer.content.decode()
    assert zimbral.slides.get().caption == "The terraces"
    assert zimbral.materials.get().title == "A film"
