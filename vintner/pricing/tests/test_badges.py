"""Cards of wines carry the badge of a promotion."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from django.test import Client
from django.utils import timezone

from vintner.catalogue.models import Product
from vintner.pricing.choices import ConditionKind
from vintner.pricing.models import Condition, Promotion, Tier
from vintner.testing.builders import make_product, make_variable_product

pytestmark = pytest.mark.django_db


def promote(badge: str, *wines: Product, **terms: object) -> Promotion:
    promotion = Promotion.objects.create(title="Six for less", badge=badge, **terms)
    promotion.products.set(wines)
    Tier.objects.create(promotion=promotion, at_least=6, value=Decimal(5))
    return promotion


def badge_of(client: Client, wine: Product) -> str:
    cards = client.get("/shop/", headers={"Accept": "application/json"}).json()["cards"]
    return next(str(card["offer"]) for card in cards if card["product_id"] == wine.pk)


def test_the_wines_of_a_promotion_have_its_badge_and_others_have_none(client: Client) -> None:
    wine, other = make_product(), make_product()
    promote("6 for less", wine)
    assert (badge_of(client, wine), badge_of(client, other)) == ("6 for less", "")


def test_variations_have_it_too(client: Client) -> None:
    wine = make_variable_product()
    promote("6 for less", wine)
    assert badge_of(client, wine) == "6 for less"


def test_the_first_promotion_of_a_wine_counts(client: Client) -> None:
    wine = make_product()
    promote("later", wine, priority=20)
    promote("first", wine, priority=1)
    assert badge_of(client, wine) == "first"


@pytest.mark.parametrize(
    "terms",
    [
        {"enabled": False},
        {"ends_at": datetime(2020, 1, 1, tzinfo=UTC)},
        {"starts_at": timezone.now() + timedelta(days=3650)},
    ],
    ids=["switched off", "over", "not begun"],
)
def test_a_promotion_that_does_not_run_has_no_badge(client: Client, terms: dict[str, object]) -> None:
    wine = make_product()
    promote("6 for less", wine, **terms)
    assert badge_of(client, wine) == ""


def test_conditions_about_the_cart_do_not_hide_it(client: Client) -> None:
    wine = make_product()
    promotion = promote("4 for less", wine)
    Condition.objects.create(promotion=promotion, kind=ConditionKind.BOTTLES, number=Decimal(4), own_wines=True)
    assert badge_of(client, wine) == "4 for less"


def test_a_wine_that_is_sold_out_has_none(client: Client) -> None:
    wine = make_product(stock=0)
    promote("6 for less", wine)
    assert badge_of(client, wine) == ""
