"""Shoppers look for a value among the many of a filter: a producer among hundreds."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from vintner.catalogue.finding.filters import MOST_VALUES
from vintner.testing.builders import add_fact, make_category, make_producer, make_product

pytestmark = pytest.mark.django_db


def find(client: Client, typed: str, *, facet: str = "producer", path: str = "/shop/", **more: str) -> list[str]:
    """Return the labels and counts that are offered."""
    answer = client.get(path, {"values_of": facet, "values_like": typed, **more})
    assert answer.status_code == 200
    return [f"{each['label']} {each['count']}" for each in answer.json()["values"]]


@pytest.fixture
def cellar() -> None:
    red, white = make_category("Red", slug="red"), make_category("White", slug="white")
    chateau = make_producer("Château Laroque")
    for number in range(2):
        make_product(name=f"Grand {number}", categories=[red], producer=chateau)
    make_product(name="Petit", categories=[white], producer=make_producer("La Châtelaine"))
    make_product(name="Field", categories=[white], producer=make_producer("Stone Barn"))


@pytest.mark.usefixtures("cellar")
def test_a_value_is_found_by_any_part_of_its_name(client: Client) -> None:
    assert find(client, "chat") == ["Château Laroque 2", "La Châtelaine 1"]
    assert find(client, "BARN") == ["Stone Barn 1"]
    assert find(client, "nobody") == []
    assert find(client, "%%") == find(client, "c") == find(client, "x" * 101) == find(client, "a\x00") == []


@pytest.mark.usefixtures("cellar")
def test_only_values_that_leave_some_wines_are_offered(client: Client) -> None:
    assert find(client, "chat", path="/product-category/white/") == ["La Châtelaine 1"]
    assert find(client, "chat", path="/", s="grand", post_type="product") == ["Château Laroque 2"]
    assert find(client, "chat", producer="stone-barn") == ["Château Laroque 2", "La Châtelaine 1"]
    assert find(client, "chat", max_price="0.01") == []


@pytest.mark.usefixtures("cellar")
def test_values_of_attributes_are_found_and_say_whether_they_are_chosen(client: Client) -> None:
    add_fact(make_product(name="Cuvée"), "grape", "Pinot Noir")
    answer = client.get("/shop/?grape=pinot-noir&values_of=grape&values_like=pin").json()
    assert answer == {"values": [{"value": "pinot-noir", "label": "Pinot Noir", "count": 1, "chosen": True}]}


def test_what_is_no_filter_with_many_values_is_not_found(client: Client) -> None:
    assert client.get("/shop/?values_of=rating&values_like=stars").status_code == 404


@pytest.mark.usefixtures("cellar")
def test_the_answer_takes_a_few_queries(client: Client, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_max_num_queries(7):
        find(client, "chat", path="/", s="grand", post_type="product")


def test_more_values_than_may_be_chosen_are_refused_in_words(client: Client) -> None:
    make_product()
    chosen = "&".join(f"vintage={1900 + number}" for number in range(MOST_VALUES + 1))
    panel = client.get(f"/shop/?{chosen}", headers={"accept": "application/json"}).json()["facets"]
    assert panel["most_chosen"] == MOST_VALUES
    assert "Vintage: You can only select 30 items." in panel["problems"]
    fewer = client.get(f"/shop/?{chosen.rpartition('&')[0]}", headers={"accept": "application/json"}).json()["facets"]
    assert "Vintage: You can only select 30 items." not in fewer["problems"]
