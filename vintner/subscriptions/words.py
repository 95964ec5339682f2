"""Words about subscriptions that several pages and e-mails share."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings

from vintner.cart.prices.quoted_cart import QuotedCart, QuotedLine
from vintner.cart.prices.recurring import AgreedPrice, agreed_price, day_of_box, subscribed_lines
from vintner.catalogue.plans.rules import PlanTerms, PriceRule
from vintner.catalogue.plans.words import count_boxes, terms_sentences
from vintner.money import Money
from vintner.web.dates import day_in_words

NO_WALLET = "A subscription cannot be bought with this button. Please use the checkout: it shows you the terms."
CHARGES_NOT_AGREED = "Please agree to the later charges of your subscription, then place the order."
PRICE_MAY_CHANGE = "The price may change: then I am told 30 days before."
MANUAL_RENEWAL = "Later boxes are paid by hand: we write to you before each."
PAID_TOO = "Later boxes are paid with this method, too."
AS_BEFORE = "Later boxes are charged as before."


@dataclass(frozen=True, slots=True)
class SubscriberTerms:
    """The terms of a subscription as its subscriber reads them, and the sentence by which later charges are agreed to.
    Both are stored.
    """

    line: QuotedLine
    sentences: tuple[str, ...]
    charges: str
    price: Money
    """What one unit costs in later boxes, which `charges` tells with days."""

    @classmethod
    def of(cls, line: QuotedLine, plan: PlanTerms, agreed: AgreedPrice, now: datetime) -> "SubscriberTerms":
        """Return the terms of a line with a plan."""
        quantity = line.line.quantity
        charges = charge_words(plan, quantity, agreed, now)
        return cls(line, consent_words(plan, quantity, agreed), charges, agreed.price)

    @property
    def stored(self) -> str:
        return "\n".join(filter(None, (*self.sentences, self.charges)))


def consent_words(plan: PlanTerms, quantity: int, agreed: AgreedPrice) -> tuple[str, ...]:
    """Return the terms that a subscriber reads, a sentence each."""
    sentences = terms_sentences(plan, quantity=quantity, price=agreed.price)
    if not agreed.coupon_code or not plan.price_changes_at:
        return sentences
    boxes = "box after the trial" if plan.has_trial else "later box"
    return (*sentences, f"Coupon “{agreed.coupon_code}” takes {agreed.full - agreed.price} off each {boxes}.")


def charge_words(plan: PlanTerms, quantity: int, agreed: AgreedPrice, now: datetime) -> str:
    """Return the sentence by which a subscriber agrees to later charges: what, when, and for how long. '' for a plan
    without later boxes. California's law on automatic renewals (Business and Professions Code, section 17602) asks for
    a consent of its own.
    """
    if not plan.price_changes_at:
        return ""
    first, *others = (
        (plan.price_of_box(number, agreed.price) * quantity, day_in_words(day_of_box(plan, number, now)))
        for number in plan.price_changes_at
    )
    charges = f"{first[0]} plus delivery and tax {plan.cadence.words} from {first[1]} on"
    charges = ", ".join((charges, *(f"{price} from {day} on" for price, day in others)))
    words = f"I agree that {settings.STORE_NAME} charges my payment method {charges}, {_end_words(plan, quantity)}."
    return f"{words} {PRICE_MAY_CHANGE}" if plan.price_rule == PriceRule.CURRENT else words


def _end_words(plan: PlanTerms, quantity: int) -> str:
    least, most = count_boxes(plan.least_boxes, quantity), count_boxes(plan.most_boxes, quantity)
    if not plan.most_boxes:
        bound = f"for at least {least} with this order, and then "
        return f"{bound if plan.is_committed else ''}until I cancel"
    all_boxes = f"{most} in all with this order"
    if plan.most_boxes == plan.least_boxes:
        return all_boxes
    return f"{all_boxes}, unless I cancel {f'after {least}' if plan.is_committed else 'before'}"


def consents_of(quoted: QuotedCart, now: datetime) -> list[SubscriberTerms]:
    """Return what whoever orders the cart agrees to, for each subscription that this opens. No query."""
    found = ((line, plan, agreed_price(quoted, line, now)) for line, plan in subscribed_lines(quoted))
    return [SubscriberTerms.of(line, plan, agreed, now) for line, plan, agreed in found if agreed is not None]


def join_charges(consents: Sequence[SubscriberTerms]) -> str:
    """Return the label of the box by which a subscriber agrees to all later charges, a line for each subscription; ''
    where there are none.
    """
    asked = [each for each in consents if each.charges]
    if len(asked) < 2:
        return "".join(each.charges for each in asked)
    return "\n".join(f"{each.line.label.name}: {each.charges}" for each in asked)


def digest_of(consents: Sequence[SubscriberTerms]) -> str:
    """Return a hash of the terms, '' for none. A form sends it back, so that what was read is what is stored. The days
    of the charges are not part of it: at midnight they are others.
    """
    text = "\n".join("\n".join((each.line.line.key, *each.sentences, each.price.text)) for each in consents)
    return hashlib.sha256(text.encode()).hexdigest()[:32] if text else ""
