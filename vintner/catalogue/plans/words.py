"""Words about later boxes, which pages of the catalogue, the cart and the checkout share."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from vintner.catalogue.plans.rules import Cadence, PlanTerms, PriceRule
from vintner.money import Money
from vintner.web.dates import day_in_words
from vintner.web.word_lists import join_words


class BoxTotal(NamedTuple):
    """What boxes cost from one of them on, with delivery and tax, and when that one is sent."""

    total: Money
    on: date


def count_subscribers(number: int) -> str:
    """Return how many subscriptions keep something from being deleted, ended ones too."""
    return f"It has {number} subscriber{'' if number == 1 else 's'}, ended subscriptions included"


def recurring_words(plan: PlanTerms, quantity: int, price: Money) -> str:
    """Return what later boxes cost: '$120.00 every month, plus delivery and tax'."""
    return f"{price * quantity} {plan.cadence.words}, plus delivery and tax"


def recurring_total_words(cadence: Cadence, totals: Sequence[BoxTotal], *, is_first: bool = True) -> str:
    """Return what is charged later: 'Then $74.35 every month, first on January 25, 2027'.

    The totals are those of the first box to come and, where a trial ends later, of the first box after it.
    """
    first, *others = totals
    words = f"Then {first.total} {cadence.words}, {'first' if is_first else 'next'} on {day_in_words(first.on)}"
    return "".join((words, *(f", and {each.total} from {day_in_words(each.on)} on" for each in others)))


def trial_words(plan: PlanTerms) -> str:
    """Return what boxes cost during the trial, '' without one: 'First box $19.00'."""
    if not plan.has_trial:
        return ""
    boxes = "box" if plan.trial_boxes == 1 else f"{plan.trial_boxes} boxes"
    return f"First {boxes} {plan.trial_price}"


def box_words(plan: PlanTerms, quantity: int) -> str:
    """Return what is sent each time: 'A box', '2 boxes of 3 bottles'."""
    if quantity == 1:
        return "A box"
    return f"{quantity} boxes of {plan.bottles} bottles" if plan.bottles > 1 else f"{quantity} boxes"


def unit_words(bottles: int) -> str:
    """Return what the stock of a wine counts, by the bottles of one unit: 'bottles' or 'boxes of 6 bottles'."""
    return f"boxes of {bottles} bottles" if bottles > 1 else "bottles"


def count_units(count: int, bottles: int) -> str:
    """Return so many units of a wine's stock: '1 bottle', '12 boxes of 6 bottles'."""
    if count != 1:
        return f"{count} {unit_words(bottles)}"
    return f"1 box of {bottles} bottles" if bottles > 1 else "1 bottle"


def count_boxes(count: int, quantity: int) -> str:
    """Return how often something is sent: '3 boxes', and '3 deliveries' where each has more boxes than one."""
    one, many = ("box", "boxes") if quantity == 1 else ("delivery", "deliveries")
    return f"1 {one}" if count == 1 else f"{count} {many}"


def terms_sentences(plan: PlanTerms, *, quantity: int = 1, price: Money | None = None) -> tuple[str, ...]:
    """Return the terms as shoppers read them, a sentence each. `price` is what one unit costs, where that is known."""
    each = f"{box_words(plan, quantity)} {plan.cadence.words}"
    if plan.most_boxes:
        found = [f"{each}, {count_boxes(plan.most_boxes, quantity)} in all."]
    else:
        found = [f"{each}." if plan.is_committed else f"{each}, until you cancel."]
    if plan.bottles > 1 and quantity == 1:
        found.append(f"Each box holds {plan.bottles} bottles.")
    found.append("Delivery and tax are added to the price of each box.")
    if plan.has_trial:
        first = "The first box costs" if plan.trial_boxes == 1 else f"The first {plan.trial_boxes} boxes cost"
        found.append(f"{first} {plan.trial_price}{'' if plan.trial_boxes == 1 else ' each'}.")
        found.append("The trial price is for a quantity of 1, once for each customer.")
    found.append(_PRICE_SENTENCES[plan.price_rule])
    return (*found, _changes_sentence(plan), _end_sentence(plan, quantity, price))


def _changes_sentence(plan: PlanTerms) -> str:
    skips = "skip a box, but not two in a row"
    if plan.skips_in_a_row > 1:
        skips = f"skip up to {plan.skips_in_a_row} boxes in a row"
    can = [skips] if plan.skips_in_a_row else []
    can.append("delay a box")
    if plan.longest_pause:
        can.append(f"pause for up to {plan.longest_pause} days")
    return f"In your account you may {join_words(can, 'or')}."


def _end_sentence(plan: PlanTerms, quantity: int, price: Money | None) -> str:
    if not plan.is_committed:
        return "Cancel at any time, with two presses."
    sum_words = f", {plan.least_price(price) * quantity} at today’s price plus delivery and tax" if price else ""
    after = "" if plan.most_boxes == plan.least_boxes else " Then cancel at any time."
    return f"You take at least {count_boxes(plan.least_boxes, quantity)}{sum_words}.{after}"


_PRICE_SENTENCES = {
    PriceRule.KEPT: "The price stays what it is when you subscribe.",
    PriceRule.CURRENT: "We write to you 30 days before a price changes.",
}
