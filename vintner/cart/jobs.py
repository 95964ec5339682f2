"""The background jobs of carts."""

from datetime import UTC, datetime, timedelta

from django.conf import settings
from procrastinate.contrib.django import app

from vintner.cart.models import Cart, CartLine
from vintner.cart.prices import listed_prices

AT_ONCE = 1000
"""How many carts one statement deletes, so that no shopper waits for a long one."""


@app.periodic(cron="41 3 * * *")
@app.task(name="cart.forget", queueing_lock="cart.forget")
def forget(timestamp: int) -> None:
    """Delete guests' carts that were not changed for `settings.CART_DAYS` days, when their cookie ends too, and lines
    that were removed so long ago. Customers' carts stay for good.

    `timestamp` is the moment for which the run was planned, in seconds since 1970.
    """
    before = datetime.fromtimestamp(timestamp, tz=UTC) - timedelta(days=settings.CART_DAYS)
    left = Cart.objects.filter(user=None, updated_at__lt=before).order_by("updated_at")
    while ids := list(left.values_list("pk", flat=True)[:AT_ONCE]):
        Cart.objects.filter(pk__in=ids, updated_at__lt=before).delete()
    CartLine.objects.filter(removed_at__lt=before).delete()


@app.periodic(cron="* * * * *")
@app.task(name="cart.refresh_listed_prices", queueing_lock="cart.refresh_listed_prices")
def refresh_listed_prices(timestamp: int) -> None:
    """Bring the prices that listings sort and filter by up to date after a promotion was edited, began or ended."""
    listed_prices.refresh(datetime.now(tz=UTC))
