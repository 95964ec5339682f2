"""What an attempt is paid with: a card that was just entered, or one that its owner let the provider keep (spec 6)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from vintner.customers.models import User
from vintner.payments.messages import MESSAGES
from vintner.payments.models import SavedMethod
from vintner.refusal import Refusal

TOKEN, ENTERED, KEEP = "wc-stripe-payment-token", "wc-stripe-payment-method", "wc-stripe-new-payment-method"
"""The form's fields, as the outside calls them (payments 1.3)."""
NEW = "new"
"""The token of who enters a card."""
NEW_CARD = f"{TOKEN}-{NEW}"
"""The id of the input that leads to the card's fields."""
NOT_YOURS = "That saved card is not there any more. Please choose another one, or enter a card."
EXPIRED = f"{MESSAGES['expired_card']} Please choose another one, or enter a card."
_METHOD = re.compile(r"pm_[A-Za-z0-9_]{1,70}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Means:
    """`method` is the provider's name of a card, '' when there is none.

    A saved card comes with the provider's `customer_id`, to whom alone it may be charged. With `save`, the one who
    pays wants the card to be kept.
    """

    method: str
    customer_id: str = ""
    save: bool = False


def read(values: Mapping[str, str], user: User | None, now: datetime) -> Means:
    """Return what a form pays with. Raises Refusal: `no_such_card`, also for somebody else's, or `card_expired`."""
    number = values.get(TOKEN, "").strip()
    if number in ("", NEW):
        return Means(provider_name(values.get(ENTERED, "")), save=values.get(KEEP, "") in ("true", "1"))
    return _saved(number, user, now)


def provider_name(entered: str) -> str:
    """Return the provider's name of a card. Anything else (its number, say) is dropped and never kept."""
    return entered if _METHOD.fullmatch(entered) else ""


def _saved(number: str, user: User | None, now: datetime) -> Means:
    is_number = number.isascii() and number.isdecimal() and len(number) < 19
    own = SavedMethod.objects.filter(customer__user=user, pk=int(number)) if user and is_number else None
    card = own.select_related("customer").first() if own is not None else None
    if card is None:
        raise Refusal("no_such_card", NOT_YOURS, NEW_CARD)
    if card.has_expired(now):
        raise Refusal("card_expired", EXPIRED, NEW_CARD)
    return Means(card.method_id, card.customer.customer_id)
