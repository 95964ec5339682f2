"""What the store asks of a card provider. `stripe/` answers it; nothing else knows the provider's words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from vintner.money import ZERO, Money
from vintner.orders.addresses import Address
from vintner.payments.attempts.rules import IntentStatus
from vintner.payments.saved_methods.rules import SetupIntentStatus


class ProviderDown(Exception):
    """No answer, or one that says nothing: whether money was taken is unknown until the intent is read."""


class IdempotencyConflict(ProviderDown):
    """The same was asked for before, in other words: the key of the request is that of another one."""


class NotRecorded(ProviderDown):
    """There was an answer, but it could not be recorded: what it said is unknown until it is read again."""


@dataclass
class Rejected(Exception):
    """The provider refused the request itself: no intent came to be, nothing was charged."""

    code: str
    message: str
    parameter: str = ""
    """The parameter that was wrong, where the provider names it."""


class BadSignature(Exception):
    """A webhook was not signed by the provider, or too long ago."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What an intent carries to say which attempt at which order it is. `signature` proves that we wrote it."""

    order_id: int
    attempt: int
    signature: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentError:
    """Why the provider's last try at an intent failed, in its codes."""

    code: str
    decline_code: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Intent:
    """The provider's record of an attempt, as it stood when it was read."""

    id: str
    status: IntentStatus
    amount: Money
    received: Money
    currency: str
    client_secret: str
    claim: Claim | None
    charge_id: str = ""
    card: str = ""
    error: PaymentError | None = None
    customer_id: str = ""
    paid_with: "ReusableMethod | None" = None
    method_id: str = ""
    types: tuple[str, ...] = ()
    """The types of payment methods that it takes."""
    keeps: bool = False
    """Whether the method is kept for the customer's later payments."""
    page: str = ""
    """Where the shopper does it, when that is a page of the provider's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReusableMethod:
    """A card, bank account or wallet that may pay again. The same number or account has the same `fingerprint`.

    `account` is the name of a bank, an e-mail address or a cashtag. Cards alone have a brand and a date.
    """

    method_id: str
    fingerprint: str
    type: str = "card"
    brand: str = ""
    last_four: str = ""
    account: str = ""
    mandate: str = ""
    """The provider's record of the consent to debits, for the types that need one."""
    expires_year: int | None = None
    expires_month: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewCustomer:
    """Somebody who may keep cards at the provider. `reference` is our number; `key` makes a repeat harmless."""

    email: str
    name: str
    reference: str
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """What is to be charged. `method` is the provider's name of the card, `key` makes a repeat of the call harmless.

    A card that the provider keeps is charged to its `customer_id` alone; with `save`, that customer keeps the card.
    `token` stands for the method when the browser collected it for one confirmation; `intent_id` when the browser has
    an intent already, which is only told what it is for. Without `confirm` the browser confirms it. `return_url` is
    where the shopper is sent back to. `browser` agreed to a debit: its address and its own name.
    """

    amount: Money
    currency: str
    method: str
    key: str
    claim: Claim
    description: str
    recipient: Address | None
    customer_id: str = ""
    save: bool = False
    capture_later: bool = False
    type: str = "card"
    token: str = ""
    intent_id: str = ""
    confirm: bool = True
    return_url: str = ""
    browser: tuple[str, str] | None = None
    code: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewIntent:
    """An intent for which the browser will bring the method. `key` makes a repeat of the call harmless."""

    amount: Money
    currency: str
    type: str
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupClaim:
    """What a setup intent carries to say which attempt it is of. `signature` proves that we wrote it."""

    setup_id: int
    signature: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSetup:
    """A payment method that a customer wants to be kept without paying.

    `method` is the provider's name of it; without one the browser brings it. `return_url` is where a bank that
    asks on a page of its own sends the shopper afterwards.
    """

    customer_id: str
    type: str = "card"
    method: str
    key: str
    claim: SetupClaim
    return_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupIntent:
    """The provider's record of an attempt to keep a payment method, as it stood when it was read.

    `next_action` is the provider's name of what the shopper has to do, `page` where it is done when that is a page of
    the provider's.
    """

    id: str
    status: SetupIntentStatus
    client_secret: str
    claim: SetupClaim | None
    customer_id: str
    method: ReusableMethod | None = None
    error: PaymentError | None = None
    next_action: str = ""
    page: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOnFile:
    """A payment method as the provider knows it now. `customer_id` is blank when it is nobody's any more."""

    card: ReusableMethod
    customer_id: str


class RefundResult(StrEnum):
    """Whether money goes back. What is on its way counts as yes, until the provider says otherwise."""

    YES = "yes"
    NO = "no"


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundRequest:
    """What is to go back of an intent. `key` makes a repeat of the call harmless, and names our record of it."""

    intent_id: str
    amount: Money
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderRefund:
    """The provider's record of money that goes back. `key` is blank when somebody else asked for it."""

    id: str
    intent_id: str
    amount: Money
    key: str
    returned: RefundResult


class Doubt(StrEnum):
    """Who doubts a payment. With a dispute the bank has taken the money back already, with an inquiry it only asks."""

    DISPUTE = "dispute"
    INQUIRY = "inquiry"
    REVIEW = "review"


class CaseVerdict(StrEnum):
    """What came of it. `dropped`: nobody looks at it any more, and nobody said that the payment is good."""

    OPEN = "open"
    WON = "won"
    LOST = "lost"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderCase:
    """The provider's record of a payment in doubt, as it stood when it was read. A review is about no `amount`."""

    id: str
    intent_id: str
    doubt: Doubt
    verdict: CaseVerdict
    reason: str
    amount: Money = ZERO
    respond_by: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookEvent:
    """A verified webhook event. `object_id` is the id of an intent, a setup intent, a card, a customer, a dispute or a
    review; for other objects it is blank.
    """

    id: str
    type: str
    object_id: str


class Gateway(Protocol):
    """Every call may raise ProviderDown."""

    def pay(self, charge: Charge) -> Intent:
        """Create and confirm an intent, or tell the browser's own what it is for; with the same key, only once.

        May raise Rejected.
        """

    def open(self, new: NewIntent) -> Intent:
        """Create an intent that nothing is known of but the sum; with the same key, only once. May raise Rejected."""

    def open_customer(self, new: NewCustomer) -> str:
        """Return the provider's number for a customer; with the same key, the same. May raise Rejected."""

    def detach(self, method_id: str) -> None:
        """Have the provider forget a card. It does no harm when that has happened already."""

    def knows_customer(self, customer_id: str) -> bool:
        """Say whether the provider has a customer with this number, who was not deleted."""

    def find_card(self, method_id: str) -> CardOnFile | None:
        """Return a payment method as it stands now; None for one that the provider does not know, and for what cannot
        pay again.
        """

    def set_up(self, new: NewSetup) -> SetupIntent:
        """Create a setup intent, and confirm it if it names a method; with the same key, only once. May raise Rejected.

        Once it has succeeded, the method belongs to the customer.
        """

    def find_setup(self, intent_id: str) -> SetupIntent | None:
        """Return the setup intent as it stands now."""

    def find_claimed_setup(self, claim: SetupClaim, customer_id: str, since: datetime) -> SetupIntent | None:
        """Return the setup intent of an attempt whose answer was lost, if there is one."""

    def cancel_setup(self, intent_id: str) -> SetupIntent:
        """End the setup intent if it can still be ended; return how it stands afterwards."""

    def find(self, intent_id: str) -> Intent | None:
        """Return the intent as it stands now."""

    def find_claimed(self, claim: Claim, since: datetime) -> Intent | None:
        """Return the intent of an attempt whose answer was lost, if there is one."""

    def cancel(self, intent_id: str) -> Intent:
        """End the intent if it can still be ended; return how it stands afterwards."""

    def capture(self, intent_id: str, amount: Money, key: str) -> Intent:
        """Take so much of what is set aside and let the rest go; with the same key, only once. May raise Rejected.

        An intent that has nothing set aside is returned as it stands.
        """

    def refund(self, back: RefundRequest) -> ProviderRefund:
        """Send money back; with the same key, only once. May raise Rejected."""

    def refunds_of(self, intent_id: str) -> Sequence[ProviderRefund]:
        """Return all that went back of an intent, whoever asked for it."""

    def find_case(self, case_id: str) -> ProviderCase | None:
        """Return a dispute or a review as it stands now."""

    def read_event(self, body: bytes, signature: str) -> WebhookEvent:
        """Verify and read a webhook's body. Raises BadSignature."""
