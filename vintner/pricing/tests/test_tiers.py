"""The bulk table of a product's page says what the cart will do."""

from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal

import pytest

from vintner.catalogue.displayed_prices import unit_of
from vintner.catalogue.models import Product
from vintner.catalogue.pages import NextRow, Tier
from vintner.pricing import books, tiers
from vintner.pricing.models import Promotion
from vintner.pricing.models import Tier as TierRow
from vintner.pricing.quote import Item, PriceBook, Promoted, promoted_lines
from vintner.pricing.rules.items import Occasion
from vintner.pricing.tiers import bulk_rows
from vintner.testing.builders import make_product, make_variable_product

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def bulk(title: str, *tiers: tuple[int, int | None, str]) -> Promotion:
    promotion = Promotion.objects.create(title=title)
    for at_least, at_most, percent in tiers:
        TierRow.objects.create(promotion=promotion, at_least=at_least, at_most=at_most, value=Decimal(percent))
    return promotion


def table(product: Product) -> tuple[Tier, ...]:
    units = [unit for each in product.variations.all() if (unit := unit_of(product, each, NOON))]
    return bulk_rows(units, book=books.load(), now=NOON).tiers


def test_a_row_for_each_tier() -> None:
    bulk("Bulk", (2, 2, "5"), (3, 5, "10"), (6, None, "20"))
    assert table(make_product(price="16.99")) == (
        Tier(range="2", discount="5% off", unit_price="$16.14"),
        Tier(range="3 – 5", discount="10% off", unit_price="$15.29"),
        Tier(range="6+", discount="20% off", unit_price="$13.59"),
    )


def test_variations_of_different_prices_name_no_unit_price() -> None:
    bulk("Bulk", (3, None, "12.5"))
    assert table(make_variable_product()) == (Tier(range="3+", discount="12.5% off", unit_price=""),)


def test_no_table_without_a_promotion_for_the_product() -> None:
    bulk("Of another", (3, None, "10")).products.add(make_product())
    assert table(make_product()) == ()


def test_a_table_for_another_wine_is_left_out_without_a_quote(monkeypatch: pytest.MonkeyPatch) -> None:
    quoted: list[int] = []

    def note(lines: Sequence[Item], book: PriceBook, occasion: Occasion) -> Promoted:
        quoted.append(len(lines))
        return promoted_lines(lines, book, occasion)

    monkeypatch.setattr(tiers, "promoted_lines", note)
    own, another = make_product(), make_product()
    bulk("Of another", (3, None, "10")).products.add(another)
    assert [table(own), quoted] == [(), []]
    assert table(another)
    assert quoted == [1]


def test_a_tier_that_another_promotion_beats_is_not_shown() -> None:
    bulk("Small", (3, None, "5"))
    bulk("Big", (3, None, "10"))
    assert [tier.discount for tier in table(make_product())] == ["10% off"]


def test_the_first_row_ahead_of_one_bottle() -> None:
    bulk("Bulk", (2, 5, "10"), (6, None, "20"))
    wine = make_product()
    units = [unit for each in wine.variations.all() if (unit := unit_of(wine, each, NOON))]
    row = bulk_rows(units, book=books.load(), now=NOON).next_row
    assert row == NextRow(range="2 – 5", missing=1, text="1 more bottle and you get 10% off.")
