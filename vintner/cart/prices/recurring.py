"""What the later boxes of a cart's subscriptions cost: the agreed prices, quoted as the renewals' carts will be."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.conf import settings

from vintner.cart.models import Cart, CartLine
from vintner.cart.prices.quoted_cart import QuotedCart, QuotedLine, quote_rows
from vintner.cart.rows import CartLineRow, CartRows
from vintner.catalogue.plans.plans import plan_of_product
from vintner.catalogue.plans.rules import PlanTerms
from vintner.catalogue.plans.words import BoxTotal, box_words, count_boxes, recurring_total_words, recurring_words
from vintner.money import ZERO, Money
from vintner.pricing import books
from vintner.pricing.quote import PriceBook
from vintner.shipping.rules import Place

TRIAL_IS_OVER: Final = "You have had the trial of this subscription."


@dataclass(frozen=True, slots=True)
class AgreedPrice:
    """What one unit costs in later boxes. `full` is without the recurring coupons, whose codes are `coupon_code`."""

    price: Money
    full: Money
    coupon_code: str = ""


def plan_of(line: QuotedLine) -> PlanTerms | None:
    """Return the plan of a line that opens a subscription, None for other lines. Those of renewals open none."""
    if line.line.agreed_price is not None or line.gift is not None:
        return None
    return plan_of_product(line.product)


def subscribed_lines(quoted: QuotedCart) -> list[tuple[QuotedLine, PlanTerms]]:
    """Return the lines of a cart that open subscriptions, each with its plan."""
    found = ((line, plan_of(line)) for line in quoted.lines)
    return [(line, plan) for line, plan in found if plan is not None]


def has_subscription(quoted: QuotedCart) -> bool:
    """Return whether ordering this cart opens a subscription."""
    return bool(subscribed_lines(quoted))


def agreed_price(quoted: QuotedCart, line: QuotedLine, now: datetime) -> AgreedPrice | None:
    """Return what one unit costs in later boxes: the wine's price now, without promotions and without the trial, less
    what the recurring coupons on the cart take off. None for a wine without a price.
    """
    own = line.variation.price(now)
    if own is None:
        return None
    used = {each.code for each in quoted.quote.coupons}
    item = next((each for each in quoted.input.items if each.key == line.line.key), None)
    price, codes = own.current, []
    for terms in quoted.input.coupons:
        if terms.recurring and terms.code in used and item is not None and terms.is_for(item):
            price -= min(terms.saving_per_unit(own.current), price)
            codes.append(terms.code)
    return AgreedPrice(price, own.current, ", ".join(codes)[:60])


def day_of_box(plan: PlanTerms, number: int, now: datetime) -> date:
    """Return the day on which box `number` is charged of a subscription that is paid for now."""
    zone = ZoneInfo(settings.TIME_ZONE)
    return plan.cadence.after(now, number - 1, zone).astimezone(zone).date()


def recurring_words_of(quoted: QuotedCart, line: QuotedLine, now: datetime) -> str:
    """Return what recurs by a line: boxes and their price before delivery and tax, and how many have to be taken. ''
    for a line without later boxes. It says why a price is without a trial.
    """
    plan = plan_of(line)
    agreed = agreed_price(quoted, line, now) if plan is not None and plan.most_boxes != 1 else None
    if plan is None or agreed is None:
        return ""
    quantity = line.line.quantity
    words = [TRIAL_IS_OVER] if plan.had_trial else []
    if quantity > 1:
        words.append(f"{box_words(plan, quantity)} {plan.cadence.words}.")
    later = f"Then {recurring_words(plan, quantity, agreed.price)}"
    if plan.is_committed:
        count, least = count_boxes(plan.least_boxes, quantity), plan.least_price(agreed.price) * quantity
        later += f". At least {count}: {least} at today’s price, plus delivery and tax"
    return " ".join((*words, later))


def recurring_totals(quoted: QuotedCart, now: datetime) -> tuple[str, ...]:
    """Return what is charged for later boxes at the cart's place, a sentence for each subscription.

    No query without subscriptions. One for all of them, besides those that quoting the cart itself may need.
    """
    lines = [(line, plan) for line, plan in subscribed_lines(quoted) if line.problem is None and plan.most_boxes != 1]
    if not lines:
        return ()
    book = books.load()
    words = []
    for line, plan in lines:
        totals = list(_totals(quoted, line, plan, book, now))
        name = f"{line.label.name}: " if len(lines) > 1 else ""
        least = _least_words(quoted, line, plan, book, now)
        words.append(f"{name}{recurring_total_words(plan.cadence, totals)}.{least}")
    return tuple(words)


def _least_words(quoted: QuotedCart, line: QuotedLine, plan: PlanTerms, book: PriceBook, now: datetime) -> str:
    """Return what all boxes cost that have to be taken, with this order: for a cart that holds nothing else."""
    if not plan.is_committed or len(quoted.lines) > 1:
        return ""
    at_trial = max(0, min(plan.trial_boxes, plan.least_boxes) - 1)
    after = plan.least_boxes - 1 - at_trial
    total = quoted.quote.total
    for number, boxes in ((2, at_trial), (plan.least_boxes, after)):
        total += _quote_box(quoted, line, plan, number, book, now) * boxes if boxes else ZERO
    count = count_boxes(plan.least_boxes, line.line.quantity)
    return f" At least {count}, this order among them: {total} with delivery and tax at today’s prices."


def _totals(
    quoted: QuotedCart, line: QuotedLine, plan: PlanTerms, book: PriceBook, now: datetime
) -> Iterator[BoxTotal]:
    """Yield what the second box costs and, where the trial goes on, the first box after it."""
    for number in plan.price_changes_at:
        yield BoxTotal(_quote_box(quoted, line, plan, number, book, now), day_of_box(plan, number, now))


def _quote_box(
    quoted: QuotedCart, line: QuotedLine, plan: PlanTerms, number: int, book: PriceBook, now: datetime
) -> Money:
    """Return what a later box costs at the cart's place, with delivery and tax."""
    agreed = agreed_price(quoted, line, now)
    if agreed is None:
        raise AssertionError("Goods for sale have a price.")
    shipping = quoted.quote.shipping
    row = agreed_row(line, plan.price_of_box(number, agreed.price))
    rate_id = shipping.rate_id if shipping else ""
    return quote_agreed([row], place=quoted.quote.place, rate_id=rate_id, now=now, book=book).quote.total


def agreed_row(line: QuotedLine, price: Money) -> CartLineRow:
    """Return a line as that of a later box."""
    agreed = CartLine(variation=line.variation, quantity=line.line.quantity, agreed_price=price)
    return CartLineRow(agreed, line.label, line.chosen, line.picture)


def quote_agreed(
    rows: Sequence[CartLineRow], *, place: Place, rate_id: str, now: datetime, book: PriceBook | None = None
) -> QuotedCart:
    """Return the quote of a cart that holds only these agreed lines. It is saved nowhere.

    One query, none with a `book`; ten more when prices were edited, one when bottles are short.
    """
    cart = Cart(pk=uuid4())
    return quote_rows(cart, CartRows(tuple(rows), ()), now=now, place=place, rate_id=rate_id, book=book)
