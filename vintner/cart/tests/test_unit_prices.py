"""Shown prices are quoted once for each state of the shop, and never shown beyond it."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import transaction
from django.utils import timezone

from vintner.cart.prices import unit_prices as module
from vintner.cart.prices.unit_prices import unit_prices
from vintner.catalogue.displayed_prices import Unit, unit_of
from vintner.catalogue.models import Product
from vintner.pricing.models import Promotion, Tier
from vintner.testing.builders import make_category, make_product, only_variation

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def wine() -> Product:
    return make_product(price="20.00", categories=[make_category("Red")])


@pytest.fixture
def quotes(monkeypatch: pytest.MonkeyPatch) -> list[Unit]:
    """Every unit that is quoted."""
    made: list[Unit] = []
    quote = module._quote_units

    def note(units, book, now):  # type: ignore[no-untyped-def]
        made.extend(units)
        return quote(units, book, now)

    monkeypatch.setattr(module, "_quote_units", note)
    return made


def halve(wine: Product, **terms: object) -> Promotion:
    promotion = Promotion.objects.create(title="Half price", kind="wdr_simple_discount", **terms)
    Tier.objects.create(promotion=promotion, value=Decimal(50))
    promotion.products.add(wine)
    return promotion


def shown(wine: Product) -> str:
    now = timezone.now()
    unit = unit_of(wine, only_variation(wine), now)
    assert unit is not None
    [price] = unit_prices([unit], now)
    return price.current.text


def test_a_price_is_quoted_once_and_anew_when_the_promotion_is_edited(wine: Product, quotes: list[Unit]) -> None:
    promotion = halve(wine)
    assert [shown(wine), shown(wine), len(quotes)] == ["$10.00", "$10.00", 1]
    Tier.objects.filter(promotion=promotion).update(value=Decimal(25))
    assert [shown(wine), len(quotes)] == ["$15.00", 2]
    promotion.delete()
    assert shown(wine) == "$20.00"


def test_a_promotion_that_ends_by_itself_is_over_at_that_moment(
    wine: Product, quotes: list[Unit], monkeypatch: pytest.MonkeyPatch
) -> None:
    end = timezone.now() + timedelta(hours=1)
    halve(wine, ends_at=end)
    assert shown(wine) == "$10.00"
    for moment, price in ((end - timedelta(milliseconds=1), "$10.00"), (end, "$20.00")):
        monkeypatch.setattr("django.utils.timezone.now", lambda moment=moment: moment)
        assert shown(wine) == price
    assert len(quotes) == 2


def test_another_moment_is_not_answered_from_the_present(wine: Product) -> None:
    now = timezone.now()
    halve(wine, starts_at=now + timedelta(hours=1))
    unit = unit_of(wine, only_variation(wine), now)
    assert unit is not None
    assert [price.current.text for price in unit_prices([unit], now)] == ["$20.00"]
    assert [price.current.text for price in unit_prices([unit], now + timedelta(hours=2))] == ["$10.00"]


def test_prices_of_a_transaction_are_not_remembered(wine: Product, quotes: list[Unit]) -> None:
    halve(wine)
    with transaction.atomic():
        assert [shown(wine), shown(wine), len(quotes)] == ["$10.00", "$10.00", 2]
