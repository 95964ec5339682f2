"""Every documented parameter of the product list filters as documented, or is refused."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from vintner.catalogue.models import AttributeValue, Product
from vintner.testing.api_client import ROOT
from vintner.testing.builders import (
    add_fact,
    make_category,
    make_product,
    make_review,
    make_variable_product,
)

pytestmark = pytest.mark.django_db


RORIZ = "attributes[1][attribute]=pa_grape&attributes[1][slug]=tinta-roriz"


@pytest.fixture
def wines() -> None:
    """Alpha: red, Douro, featured. Beta: white and sweet, Porto. Gamma: red and sweet, three vintages."""
    red, white, sweet = (make_category(name) for name in ("Red", "White", "Sweet"))
    alpha = make_product(name="Alpha", sku="ALPHA", categories=[red])
    beta = make_product(name="Beta", sku="BETA", categories=[white, sweet], visibility=Product.Visibility.CATALOG)
    gamma = make_variable_product(name="Gamma", sku="GAMMA", prices={"2018": "20.00"}, categories=[red, sweet])
    make_product(name="Search only", visibility=Product.Visibility.SEARCH)
    gamma.variations.update(sku="GAMMA-2018")
    for wine, region in ((alpha, "Douro"), (beta, "Porto"), (gamma, "Douro")):
        add_fact(wine, "Region", region)
    add_fact(alpha, "Grape", "Tinta Roriz")
    Product.objects.filter(name="Alpha").update(featured=True, created_at=datetime(2024, 1, 1, 20, tzinfo=UTC))
    Product.objects.filter(name="Beta").update(created_at=datetime(2025, 1, 1, 20, tzinfo=UTC))
    make_review(alpha, rating=4)


def names(query: str) -> list[str]:
    answer = Client().get(f"{ROOT}/products?orderby=title&{query}")
    assert answer.status_code == 200, answer.content
    found: list[dict[str, Any]] = answer.json()
    return [each["name"] for each in found]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("sku=BETA", ["Beta"]),
        ("sku=BETA,GAMMA", ["Beta", "Gamma"]),
        ("sku=GAMMA-2018", ["Gamma"]),
        ("sku=NONE", []),
        ("slug=none", []),
        ("type=simple", ["Alpha", "Beta"]),
        ("type=variable", ["Gamma"]),
        ("type=grouped", []),
        ("featured=true", ["Alpha"]),
        ("featured=0", ["Beta", "Gamma"]),
        ("parent=0", ["Alpha", "Beta", "Gamma"]),
        ("parent=5", []),
        ("parent_exclude=0", []),
        ("parent_exclude=5", ["Alpha", "Beta", "Gamma"]),
        ("after=2024-06-01T00:00:00", ["Beta", "Gamma"]),
        ("before=2024-06-01", ["Alpha"]),
        ("after=2024-01-01T20:00:00Z", ["Beta", "Gamma"]),
        ("after=2024-01-01T19:59:59&date_column=date_gmt&before=2024-01-01T20:00:01", ["Alpha"]),
        ("after=2024-01-01T11:59:59&before=2024-01-01T12:00:01", ["Alpha"]),
        ("offset=1", ["Beta", "Gamma"]),
        ("offset=1&per_page=1", ["Beta"]),
        ("offset=3", []),
        ("category=red&category_operator=not_in", ["Beta"]),
        ("category=red,sweet&category_operator=and", ["Gamma"]),
        ("category=red,sweet&category_operator=in", ["Alpha", "Beta", "Gamma"]),
        ("attributes[0][attribute]=pa_region&attributes[0][slug]=douro", ["Alpha", "Gamma"]),
        ("attributes[0][attribute]=region&attributes[0][slug][]=douro&attributes[0][slug][]=porto", None),
        ("attributes[0][attribute]=pa_region&attributes[0][slug]=douro&attributes[0][operator]=not_in", ["Beta"]),
        (f"attributes[0][attribute]=pa_region&attributes[0][slug]=douro&{RORIZ}", ["Alpha"]),
        (
            f"attributes[0][attribute]=pa_region&attributes[0][slug]=porto&{RORIZ}&attribute_relation=in",
            ["Alpha", "Beta"],
        ),
        ("attributes[0][attribute]=pa_region&attributes[0][term_id]=999999", []),
        ("catalog_visibility=any", ["Alpha", "Beta", "Gamma"]),
        ("catalog_visibility=catalog", ["Alpha", "Beta", "Gamma"]),
        ("catalog_visibility=search", ["Alpha", "Gamma", "Search only"]),
        ("catalog_visibility=visible", ["Alpha", "Gamma"]),
    ],
)
def test_a_parameter_filters(wines: None, query: str, found: list[str] | None) -> None:
    assert names(query) == (["Alpha", "Beta", "Gamma"] if found is None else found)


def test_an_attribute_is_filtered_by_the_id_of_a_value(wines: None) -> None:
    porto = AttributeValue.objects.get(slug="porto")
    assert names(f"attributes[0][attribute]=pa_region&attributes[0][term_id]={porto.pk}") == ["Beta"]


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("type=variation", "type"),
        ("type=wine", "type"),
        ("featured=maybe", "featured"),
        ("offset=-1", "offset"),
        ("after=yesterday", "after"),
        ("before=2024-13-01", "before"),
        ("date_column=modified", "date_column"),
        ("date_column=born", "date_column"),
        ("parent=x", "parent"),
        ("orderby=modified", "orderby"),
        ("orderby=comment_count", "orderby"),
        ("category_operator=or", "category_operator"),
        ("tag=a&tag_operator=xor", "tag_operator"),
        ("attribute_relation=xor", "attribute_relation"),
        ("attributes=red", "attributes"),
        ("attributes[0][slug]=red", "attributes"),
        ("attributes[0][attribute]=pa_region", "attributes"),
        ("attributes[0][attribute]=pa_region&attributes[0][term_id]=x", "attributes"),
        ("attributes[0][attribute]=pa_region&attributes[0][slug]=x&attributes[0][operator]=like", "attributes"),
        ("catalog_visibility=hidden", "catalog_visibility"),
        ("_unstable_tax_grape=merlot", "_unstable_tax_grape"),
        ("return_price_range=true", "return_price_range"),
    ],
)
def test_a_parameter_is_refused(query: str, name: str) -> None:
    answer = Client().get(f"{ROOT}/products?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "rest_invalid_param")
    assert list(answer.json()["data"]["params"]) == [name]


def test_counts_that_the_store_does_not_make_are_refused() -> None:
    query = "calculate_attribute_counts[0][taxonomy]=pa_grape"
    answer = Client().get(f"{ROOT}/products/collection-data?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "rest_invalid_param")


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("categories", [("Red", 2), ("Sweet", 2), ("White", 1)]),
        ("categories?orderby=count&order=desc&per_page=1", [("Sweet", 2)]),
        ("categories?search=whi", [("White", 1)]),
        ("categories?parent=999", []),
        ("categories?hide_empty=false&search=empty", [("Empty", 0)]),
        ("tags", []),
        ("brands", []),
    ],
)
def test_terms_are_listed_with_the_number_of_their_products(
    wines: None, path: str, found: list[tuple[str, int]]
) -> None:
    make_category("Empty")
    answer = Client().get(f"{ROOT}/products/{path}")
    assert answer.status_code == 200, answer.content
    assert [(each["name"], each["count"]) for each in answer.json()] == found
    assert "X-WP-Total" in answer


def test_a_category_and_an_attribute_by_id(wines: None) -> None:
    (red,) = Client().get(f"{ROOT}/products/categories?search=red").json()
    assert Client().get(f"{ROOT}/products/categories/{red['id']}").json() == red
    assert (red["parent"], red["review_count"]) == (0, 1)
    assert red["permalink"].endswith("/product-category/red/")
    attributes = {each["taxonomy"]: each["id"] for each in Client().get(f"{ROOT}/products/attributes").json()}
    region = attributes["pa_region"]
    assert Client().get(f"{ROOT}/products/attributes/{region}").json()["name"] == "Region"
    terms = Client().get(f"{ROOT}/products/attributes/{region}/terms?orderby=count&order=desc").json()
    assert [(each["slug"], each["count"]) for each in terms] == [("douro", 2), ("porto", 1)]


@pytest.mark.parametrize("path", ["categories/999", "brands/999", "attributes/999", "attributes/999/terms"])
def test_a_term_that_does_not_exist(path: str) -> None:
    assert Client().get(f"{ROOT}/products/{path}").status_code == 404
