"""The page of a wine tells its style, its drink window and its scores."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client

from vintner.catalogue.models import CriticScore, Product, Variation
from vintner.testing.builders import add_fact, make_category, make_product, make_variable_product, only_variation

pytestmark = pytest.mark.django_db


def _props(client: Client, product: Product) -> dict[str, Any]:
    props: dict[str, Any] = client.get(product.get_absolute_url(), headers={"accept": "application/json"}).json()
    return props


def _facts(told: dict[str, Any]) -> dict[str, str]:
    return {fact["slug"]: fact["value"] for fact in told["facts"]}


def _score(product: Product, points: str, only: Variation | None = None, out_of: int = 100) -> CriticScore:
    return CriticScore.objects.create(
        product=product,
        variation=only,
        source="The Long Table",
        points=Decimal(points),
        out_of=out_of,
        given_on=date(2025, 3, 14),
    )


def test_a_wine_of_which_nothing_is_known_says_nothing(client: Client) -> None:
    props = _props(client, make_product())
    assert (props["facts"], props["scales"], props["scores"]) == ([], [], [])


def test_style_and_years_are_told_once(client: Client) -> None:
    wine = make_product(facts={"Body": "Heavy", "Dosage": "Brut", "Drink window": "soon", "Region": "Douro"})
    Product.objects.update(drink_from=2026, drink_until=2035, dosage=Decimal("4.5"), body=4, acidity=2)
    props = _props(client, wine)
    assert _facts(props) == {"region": "Douro", "drink-window": "2026–2035", "dosage": "4.5 g/l"}
    assert [(each["slug"], each["level"], each["words"]) for each in props["scales"]] == [
        ("body", 4, "Medium to full"),
        ("acidity", 2, "Soft to fresh"),
    ]


def test_a_vintage_has_its_own_years_and_scores(client: Client) -> None:
    wine = make_variable_product(prices={"2019": "20.00", "2020": "20.00"})
    Product.objects.update(drink_from=2022, drink_until=2030)
    old, young = wine.variations.all()
    add_fact(wine, "Drink window", "whenever", only=young)
    Variation.objects.filter(pk=young.pk).update(drink_from=2028)
    _score(wine, "92")
    _score(wine, "95", only=young)
    props = _props(client, wine)
    first, second = props["variations"]
    assert old.pk == first["variation_id"]
    assert [_facts(each).get("drink-window") for each in (props, first, second)] == ["2022–2030", None, "From 2028"]
    assert [[score["points"] for score in each["scores"]] for each in (props, first, second)] == [
        ["92/100"],
        [],
        ["95/100"],
    ]


def test_the_only_bottle_of_a_simple_wine_stands_for_it(client: Client) -> None:
    wine = make_product()
    Product.objects.update(drink_from=2022, drink_until=2030)
    Variation.objects.update(drink_from=2027, drink_until=2033)
    _score(wine, "17.5", only=only_variation(wine), out_of=20)
    props = _props(client, wine)
    assert _facts(props) == {"drink-window": "2027–2033"}
    assert [score["points"] for score in props["scores"]] == ["17.5/20"]


def test_scores_come_latest_first_and_those_without_a_day_last(client: Client) -> None:
    wine = make_product()
    for source, day in (("Old", date(2020, 1, 1)), ("Undated", None), ("New", date(2025, 1, 1))):
        CriticScore.objects.create(product=wine, source=source, points=90, given_on=day)
    assert [score["source"] for score in _props(client, wine)["scores"]] == ["New", "Old", "Undated"]


@pytest.mark.django_db(transaction=True)
def test_a_score_is_a_new_version_of_the_catalogue() -> None:
    wine = make_product()
    before = _edition()
    _score(wine, "90")
    assert _edition() > before


def _edition() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT number FROM storefront_edition")
        (number,) = cursor.fetchone()
    return int(number)


@pytest.mark.parametrize(
    ("columns", "constraint"),
    [
        ({"body": 6}, "style_from_1_to_5"),
        ({"tannin": 0}, "style_from_1_to_5"),
        ({"drink_from": 2030, "drink_until": 2029}, "product_years_in_order"),
    ],
)
def test_the_database_refuses_a_style_that_makes_no_sense(columns: dict[str, int], constraint: str) -> None:
    make_product()
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        Product.objects.update(**columns)


def test_the_database_refuses_years_of_a_vintage_out_of_order() -> None:
    make_product()
    with pytest.raises(IntegrityError, match="variation_years_in_order"), transaction.atomic():
        Variation.objects.update(drink_from=2030, drink_until=2029)


def test_the_database_refuses_more_points_than_the_scale_has_and_a_score_twice() -> None:
    wine = make_product()
    with pytest.raises(IntegrityError, match="points_within_scale"), transaction.atomic():
        _score(wine, "21", out_of=20)
    _score(wine, "20", out_of=20)
    with pytest.raises(IntegrityError, match="score_once"), transaction.atomic():
        _score(wine, "19", out_of=20)


def test_the_page_leads_to_its_shelves_but_not_to_the_one_that_only_holds_others(client: Client) -> None:
    all_wine = make_category("Wine", slug="wine", children_in_menu=True)
    wine = make_product(categories=[all_wine, make_category("Red", slug="red", parent=all_wine)])
    assert [shelf["label"] for shelf in _props(client, wine)["categories"]] == ["Red"]
