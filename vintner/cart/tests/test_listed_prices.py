"""Listings sort and filter by the prices that they show."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from vintner.cart.prices import listed_prices
from vintner.catalogue.models import Product
from vintner.money import Money
from vintner.pricing.models import Promotion, Tier
from vintner.testing.builders import make_product

pytestmark = pytest.mark.django_db


def halve(wine: Product, **terms: object) -> Promotion:
    promotion = Promotion.objects.create(title="Half price", kind="wdr_simple_discount", **terms)
    Tier.objects.create(promotion=promotion, value=Decimal(50))
    promotion.products.add(wine)
    return promotion


def listed(client: Client, query: str) -> list[str]:
    page = client.get(f"/shop/?{query}", headers={"Accept": "application/json"}).json()
    return [card["name"] for card in page["cards"]]


def test_a_promoted_wine_is_sorted_and_found_by_its_lower_price(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    make_product(name="Cheap", price="25.00")
    promotion = halve(make_product(name="Lowered", price="40.00"))
    listed_prices.refresh(timezone.now())
    assert listed(client, "orderby=price") == ["Lowered", "Cheap"]
    assert listed(client, "max_price=21") == listed(client, "on_sale=1") == ["Lowered"]
    with django_assert_num_queries(1):
        assert listed_prices.refresh(timezone.now()) == 0
    Promotion.objects.filter(pk=promotion.pk).update(enabled=False)
    listed_prices.refresh(timezone.now())
    assert listed(client, "orderby=price") == ["Cheap", "Lowered"]


def test_a_promotion_that_ends_by_itself_leaves_the_columns() -> None:
    now = timezone.now()
    wine = make_product(price="40.00")
    halve(wine, ends_at=now + timedelta(hours=1))
    listed_prices.refresh(now)
    assert Product.objects.get(pk=wine.pk).lowest_price == Money(2000)
    listed_prices.refresh(now + timedelta(hours=1))
    assert Product.objects.get(pk=wine.pk).lowest_price == Money(4000)
