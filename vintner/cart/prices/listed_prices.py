"""Refreshes the prices that listings sort and filter by after promotions changed."""

from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db import connection

from vintner.catalogue import products
from vintner.catalogue.models import Product
from vintner.pricing import books


class _LastRefresh(NamedTuple):
    """The price book for which the columns were written, and when a promotion next begins or ends by the clock."""

    edition: int
    until: datetime | None


_last: list[_LastRefresh] = []


def refresh(now: datetime) -> int:
    """Refresh all products if the price book changed or a promotion began or ended since the last run of this process;
    returns how many rows changed. One query while nothing did.
    """
    edition = books.load().edition
    if _last and _last[0].edition == edition and (_last[0].until is None or now < _last[0].until):
        return 0
    changed = products.refresh_products(Product.objects.values_list("pk", flat=True), now)
    _last[:] = [_LastRefresh(edition, _next_change(now))]
    return changed


def _next_change(now: datetime) -> datetime | None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pricing_next_change(%s, %s)", [now, settings.TIME_ZONE])
        found: tuple[datetime | None] = cursor.fetchone()
    return found[0]
