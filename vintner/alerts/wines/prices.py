"""Tells those who asked that a wine is cheaper (docs/behaviour/alerts.md#a-wine-that-gets-cheaper).

The price is the one that listings sort by, which the catalogue brings up to date when a price, a promotion or a sale
changes or begins by time. Whatever lowered it, the e-mail follows.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import F

from vintner.alerts.launches import is_for_sale, waiting_alerts
from vintner.alerts.models import Alert
from vintner.alerts.wines.news import AlertNews, tell_all
from vintner.catalogue.displayed_prices import displayed_prices, unit_of
from vintner.catalogue.models import Product, Variation
from vintner.money import Money

LEAST_DROP: Final = 5
"""Percent below the price at asking."""
BATCH: Final = 200


def cheapest_prices(product_ids: Collection[int], now: datetime) -> dict[int, Money]:
    """Return product id → the price of its cheapest bottle that can be bought, for a visitor of whom nothing is known.

    Sold-out products are left out. Two queries, three when promotions ask about shelves or the like.
    """
    variations = Variation.objects.filter(product__in=product_ids, enabled=True).select_related("product")
    sold = [each for each in variations if each.stock.limit != 0]
    units = [unit for each in sold if (unit := unit_of(each.product, each, now)) is not None]
    cheapest: dict[int, Money] = {}
    for unit, price in zip(units, displayed_prices(units, now), strict=True):
        known = cheapest.get(unit.product_id)
        cheapest[unit.product_id] = price.current if known is None else min(known, price.current)
    return cheapest


def send_due_price_drops(now: datetime) -> int:
    """Tell of wines that are cheaper than at asking by 5 % or more. Returns how many alerts were told.

    Several processes may run this at once, and each may be killed at any time.
    """
    waiting = waiting_alerts(Alert.Kind.PRICE_DROP).filter(is_for_sale(now), product__in_stock=True)
    due = waiting.alias(least=F("price") * (100 - LEAST_DROP) / 100).filter(product__lowest_price__lte=F("least"))
    ids = list(due.order_by("product").values_list("product", flat=True).distinct())
    prices = cheapest_prices(ids, now)
    told = 0
    for product in Product.objects.filter(pk__in=prices).order_by("pk"):
        while batch := _send_batch(product, prices[product.pk], now):
            told += batch
    return told


def _send_batch(product: Product, price: Money, now: datetime) -> int:
    due = waiting_alerts(Alert.Kind.PRICE_DROP).filter(product=product, price__gte=_least_asked(price))
    with transaction.atomic():
        alerts = list(due.select_for_update(skip_locked=True, no_key=True, of=("self",))[:BATCH])
        tell_all([(alert, _news(alert, product, price)) for alert in alerts], now)
    return len(alerts)


def _least_asked(price: Money) -> Money:
    """Return the lowest price at asking of which this one is 95 % or less. Whole cents, rounded up."""
    return Money(-(-price.minor * 100 // (100 - LEAST_DROP)))


def _news(alert: Alert, product: Product, price: Money) -> AlertNews:
    was = f" instead of {alert.price}" if alert.price is not None else ""
    text = f"{product.name} costs {price}{was}."
    return AlertNews(subject=f"{product.name} is cheaper", text=text, path=product.get_absolute_url())
