"""Products and reviews by the Store API."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from vintner.catalogue.models import Product
from vintner.testing.api_client import ROOT
from vintner.testing.builders import (
    add_fact,
    make_category,
    make_picture,
    make_producer,
    make_product,
    make_review,
    make_variable_product,
)

pytestmark = pytest.mark.django_db


def get(path: str) -> Any:  # noqa: ANN401 - JSON
    answer = Client().get(f"{ROOT}{path}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def names(query: str) -> list[str]:
    return [each["name"] for each in get(f"/products?{query}")]


@pytest.fixture
def cellar() -> None:
    """Three wines: cheap and red, dear and white, sold out."""
    red, white = make_category("Red"), make_category("White")
    cheap = make_product(name="Alpha", price="10.00", categories=[red])
    dear = make_product(name="Beta", price="40.00", sale_price="30.00", categories=[white])
    gone = make_product(name="Gamma", price="20.00", stock=0, categories=[red])
    for days, wine in enumerate((gone, dear, cheap)):
        Product.objects.filter(pk=wine.pk).update(created_at=timezone.now() - timedelta(days=days))
    make_review(cheap, rating=5)
    make_review(dear, rating=3)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["Gamma", "Beta", "Alpha"]),
        ("order=asc", ["Alpha", "Beta", "Gamma"]),
        ("orderby=price", ["Alpha", "Gamma", "Beta"]),
        ("orderby=price&order=desc", ["Beta", "Gamma", "Alpha"]),
        ("orderby=title&order=desc", ["Gamma", "Beta", "Alpha"]),
        ("orderby=title&order=desc&per_page=2&page=2", ["Alpha"]),
        ("orderby=rating", ["Alpha", "Beta", "Gamma"]),
        ("page=9", []),
        ("category=red&orderby=title", ["Alpha", "Gamma"]),
        ("category=red,white&orderby=title", ["Alpha", "Beta", "Gamma"]),
        ("category[]=red&category[]=white&orderby=title", ["Alpha", "Beta", "Gamma"]),
        ("category=nothing", []),
        ("on_sale=true", ["Beta"]),
        ("on_sale=false&orderby=title", ["Alpha", "Gamma"]),
        ("min_price=1500&max_price=3000&orderby=title", ["Beta", "Gamma"]),
        ("rating=5", ["Alpha"]),
        ("rating[0]=5&rating[1]=3&orderby=title", ["Alpha", "Beta"]),
        ("stock_status=outofstock", ["Gamma"]),
        ("stock_status=instock&orderby=title", ["Alpha", "Beta"]),
        ("search=alpha", ["Alpha"]),
        ("search=gama", ["Gamma"]),
        ("slug=nothing", []),
        ("search=%00", ["Gamma", "Beta", "Alpha"]),
        ("include=0", []),
    ],
)
def test_products_are_found_and_put_in_order(cellar: None, query: str, found: list[str]) -> None:
    assert names(query) == found


def test_products_are_found_by_id(cellar: None) -> None:
    alpha, beta = (Product.objects.get(name=name) for name in ("Alpha", "Beta"))
    assert names(f"include={alpha.pk},{beta.pk}&orderby=title") == ["Alpha", "Beta"]
    assert names(f"exclude={alpha.pk}&orderby=title") == ["Beta", "Gamma"]
    assert names(f"slug={beta.slug}") == ["Beta"]
    red = alpha.categories.get()
    assert names(f"category={red.pk}&orderby=title") == ["Alpha", "Gamma"]


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("per_page=101", "per_page"),
        ("per_page=0", "per_page"),
        ("page=0", "page"),
        ("orderby=colour", "orderby"),
        ("rating=6", "rating"),
        ("stock_status=maybe", "stock_status"),
        ("min_price=-1", "min_price"),
        ("include=all", "include"),
    ],
)
def test_what_makes_no_sense_is_told(query: str, name: str) -> None:
    answer = Client().get(f"{ROOT}/products?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "rest_invalid_param")
    assert list(answer.json()["data"]["params"]) == [name]


def test_headers_say_how_many_there_are_and_where_the_neighbours_are(cellar: None) -> None:
    answer = Client().get(f"{ROOT}/products?per_page=1&page=2&search=alpha%20beta%20gamma")
    assert (answer["X-WP-Total"], answer["X-WP-TotalPages"]) == ("3", "3")
    assert 'page=1&search=alpha+beta+gamma>; rel="prev"' in answer["Link"]
    assert 'page=3&search=alpha+beta+gamma>; rel="next"' in answer["Link"]


def test_a_product_by_id_and_by_slug_and_its_variation() -> None:
    wine = make_variable_product(name="Vertical", prices={"2019": "41.99", "2018": "44.99"})
    by_id = get(f"/products/{wine.pk}")
    assert by_id == get(f"/products/{wine.slug}")
    assert by_id["prices"]["price_range"] == {"min_amount": "4199", "max_amount": "4499"}
    first = by_id["variations"][0]
    assert first["attributes"] == [{"name": "Vintage", "value": "2019"}]
    variation = get(f"/products/{first['id']}")
    assert (variation["type"], variation["parent"], variation["variation"]) == (
        "variation",
        wine.pk,
        "Vintage: 2019",
    )
    assert variation["prices"]["price"] == "4199"


@pytest.mark.parametrize("named", ["999999999", "9" * 40, "no-such-wine", "%00", "..", "-1"])
def test_a_product_that_does_not_exist(named: str) -> None:
    answer = Client().get(f"{ROOT}/products/{named}")
    assert (answer.status_code, answer.json()["code"]) == (404, "woocommerce_rest_product_invalid_id")


def test_a_draft_is_nowhere() -> None:
    draft = make_product(name="Secret", published=False)
    variation = draft.variations.get()
    make_review(draft)
    for named in (draft.pk, draft.slug, variation.pk):
        assert Client().get(f"{ROOT}/products/{named}").status_code == 404
    assert names("search=secret") == names(f"include={draft.pk}") == []
    assert get("/products/reviews") == []


def test_texts_are_html_where_the_contract_says_so() -> None:
    wine = make_product(name="<b>Bold</b>")
    Product.objects.update(description="Dark & <long>.\n\nSecond.")
    make_review(wine, text="<script>alert(1)</script>\n\nGood.", author="<i>Ann</i>")
    product, (review,) = get(f"/products/{wine.pk}"), get("/products/reviews")
    assert product["description"] == "<p>Dark &amp; &lt;long&gt;.</p>\n\n<p>Second.</p>"
    assert "<script>" not in review["review"]
    assert review["reviewer"] == "<i>Ann</i>"


def test_what_is_coming_soon_or_without_a_price_cannot_be_bought() -> None:
    soon = get(f"/products/{make_product(available_from=timezone.now() + timedelta(days=3)).pk}")
    assert (soon["is_purchasable"], soon["is_in_stock"], soon["stock_availability"]["text"]) == (
        False,
        False,
        "Coming soon",
    )
    free = get(f"/products/{make_product(price=None).pk}")
    assert (free["is_purchasable"], free["prices"]["price"], free["price_html"]) == (False, "", "")


def test_figures_of_what_fits(cellar: None) -> None:
    asked = "calculate_price_range=true&calculate_rating_counts=true&calculate_stock_status_counts=true"
    figures = get(f"/products/collection-data?{asked}")
    assert (figures["price_range"]["min_price"], figures["price_range"]["max_price"]) == ("1000", "3000")
    assert figures["rating_counts"] == [{"rating": 3, "count": 1}, {"rating": 5, "count": 1}]
    assert [each["count"] for each in figures["stock_status_counts"]] == ["2", "1", "0"]
    assert get(f"/products/collection-data?{asked}&category=nothing")["price_range"]["max_price"] == "0"
    assert set(get("/products/collection-data").values()) == {None}


def test_reviews_of_one_product_in_order(cellar: None) -> None:
    beta = Product.objects.get(name="Beta")
    make_review(beta, rating=None, text="No stars.")
    assert [each["rating"] for each in get(f"/products/reviews?product_id={beta.pk}&orderby=rating")] == [3, 0]
    assert len(get("/products/reviews?per_page=2")) == 2
    assert get("/products/reviews?page=99") == []


def test_a_long_page_takes_as_many_queries_as_a_short_one(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for number in (1, 12):
        for _ in range(number):
            wine = make_variable_product(categories=[make_category("Red")])
            add_fact(wine, "Region", "Douro")
            Product.objects.filter(pk=wine.pk).update(picture=make_picture(), producer=make_producer())
        with django_assert_num_queries(9):
            assert get("/products?per_page=100")
