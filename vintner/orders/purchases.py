"""Finds out who has bought a product."""

from django.db.models import Q

from vintner.orders.models import OrderLine
from vintner.orders.rules import PAID
from vintner.web.email_addresses import has_address


def has_bought(product_id: int, *, user_id: int | None, email: str) -> bool:
    """Return whether a paid order of this account or e-mail address has the product. Reviews are verified by it."""
    buyer = has_address("order__email", email) if email else Q(pk=None)
    if user_id is not None:
        buyer |= Q(order__user=user_id)
    return OrderLine.objects.filter(buyer, product_id=product_id, order__status__in=PAID).exists()
