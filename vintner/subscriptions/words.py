"""Words about subscriptions that several pages and e-mails share."""

import hashlib
from collections.abc import Sequence
from datetime import datetime

from vintner.cart.prices.quoted_cart import QuotedCart, QuotedLine
from vintner.cart.prices.recurring import AgreedPrice, agreed_price, subscribed_lines
from vintner.catalogue.plans.rules import PlanTerms
from vintner.catalogue.plans.words import count_boxes, terms_sentences
from vintner.catalogue.plans.words import recurring_words as recurring_words

_AGREE = "I agree that my payment method is charged"
AGREEMENT = f"{_AGREE} for each box, until I cancel."
NO_WALLET = "A subscription cannot be bought with this button. Please use the checkout: it shows you the terms."
MANUAL_RENEWAL = "Later boxes are paid by hand: we write to you before each."
PAID_TOO = "Later boxes are paid with this method, too."
AS_BEFORE = "Later boxes are charged as before."


def consent_words(plan: PlanTerms, quantity: int, agreed: AgreedPrice) -> tuple[str, ...]:
    """Return the sentences to which a subscriber agrees. They are stored as they were shown."""
    later = [f"Later boxes: {recurring_words(plan, quantity, agreed.price)}."] if plan.most_boxes != 1 else []
    if agreed.coupon_code:
        saved = (agreed.full - agreed.price) * quantity
        later.append(f"Coupon “{agreed.coupon_code}” takes {saved} off each of them; it is in this price.")
    return (*terms_sentences(plan, quantity=quantity, price=agreed.price), *later, agreement_words(plan, quantity))


def agreement_words(plan: PlanTerms, quantity: int) -> str:
    """Return the sentence by which a subscriber agrees to be charged, for as long as the plan goes."""
    one = "box" if quantity == 1 else "delivery"
    most, least = count_boxes(plan.most_boxes, quantity), count_boxes(plan.least_boxes, quantity)
    if not plan.most_boxes:
        return f"{_AGREE} for at least {least}, and then until I cancel." if plan.is_committed else AGREEMENT
    words = f"{_AGREE} for each {one}, {most} in all"
    if plan.most_boxes in (1, plan.least_boxes):
        return f"{words}."
    return f"{words}, unless I cancel {f'after {least}' if plan.is_committed else 'before'}."


def consents_of(quoted: QuotedCart, now: datetime) -> list[tuple[QuotedLine, tuple[str, ...]]]:
    """Return the sentences of each subscription that ordering the cart opens, with its line. No query."""
    found = ((line, plan, agreed_price(quoted, line, now)) for line, plan in subscribed_lines(quoted))
    return [
        (line, consent_words(plan, line.line.quantity, agreed)) for line, plan, agreed in found if agreed is not None
    ]


def digest_of(consents: Sequence[tuple[QuotedLine, Sequence[str]]]) -> str:
    """Return a hash of the sentences, '' for none. A form sends it back, so that what was read is what is stored."""
    text = "\n".join("\n".join((line.line.key, *sentences)) for line, sentences in consents)
    return hashlib.sha256(text.encode()).hexdigest()[:32] if text else ""
