"""Price and stock in words, for one variation or the best of several."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.utils.timezone import localtime

from vintner.catalogue.displayed_prices import Unit
from vintner.catalogue.pages import PriceText
from vintner.catalogue.rules import Availability, Price, Stock
from vintner.web.dates import day_in_words, moment_in_words

COMING_SOON = "coming_soon"
AT_LAUNCH = "Price at launch"
FEW_LEFT = "Only a few left"
"""A low stock in lists. Without its number, they stay as they are until the last bottle is sold."""
_LAST_MINUTE = timedelta(minutes=1)
"""A sale until 11:59 p.m. ends with the day, too."""
NO_NEW_SUBSCRIBERS = "No new subscribers"


@dataclass(frozen=True, slots=True)
class Offer:
    """Displayed price and stock of a variation. `unit` has its own price, without promotions.

    `price` is None while it is hidden. Then the one of `unit` must not be displayed either.
    """

    price: Price | None
    stock: Stock
    unit: Unit


def price_words(offers: Sequence[Offer]) -> PriceText | None:
    """Return the price of the only variation, or 'from' the lowest; None while nothing has a price to display."""
    prices = prices_of(offers)
    if not prices:
        return None
    lowest = min(prices, key=lambda price: price.current)
    spread = any(price.current != lowest.current for price in prices)
    return price_text(lowest, from_lowest=spread)


def prices_of(offers: Sequence[Offer]) -> list[Price]:
    """Return the prices that are displayed."""
    return [offer.price for offer in offers if offer.price is not None]


def offer_words(offers: Sequence[Offer]) -> str:
    """Return the words about a promotion of the first variation that has one; empty for none."""
    return next((price.offer for price in prices_of(offers) if price.offer), "")


def price_note(offers: Sequence[Offer]) -> str:
    """Return the words in place of a hidden price, empty when none is hidden."""
    return AT_LAUNCH if any(offer.price is None for offer in offers) else ""


def price_text(price: Price, *, from_lowest: bool = False) -> PriceText:
    """Return a price in words; the regular one only while a sale or a promotion lowers it."""
    regular = price.regular.text if price.on_sale else ""
    return PriceText(current=price.current.text, regular=regular, from_lowest=from_lowest)


def sale_end(offers: Sequence[Offer]) -> str:
    """Return when the sale of all these ends: 'Sale ends December 4, 2026', with a time unless it is the day's end.

    Empty where it has no end, where not all are on sale, and where they do not end together.
    """
    ends = {price.until for price in prices_of(offers)}
    until = ends.pop() if len(ends) == 1 else None
    if until is None:
        return ""
    last = localtime(until - timedelta(microseconds=1)).date()
    is_day_end = localtime(until + _LAST_MINUTE).date() > last
    return f"Sale ends {day_in_words(last) if is_day_end else moment_in_words(until)}"


def stock_words(offers: Sequence[Offer], *, coming_soon: bool, closed: bool = False) -> tuple[str, str]:
    """Return the stock of the best variation for shoppers: (kind, text). `closed`: its plan takes nobody."""
    if closed:
        return Availability.OUT_OF_STOCK, NO_NEW_SUBSCRIBERS
    if coming_soon:
        return COMING_SOON, "Coming soon"
    stocks = {offer.stock.availability: offer.stock for offer in reversed(offers)}
    best = next((kind for kind in Availability if kind in stocks), Availability.OUT_OF_STOCK)
    return best, stock_text(stocks[best]) if best in stocks else "Sold out"


def stock_text(stock: Stock) -> str:
    """Return one stock in words. A low stock has its number; a silent backorder reads as in stock."""
    match stock.shown_availability:
        case Availability.IN_STOCK:
            return "In stock"
        case Availability.LOW:
            return f"Only {stock.free} left"
        case Availability.ON_BACKORDER:
            return "Available on backorder"
    return "Sold out"
