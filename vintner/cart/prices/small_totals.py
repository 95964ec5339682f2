"""Why a total cannot be charged because it is too small, said before anybody enters a card."""

from vintner.money import ZERO, currency
from vintner.pricing.quote import Quote
from vintner.pricing.rules.least_charge import LEAST_CHARGE


def find_small_total(quote: Quote) -> str:
    """Return why nobody can be charged the total of a cart, '' where it is free or large enough."""
    least = LEAST_CHARGE.get(currency(), ZERO)
    is_known = not quote.needs_shipping or quote.shipping is not None
    if not (is_known and ZERO < quote.total < least):
        return ""
    way_out = "add something to your cart, or remove a coupon" if quote.coupons else "add something to your cart"
    return f"Payments start at {least}, and your total is {quote.total}. Please {way_out}."
