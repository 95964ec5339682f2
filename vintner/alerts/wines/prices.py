"""Tells those who asked that a wine is cheaper (docs/behaviour/alerts.md#a-wine-that-gets-cheaper).

Each bottle of a wine is compared with its own price at asking: a cheap one that comes back is no drop. The column that
listings sort by says where to look. The catalogue brings it up to date when a price, a promotion or a sale changes or
begins by time, so whatever lowered a price, the e-mail follows.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import F

from vintner.alerts.alerts import price_key
from vintner.alerts.launches import is_for_sale, waiting_alerts
from vintner.alerts.models import Alert
from vintner.alerts.wines.news import AlertNews, tell_all
from vintner.catalogue.displayed_prices import displayed_prices, unit_of
from vintner.catalogue.models import Product, Variation
from vintner.catalogue.wine_label import label_of, labelled
from vintner.money import Money

LEAST_DROP: Final = 5
"""Percent below the price of the same bottle at asking."""
BATCH: Final = 200


@dataclass(frozen=True, slots=True)
class BottlePrice:
    """What a bottle costs a visitor of whom nothing is known, and whether it can be bought."""

    product_id: int
    variation_id: int
    price: Money
    is_buyable: bool


def find_bottle_prices(product_ids: Collection[int], now: datetime) -> list[BottlePrice]:
    """Return the price of each bottle of products, sold out or not, in the order of their pages.

    Bottles without a price, or with a hidden one, are left out. Two queries, three when promotions ask about shelves or
    the like.
    """
    variations = Variation.objects.filter(product__in=product_ids, enabled=True).select_related("product")
    sold = {each.pk: each for each in variations.order_by("product", "position", "pk")}
    units = [unit for each in sold.values() if (unit := unit_of(each.product, each, now)) is not None]
    return [
        BottlePrice(unit.product_id, unit.variation_id, price.current, sold[unit.variation_id].stock.limit != 0)
        for unit, price in zip(units, displayed_prices(units, now), strict=True)
    ]


def send_due_price_drops(now: datetime) -> int:
    """Tell of wines of which a bottle is cheaper than at asking by 5 % or more. Returns how many alerts were told.

    Several processes may run this at once, and each may be killed at any time.
    """
    waiting = waiting_alerts(Alert.Kind.PRICE_DROP).filter(is_for_sale(now), product__in_stock=True, product__plan=None)
    due = waiting.alias(least=F("price") * (100 - LEAST_DROP) / 100).filter(product__lowest_price__lte=F("least"))
    ids = list(due.order_by("product").values_list("product", flat=True).distinct())
    told = 0
    for bottle in find_bottle_prices(ids, now):
        while bottle.is_buyable and (batch := _send_batch(bottle, now)):
            told += batch
    return told


def _send_batch(bottle: BottlePrice, now: datetime) -> int:
    least = {f"prices__{price_key(bottle.variation_id)}__gte": _least_asked(bottle.price)}
    due = waiting_alerts(Alert.Kind.PRICE_DROP).filter(product=bottle.product_id, **least)
    with transaction.atomic():
        alerts = list(due.select_for_update(skip_locked=True, no_key=True, of=("self",))[:BATCH])
        if alerts:
            name = _name_of(bottle)
            tell_all([(alert, _news(alert, bottle, name)) for alert in alerts], now)
    return len(alerts)


def _least_asked(price: Money) -> int:
    """Return the lowest price at asking of which this one is 95 % or less. Whole cents, rounded up."""
    return -(-price.minor * 100 // (100 - LEAST_DROP))


def _name_of(bottle: BottlePrice) -> str:
    variation = labelled(Variation.objects.select_related("product")).get(pk=bottle.variation_id)
    product = variation.product
    return product.name if product.kind == Product.Kind.SIMPLE else label_of(variation).text


def _news(alert: Alert, bottle: BottlePrice, name: str) -> AlertNews:
    was = Money(alert.prices[price_key(bottle.variation_id)])
    path = alert.product.get_absolute_url() if alert.product else "/"
    return AlertNews(subject=f"{name} is cheaper", text=f"{name} costs {bottle.price} instead of {was}.", path=path)
