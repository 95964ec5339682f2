"""Who has bought what."""

from django.db.models import Q

from vintner.orders.models import OrderLine
from vintner.orders.rules import PAID


def has_bought(product_id: int, *, user_id: int | None, email: str) -> bool:
    """Say whether an order that was paid for, and not given back, holds this product (resolutions 2.10, verified)."""
    buyer = Q(order__email__iexact=email) if email else Q(pk=None)
    if user_id is not None:
        buyer |= Q(order__user=user_id)
    return OrderLine.objects.filter(buyer, product_id=product_id, order__status__in=PAID).exists()
