"""Listings are filtered by what a wine goes with and how it tastes, how it was grown, and the size of its bottle."""

from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from vintner.catalogue.models import AttributeValue, Product
from vintner.testing.builders import make_product, make_variable_product

pytestmark = pytest.mark.django_db

STEAK = {"Goes with": "Beef", "Farming": "Organic", "Bottle size": "750 ml"}
OYSTERS = {"Goes with": "Fish & shellfish", "Farming": "Biodynamic", "Bottle size": "375 ml"}


@pytest.fixture
def red() -> Product:
    wine = make_product(name="Red", facts=STEAK)
    Product.objects.filter(pk=wine.pk).update(body=5, sweetness=1)
    return wine


@pytest.fixture
def white() -> Product:
    wine = make_product(name="White", facts=OYSTERS)
    Product.objects.filter(pk=wine.pk).update(body=2, sweetness=4)
    return wine


def ask(client: Client, url: str) -> dict[str, Any]:
    props: dict[str, Any] = client.get(url, headers={"accept": "application/json"}).json()
    return props


def offered(props: dict[str, Any]) -> dict[str, list[tuple[str, int]]]:
    return {
        facet["label"]: [(value["label"], value["count"]) for value in facet["values"]]
        for facet in props["facets"]["facets"]
    }


def named(props: dict[str, Any]) -> list[str]:
    return [card["name"] for card in props["cards"]]


@pytest.mark.usefixtures("red", "white")
def test_each_is_offered_with_its_counts(client: Client) -> None:
    found = offered(ask(client, "/shop/"))
    assert found["Goes with"] == [("Beef", 1), ("Fish & shellfish", 1)]
    assert found["Body"] == [("Light to medium", 1), ("Full", 1)]
    assert found["Sweetness"] == [("Bone dry", 1), ("Sweet", 1)]
    assert found["Farming"] == [("Biodynamic", 1), ("Organic", 1)]
    assert found["Bottle size"] == [("375 ml", 1), ("750 ml", 1)]


@pytest.mark.usefixtures("red", "white")
@pytest.mark.parametrize(
    ("choice", "chip"),
    [
        ("goes-with=beef", "Beef"),
        ("body=5", "Body: Full"),
        ("sweetness=1", "Sweetness: Bone dry"),
        ("farming=organic", "Organic"),
        ("bottle-size=750-ml", "750 ml"),
    ],
)
def test_a_choice_leaves_the_wines_that_have_it_and_can_be_removed(client: Client, choice: str, chip: str) -> None:
    props = ask(client, f"/shop/?{choice}")
    assert named(props) == ["Red"]
    assert props["facets"]["chips"] == [{"label": chip, "url": "/shop/"}]
    assert props["facets"]["problems"] == []


@pytest.mark.usefixtures("red")
def test_very_many_choices_have_one_chip_in_common(client: Client) -> None:
    years = [str(year) for year in range(1990, 2015)]
    chips = ask(client, f"/shop/?{urlencode({'vintage': years}, doseq=True)}")["facets"]["chips"]
    assert [chip["label"] for chip in chips] == [*years[:20], "5 more"]
    assert chips[-1]["url"] == f"/shop/?{urlencode({'vintage': years[:20]}, doseq=True)}"


@pytest.mark.usefixtures("red", "white")
def test_several_foods_are_one_or_the_other(client: Client) -> None:
    props = ask(client, "/shop/?goes-with=beef&goes-with=fish-shellfish")
    assert named(props) == ["Red", "White"]
    assert named(ask(client, "/shop/?goes-with=beef&farming=biodynamic")) == []


@pytest.mark.usefixtures("red", "white")
@pytest.mark.parametrize(
    ("choice", "problem"),
    [
        ("goes-with=rocks", "We know no food “rocks”."),
        ("body=6", "We know no body “6”."),
        ("body=%C2%B2", "We know no body “²”."),
        ("sweetness=sweet", "We know no sweetness “sweet”."),
        ("bottle-size=huge", "We know no bottle size “huge”."),
    ],
)
def test_what_is_not_known_is_said(client: Client, choice: str, problem: str) -> None:
    assert ask(client, f"/shop/?{choice}")["facets"]["problems"] == [problem]


@pytest.mark.usefixtures("red", "white")
def test_the_merchant_names_the_foods(client: Client) -> None:
    """They are values of an attribute, as colors and grapes are."""
    AttributeValue.objects.filter(slug="beef").update(name="Steaks & roasts")
    assert ("Steaks & roasts", 1) in offered(ask(client, "/shop/"))["Goes with"]
    values = client.get("/shop/?values_of=goes-with&values_like=stea").json()["values"]
    assert [value["label"] for value in values] == ["Steaks & roasts"]


def test_a_changed_style_is_filed_anew(client: Client, red: Product, white: Product) -> None:
    red.body = 2
    red.save()
    assert named(ask(client, "/shop/?body=2")) == ["Red", "White"]
    red.body = None
    red.save()
    assert named(ask(client, "/shop/?body=2")) == ["White"]


@pytest.mark.usefixtures("red", "white")
def test_an_attribute_called_body_does_not_get_in_the_way(client: Client) -> None:
    make_product(name="Imported", facts={"Body": "Heavy"})
    assert offered(ask(client, "/shop/"))["Body"] == [("Light to medium", 1), ("Full", 1)]


@pytest.mark.usefixtures("red", "white")
def test_sizes_of_variations_count(client: Client) -> None:
    make_variable_product(name="In sizes", attribute="Bottle size", prices={"750 ml": "20.00", "1.5 l": "42.00"})
    assert named(ask(client, "/shop/?bottle-size=1-5-l")) == ["In sizes"]
    assert dict(offered(ask(client, "/shop/"))["Bottle size"])["750 ml"] == 2


@pytest.mark.usefixtures("red", "white")
def test_further_facets_cost_no_further_query(client: Client) -> None:
    ask(client, "/shop/")
    counts = []
    for url in ("/shop/?colour=red", "/shop/?goes-with=beef&body=5&sweetness=1&farming=organic&bottle-size=750-ml"):
        with CaptureQueriesContext(connection) as captured:
            ask(client, url)
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 8
