"""Reads what an attempt is paid with: a method that was just entered, or a saved one."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from vintner.customers.models import User
from vintner.money import Money
from vintner.payments import offered_types
from vintner.payments.messages import CODE_INVALID, MESSAGES
from vintner.payments.models import Payment, SavedMethod
from vintner.payments.types import CARD, SAVABLE_AT_CHECKOUT, Flow, MethodType
from vintner.payments.wallets.rules import Wallet
from vintner.refusal import Refusal
from vintner.web.client_address import BrowserInfo
from vintner.web.numbers import whole

TOKEN, ENTERED, KEEP = "wc-stripe-payment-token", "wc-stripe-payment-method", "wc-stripe-new-payment-method"
CONFIRMATION, CODE, INTENT = "wc-stripe-confirmation-token", "wc-stripe-blik-code", "wc_payment_intent_id"
"""The form's fields (docs/behaviour/payments.md#form-fields). For types other than cards the prefix has their name."""
NEW = "new"
"""The token of a shopper who enters a new card."""
NOT_YOURS = "That saved card is not there any more. Please choose another one, or enter a card."
ACCOUNT_NOT_YOURS = "That saved payment method is not there any more. Please choose another one, or enter a new one."
EXPIRED = f"{MESSAGES['expired_card']} Please choose another one, or enter a card."
_METHOD = re.compile(r"pm_[A-Za-z0-9_]{1,70}", re.ASCII)
_CONFIRMATION = re.compile(r"ctoken_[A-Za-z0-9_]{1,70}", re.ASCII)
_ANY_INTENT = re.compile(r"(pi|seti)_[A-Za-z0-9_]{1,70}", re.ASCII)
_INTENT = re.compile(r"pi_[A-Za-z0-9]{1,70}", re.ASCII)
_CODE = re.compile(r"[0-9]{6}", re.ASCII)


@dataclass(frozen=True, slots=True)
class PaymentInput:
    """What an attempt is paid with. `method` is the provider's id of a payment method, '' when there is none.

    Instead of it there may be a confirmation `token`, or the `intent_id` of an intent that the page opened before the
    order. A saved method comes with the provider's `customer_id`, and can be charged for that customer alone. With
    `save` the method is saved for later. `browser` is the client that accepted a mandate, and `page` the page on which
    the shopper pays. `wallet` is the wallet that the shopper pressed, '' for the fields of a page.
    With `off_session` the shopper is not there: a saved method is charged as was agreed, and nobody can be asked.
    """

    method: str
    customer_id: str = ""
    save: bool = False
    method_type: MethodType = CARD
    token: str = ""
    intent_id: str = ""
    code: str = ""
    browser: BrowserInfo = field(default_factory=BrowserInfo)
    page: str = Payment.Page.CHECKOUT
    wallet: str = ""
    off_session: bool = False

    @property
    def label(self) -> str:
        """What the shopper calls this way to pay."""
        return Wallet(self.wallet).label if self.wallet else self.method_type.label

    @property
    def has_method(self) -> bool:
        return bool(self.method or self.token or self.intent_id)


class PurchaseCheck(Protocol):
    """Compares what is about to be charged with what a wallet showed."""

    def __call__(self, *, total: Money, cart_hash: str) -> None:
        """Raise Refusal for another total, or for other contents."""


def read_wallet_input(values: Mapping[str, str], wallet: Wallet, method_type: MethodType) -> PaymentInput:
    """Read what a wallet pays with. It is charged once: nothing is saved, and no saved method is used."""
    return PaymentInput(
        clean_method_id(values.get(ENTERED, "")),
        method_type=method_type,
        token=_match_or_blank(_CONFIRMATION, values.get(CONFIRMATION, "")),
        wallet=wallet.value,
    )


def read_payment_input(
    values: Mapping[str, str], user: User | None, now: datetime, method_type: MethodType = CARD
) -> PaymentInput:
    """Read what a form pays with. Raises Refusal: `no_such_card` (also for somebody else's), `card_expired` or
    `code_invalid`.
    """
    number = values.get(_field_name(TOKEN, method_type), "").strip()
    if number not in ("", NEW):
        return _read_saved_method(number, user, now, method_type)
    code = values.get(CODE, "").strip() if method_type.flow is Flow.CODE else ""
    if method_type.flow is Flow.CODE and not _CODE.fullmatch(code):
        raise Refusal("code_invalid", CODE_INVALID % method_type.label, CODE)
    return PaymentInput(
        clean_method_id(values.get(ENTERED, "")),
        save=method_type.name in SAVABLE_AT_CHECKOUT
        and values.get(_field_name(KEEP, method_type), "") in ("true", "1"),
        method_type=method_type,
        token=_match_or_blank(_CONFIRMATION, values.get(CONFIRMATION, "")),
        intent_id="" if method_type.supports_deferred else _match_or_blank(_INTENT, values.get(INTENT, "")),
        code=code,
    )


def read_token(values: Mapping[str, str]) -> str:
    """Return the saved method's number that the form has for its chosen type, '' when it has none."""
    method_type = offered_types.find_by_code(values.get("payment_method", "")) or CARD
    return values.get(_field_name(TOKEN, method_type), "").strip()


def clean_method_id(text: str) -> str:
    """Return the id of a payment method. Anything else, such as a card number, is dropped and never stored."""
    return _match_or_blank(_METHOD, text)


def clean_intent_id(text: str) -> str:
    """Return the id of an intent that a browser sent, '' for anything else: no row can hold a NUL."""
    return _match_or_blank(_ANY_INTENT, text)


def _match_or_blank(pattern: re.Pattern[str], text: str) -> str:
    return text if pattern.fullmatch(text) else ""


def _field_name(field: str, method_type: MethodType) -> str:
    """Return a field's name for a type, as in wc-stripe_ideal-payment-token."""
    return field.replace(f"wc-{offered_types.PREFIX}-", f"wc-{offered_types.code_of(method_type)}-", 1)


def _read_saved_method(number: str, user: User | None, now: datetime, method_type: MethodType) -> PaymentInput:
    method = find_own_method(number, user, now, method_type)
    return PaymentInput(method.method_id, method.customer.customer_id, method_type=method_type)


def find_own_method(number: str, user: User | None, now: datetime, method_type: MethodType) -> SavedMethod:
    """Return the user's saved method that a form has chosen. Raises Refusal: `no_such_card`, `card_expired`."""
    pk, new = whole(number), f"{_field_name(TOKEN, method_type)}-{NEW}"
    own = SavedMethod.objects.filter(customer__user=user, type=method_type.name, pk=pk) if user and pk else None
    method = own.select_related("customer").first() if own is not None else None
    if method is None:
        raise Refusal("no_such_card", NOT_YOURS if method_type is CARD else ACCOUNT_NOT_YOURS, new)
    if method.has_expired(now):
        raise Refusal("card_expired", EXPIRED, new)
    return method
