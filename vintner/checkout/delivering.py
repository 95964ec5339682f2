"""What keeps a cart from being sent where the form says."""

from vintner.cart.carts import QuotedCart
from vintner.shipping.destinations import may_ship_wine
from vintner.shipping.rules import Kind


def destination_problem(shown: QuotedCart) -> str:
    """Say why the wine may not go to the place it was priced for, '' when it may. One query at most."""
    shipping, place = shown.quote.shipping, shown.quote.place
    if not shown.alcoholic or shipping is None or shipping.kind is Kind.LOCAL_PICKUP:
        return ""
    return may_ship_wine(place.country, place.state).reason
