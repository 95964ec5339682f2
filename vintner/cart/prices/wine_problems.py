"""Why the wine of a cart may not be sent, as far as it is known before the checkout."""

from datetime import datetime

from vintner.cart.prices.quoted_cart import QuotedCart
from vintner.shipping import ledger
from vintner.shipping.ledger import Recipient


def wine_problem(quoted: QuotedCart) -> str:
    """Return why wine may not be sent to the place that the shopper chose, '' when it may, for wine that is picked up,
    and while none was chosen: the store's own place stands in for it then. No query.
    """
    if not quoted.cart.country or quoted.quote.is_pickup or not quoted.wine:
        return ""
    return ledger.wine_ruling(quoted.quote.destination).reason


def limit_problem(quoted: QuotedCart, now: datetime) -> str:
    """Return why the cart alone has more wine than one person may be sent there, '' if it has not. What the person was
    sent before counts at the checkout. One query where there is a limit.
    """
    if not quoted.cart.country:
        return ""
    to, there = Recipient(place=quoted.quote.place), quoted.quote.destination
    return ledger.may_send(to, there, quoted.sent_wine, now=now, cart_id=quoted.cart.pk).reason
