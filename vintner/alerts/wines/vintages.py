"""Tells those who asked that the next vintage of a wine is on sale (docs/behaviour/alerts.md#the-next-vintage).

A vintage is a variation of the same product, or a product of its own: then producer and name are the same but for the
year.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Q

from vintner.alerts.launches import waiting_alerts
from vintner.alerts.models import Alert
from vintner.alerts.wines.news import AlertNews, tell_all
from vintner.catalogue.models import Product, Variation
from vintner.catalogue.wine_label import YEAR, label_of, labelled

BATCH: Final = 200

WineName = tuple[str, str]
"""Producer and name without the year, which all vintages of a wine have in common."""


@dataclass(frozen=True, slots=True)
class Vintage:
    """A vintage of a wine in the shop. `is_sold` says that it can be bought now."""

    year: int
    wine: WineName
    product: Product
    is_sold: bool


def find_vintages(products: Collection[Product], now: datetime) -> list[Vintage]:
    """Return all vintages in the shop of these products and of others by their producers. One query."""
    producers = {each.producer_id for each in products if each.producer_id is not None}
    related = Q(product__in=[each.pk for each in products]) | Q(product__producer__in=producers)
    shown = Variation.objects.filter(related, enabled=True, product__published=True)
    found = []
    for variation in labelled(shown).select_related("product").order_by("pk"):
        label, product = label_of(variation), variation.product
        if YEAR.fullmatch(label.vintage) and not product.coming_soon(now):
            name = " ".join(YEAR.sub("", label.name).split()).casefold()
            wine = (label.producer, name) if label.producer else (f"product {product.pk}", "")
            found.append(Vintage(int(label.vintage), wine, product, variation.stock.limit != 0))
    return found


def newest_vintage(product: Product, now: datetime) -> int | None:
    """Return the newest vintage of a wine in the shop, None for what has no vintage."""
    vintages = find_vintages([product], now)
    wines = _wines_of(product, vintages)
    return max((each.year for each in vintages if each.wine in wines), default=None)


def send_due_vintages(now: datetime) -> int:
    """Tell of vintages on sale that are newer than those at asking. Returns how many alerts were told.

    Several processes may run this at once, and each may be killed at any time.
    """
    waiting = waiting_alerts(Alert.Kind.NEXT_VINTAGE).order_by("product").values_list("product", flat=True)
    products = list(Product.objects.filter(pk__in=waiting.distinct()))
    vintages = find_vintages(products, now) if products else []
    told = 0
    for product in products:
        wines = _wines_of(product, vintages)
        sold = [each for each in vintages if each.wine in wines and each.is_sold]
        if sold:
            newest = max(sold, key=lambda each: each.year)
            while batch := _send_batch(product, newest, now):
                told += batch
    return told


def _wines_of(product: Product, vintages: Iterable[Vintage]) -> set[WineName]:
    return {each.wine for each in vintages if each.product.pk == product.pk}


def _send_batch(product: Product, newest: Vintage, now: datetime) -> int:
    due = waiting_alerts(Alert.Kind.NEXT_VINTAGE).filter(product=product, vintage__lt=newest.year)
    with transaction.atomic():
        alerts = list(due.select_for_update(skip_locked=True, no_key=True, of=("self",))[:BATCH])
        tell_all([(alert, _news(newest)) for alert in alerts], now)
    return len(alerts)


def _news(newest: Vintage) -> AlertNews:
    name = newest.product.name
    title = name if str(newest.year) in name else f"{name} {newest.year}"
    return AlertNews(
        subject=f"{title} has arrived", text=f"{title} is on sale now.", path=newest.product.get_absolute_url()
    )
