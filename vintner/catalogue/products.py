"""The derived columns of products: price range, sale, stock, offers of variations. Listings sort and filter by them."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import Prefetch, Q

from vintner.catalogue.displayed_prices import displayed_prices, unit_of
from vintner.catalogue.models import Product, Variation
from vintner.catalogue.rules import Availability, Price
from vintner.money import Money

BATCH = 500
DERIVED = ("lowest_price", "highest_price", "on_sale", "in_stock", "variation_offers")

_UPDATE = """
UPDATE catalogue_product AS product SET
    lowest_price = kept.lowest_price,
    highest_price = kept.highest_price,
    on_sale = kept.on_sale,
    in_stock = kept.in_stock,
    variation_offers = kept.variation_offers
FROM unnest(%s::bigint[], %s::bigint[], %s::bigint[], %s::boolean[], %s::boolean[], %s::jsonb[])
    AS kept (id, lowest_price, highest_price, on_sale, in_stock, variation_offers)
WHERE product.id = kept.id
"""

_SOLD = Prefetch("variations", Variation.objects.filter(enabled=True), to_attr="sold")


@dataclass(frozen=True, slots=True, kw_only=True)
class _DerivedColumns:
    """The values that the derived columns should have."""

    lowest_price: Money | None
    highest_price: Money | None
    on_sale: bool
    in_stock: bool
    variation_offers: list[list[object]]


def refresh_products(product_ids: Iterable[int], now: datetime) -> int:
    """Recompute the derived columns of these products; returns how many rows changed.

    Four queries per 500 products, five when promotions ask about shelves, tags or the like.
    """
    return len(refresh_changed(product_ids, now))


def refresh_changed(product_ids: Iterable[int], now: datetime) -> list[int]:
    """Do what `refresh_products` does; returns the ids of the rows that changed."""
    ids = sorted(set(product_ids))
    batches = (ids[start : start + BATCH] for start in range(0, len(ids), BATCH))
    return [changed for batch in batches for changed in _refresh_batch(batch, now)]


def _refresh_batch(ids: list[int], now: datetime) -> list[int]:
    changed = []
    found = list(Product.objects.filter(pk__in=ids).order_by("pk").prefetch_related(_SOLD))
    prices = _prices(found, now)
    for product in found:
        derived = _derive(product, prices, now)
        if any(getattr(product, name) != getattr(derived, name) for name in DERIVED):
            for name in DERIVED:
                setattr(product, name, getattr(derived, name))
            changed.append(product)
    _write(changed)
    return [product.pk for product in changed]


def _write(changed: list[Product]) -> None:
    """Write the derived columns in one query.

    Django's bulk_update, with a condition for each row, is slower to compose.
    """
    if changed:
        columns = (
            [product.pk for product in changed],
            [_minor(product.lowest_price) for product in changed],
            [_minor(product.highest_price) for product in changed],
            [product.on_sale for product in changed],
            [product.in_stock for product in changed],
            [json.dumps(product.variation_offers) for product in changed],
        )
        with connection.cursor() as cursor:
            cursor.execute(_UPDATE, columns)


def _minor(price: Money | None) -> int | None:
    return None if price is None else price.minor


def _prices(found: Iterable[Product], now: datetime) -> dict[int, Price]:
    """Return variation id → its price on the page of the product."""
    priced = (unit_of(product, each, now) for product in found for each in vars(product)["sold"])
    units = [unit for unit in priced if unit is not None]
    prices = displayed_prices(units, now)
    return {unit.variation_id: price for unit, price in zip(units, prices, strict=True)}


def _derive(product: Product, prices: Mapping[int, Price], now: datetime) -> _DerivedColumns:
    sold: list[Variation] = vars(product)["sold"]
    displayed = [prices[each.pk] for each in sold if each.pk in prices]
    amounts = [price.current for price in displayed]
    buyable = any(_is_buyable(each) for each in sold)
    return _DerivedColumns(
        lowest_price=min(amounts, default=None),
        highest_price=max(amounts, default=None),
        on_sale=any(price.on_sale for price in displayed),
        in_stock=buyable and not product.coming_soon(now),
        variation_offers=_variation_offers(product, prices, now),
    )


def _is_buyable(variation: Variation) -> bool:
    return variation.stock.availability is not Availability.OUT_OF_STOCK


def _variation_offers(product: Product, prices: Mapping[int, Price], now: datetime) -> list[list[object]]:
    """Return the offers of a variable product as they are stored, without variations that have no price yet."""
    if product.kind == Product.Kind.SIMPLE:
        return []
    waits = product.coming_soon(now)
    offers: list[list[object]] = []
    for each in vars(product)["sold"]:
        if each.regular_price is not None:
            price = prices.get(each.pk)
            amount, on_sale = (price.current.minor, price.on_sale) if price else (None, False)
            offers.append([each.pk, amount, _is_buyable(each) and not waits, on_sale])
    return offers


def refresh_scheduled(since: datetime, now: datetime) -> int:
    """Refresh the products whose sale began or ended, or that were released, after `since` and up to `now`."""
    due = Variation.objects.filter(
        Q(sale_starts_at__gt=since, sale_starts_at__lte=now) | Q(sale_ends_at__gt=since, sale_ends_at__lte=now)
    ).values("product")
    released = Q(available_from__gt=since, available_from__lte=now)
    return refresh_products(Product.objects.filter(Q(pk__in=due) | released).values_list("pk", flat=True), now)
