"""How far a cart is from free delivery, as its pages and panels say it."""

from vintner.cart.prices.quoted_cart import QuotedCart
from vintner.cart.prices.wine_problems import wine_problem
from vintner.shipping.rules import DeliveryKind
from vintner.web.page import Props

FREE = "Your order ships free."
AVAILABLE = "Free delivery is available for your order."
MISSING = "{} more for free delivery"


class FreeDeliveryGoal(Props):
    """The sum from which delivery is free, and how much of it the cart has, in cents; the two are equal once it is."""

    text: str
    spent: int
    minimum: int


def free_delivery_goal(quoted: QuotedCart) -> FreeDeliveryGoal | None:
    """Return the goal of a cart; None where no sum makes delivery free, and where nothing is sent."""
    quote = quoted.quote
    goal = quote.free_from
    if goal is None or quote.is_pickup or wine_problem(quoted):
        return None
    if goal.offered:
        is_free = quote.shipping is not None and quote.shipping.kind is DeliveryKind.FREE_SHIPPING
        return FreeDeliveryGoal(
            text=FREE if is_free else AVAILABLE, spent=goal.minimum.minor, minimum=goal.minimum.minor
        )
    return FreeDeliveryGoal(
        text=MISSING.format(goal.missing.text), spent=max(goal.spent.minor, 0), minimum=goal.minimum.minor
    )
