"""What is kept on products so that listings need not work it out: price range, sale, stock."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, Q

from vintner.catalogue.models import Product, Variation
from vintner.catalogue.rules import Availability, Price
from vintner.money import Money

BATCH = 500
KEPT = ("lowest_price", "highest_price", "on_sale", "in_stock")

_SOLD = Prefetch("variations", Variation.objects.filter(enabled=True), to_attr="sold")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    """What the kept columns ought to say."""

    lowest_price: Money | None
    highest_price: Money | None
    on_sale: bool
    in_stock: bool


def refresh(product_ids: Iterable[int], now: datetime) -> int:
    """Recompute the kept columns of these products; returns how many rows changed. Three queries per 500 products."""
    ids = sorted(set(product_ids))
    return sum(_refresh_batch(ids[start : start + BATCH], now) for start in range(0, len(ids), BATCH))


def _refresh_batch(ids: list[int], now: datetime) -> int:
    changed = []
    for product in Product.objects.filter(pk__in=ids).order_by("pk").prefetch_related(_SOLD):
        kept = _kept(product, vars(product)["sold"], now)
        if any(getattr(product, name) != getattr(kept, name) for name in KEPT):
            for name in KEPT:
                setattr(product, name, getattr(kept, name))
            changed.append(product)
    Product.objects.bulk_update(changed, KEPT)
    return len(changed)


def _kept(product: Product, sold: list[Variation], now: datetime) -> _Kept:
    prices: list[Price] = [price for price in (each.price(now) for each in sold) if price is not None]
    amounts = [price.current for price in prices]
    buyable = any(each.stock.availability is not Availability.OUT_OF_STOCK for each in sold)
    return _Kept(
        lowest_price=min(amounts, default=None),
        highest_price=max(amounts, default=None),
        on_sale=any(price.on_sale for price in prices),
        in_stock=buyable and not product.coming_soon(now),
    )


def refresh_due(since: datetime, now: datetime) -> int:
    """Refresh the products whose sale began or ended, or that were released, after `since` and up to `now`."""
    due = Variation.objects.filter(
        Q(sale_starts_at__gt=since, sale_starts_at__lte=now) | Q(sale_ends_at__gt=since, sale_ends_at__lte=now)
    ).values("product")
    released = Q(available_from__gt=since, available_from__lte=now)
    return refresh(Product.objects.filter(Q(pk__in=due) | released).values_list("pk", flat=True), now)
