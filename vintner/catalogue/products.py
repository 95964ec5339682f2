"""The derived columns of products: price range, sale, stock. Listings sort and filter by them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import Prefetch, Q

from vintner.catalogue.displayed_prices import displayed_prices, unit_of
from vintner.catalogue.models import Product, Variation
from vintner.catalogue.rules import Availability, Price
from vintner.money import Money

BATCH = 500
DERIVED = ("lowest_price", "highest_price", "on_sale", "in_stock")

_UPDATE = """
UPDATE catalogue_product AS product SET
    lowest_price = kept.lowest_price,
    highest_price = kept.highest_price,
    on_sale = kept.on_sale,
    in_stock = kept.in_stock
FROM unnest(%s::bigint[], %s::bigint[], %s::bigint[], %s::boolean[], %s::boolean[])
    AS kept (id, lowest_price, highest_price, on_sale, in_stock)
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


def refresh_products(product_ids: Iterable[int], now: datetime) -> int:
    """Recompute the derived columns of these products; returns how many rows changed.

    Four queries per 500 products, five when promotions ask about shelves, tags or the like.
    """
    ids = sorted(set(product_ids))
    return sum(_refresh_batch(ids[start : start + BATCH], now) for start in range(0, len(ids), BATCH))


def _refresh_batch(ids: list[int], now: datetime) -> int:
    changed = []
    found = list(Product.objects.filter(pk__in=ids).order_by("pk").prefetch_related(_SOLD))
    prices = _prices(found, now)
    for product in found:
        derived = _derive(product, prices.get(product.pk, []), now)
        if any(getattr(product, name) != getattr(derived, name) for name in DERIVED):
            for name in DERIVED:
                setattr(product, name, getattr(derived, name))
            changed.append(product)
    _write(changed)
    return len(changed)


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
        )
        with connection.cursor() as cursor:
            cursor.execute(_UPDATE, columns)


def _minor(price: Money | None) -> int | None:
    return None if price is None else price.minor


def _prices(found: Iterable[Product], now: datetime) -> dict[int, list[Price]]:
    """Return product id → the prices on the page of the product."""
    priced = (unit_of(product, each, now) for product in found for each in vars(product)["sold"])
    units = [unit for unit in priced if unit is not None]
    prices: dict[int, list[Price]] = {}
    for unit, price in zip(units, displayed_prices(units, now), strict=True):
        prices.setdefault(unit.product_id, []).append(price)
    return prices


def _derive(product: Product, prices: list[Price], now: datetime) -> _DerivedColumns:
    sold: list[Variation] = vars(product)["sold"]
    amounts = [price.current for price in prices]
    buyable = any(each.stock.availability is not Availability.OUT_OF_STOCK for each in sold)
    return _DerivedColumns(
        lowest_price=min(amounts, default=None),
        highest_price=max(amounts, default=None),
        on_sale=any(price.on_sale for price in prices),
        in_stock=buyable and not product.coming_soon(now),
    )


def refresh_scheduled(since: datetime, now: datetime) -> int:
    """Refresh the products whose sale began or ended, or that were released, after `since` and up to `now`."""
    due = Variation.objects.filter(
        Q(sale_starts_at__gt=since, sale_starts_at__lte=now) | Q(sale_ends_at__gt=since, sale_ends_at__lte=now)
    ).values("product")
    released = Q(available_from__gt=since, available_from__lte=now)
    return refresh_products(Product.objects.filter(Q(pk__in=due) | released).values_list("pk", flat=True), now)
