"""The interface of a payment provider. `stripe/` implements it; nothing else knows the provider's names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol, TypeVar

from vintner.money import ZERO, Money
from vintner.payments.attempts.rules import IntentStatus
from vintner.payments.wallets.registry import DomainRegistry
from vintner.payments.webhooks.events import WebhookEvent as WebhookEvent
from vintner.shipping.regions import Address


class ProviderDown(Exception):
    """There was no usable answer: whether money was taken is unknown until the intent is read."""


class NotSent(ProviderDown):
    """The call was not sent, so it changed nothing at the provider, which has not answered lately or is asked by too
    many requests at this moment (`crowded`).
    """

    def __init__(self, reason: str, *, crowded: bool) -> None:
        super().__init__(reason)
        self.crowded = crowded


class IdempotencyConflict(ProviderDown):
    """The idempotency key was used before with other parameters."""


class NotRecorded(ProviderDown):
    """There was an answer, but it could not be recorded: it has to be read again."""


Found = TypeVar("Found")


def expect_found(found: Found | None, name: str) -> Found:
    """Return what was found. Raises ProviderDown when the provider does not know an intent that it created."""
    if found is None:
        raise ProviderDown(f"{name} is not to be found")
    return found


@dataclass
class Rejected(Exception):
    """The provider refused the request: no intent was created, nothing was charged."""

    code: str
    message: str
    parameter: str = ""
    """The parameter that was wrong, where the provider names it."""


class BadSignature(Exception):
    """A webhook event was not signed by the provider, or too long ago."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What an intent's metadata says of the attempt that it is for. `signature` proves that the store wrote it.

    `lookup` has the fields that find the attempt: order_id and attempt of a payment, pk of a setup.
    """

    lookup: Mapping[str, int]
    signature: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentError:
    """Why the last try at an intent failed, by the provider's codes. Without codes, the provider gives no reason."""

    code: str = ""
    decline_code: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Intent:
    """A payment intent as it was when it was read."""

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
    """The types of payment methods that it accepts."""
    saves_method: bool = False
    """Whether the method is saved for the customer's later payments."""
    page: str = ""
    """The provider's page on which the shopper continues, if there is one."""
    funding: str = ""  # what funds the card that was charged, by the provider's word


@dataclass(frozen=True, slots=True, kw_only=True)
class ReusableMethod:
    """A card, bank account or wallet that can be charged again. The same number or account has the same `fingerprint`.

    `account` is the name of a bank, an e-mail address or a cashtag. Only cards have a brand and an expiry date.
    """

    method_id: str
    fingerprint: str
    type: str = "card"
    brand: str = ""
    last_four: str = ""
    account: str = ""
    mandate: str = ""
    """The provider's mandate, for the types that need one."""
    expires_year: int | None = None
    expires_month: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewCustomer:
    """A customer to be created at the provider. `reference` is the account's id; `key` makes a repeat harmless."""

    email: str
    name: str
    reference: str
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """What is to be charged. `method` is the provider's id of the method, `key` makes a repeat of the call harmless.

    A saved method is charged for its `customer_id` alone; with `save`, the method is saved for that customer. A
    confirmation `token` may replace the method. With `intent_id` the browser has an intent already, which is only
    updated. Without `confirm` the browser confirms the intent. `return_url` is where the shopper is sent back to.
    `browser` is the internet address and the user agent that accepted a mandate. `off_session`: nobody can be asked.
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
    off_session: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NewIntent:
    """An intent to which the browser adds the method. `key` makes a repeat of the call harmless."""

    amount: Money
    currency: str
    type: str
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSetup:
    """A payment method that a customer saves without paying. Without its id, `method`, the browser adds it.

    `return_url` is where a bank's page leads back to, `browser` the address and user agent of who agreed to a mandate.
    """

    customer_id: str
    type: str = "card"
    method: str
    key: str
    claim: Claim
    return_url: str
    browser: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupIntent:
    """A setup intent as it was when it was read.

    `next_action` is the provider's name of what the customer has to do, `page` the provider's page for it, if there is
    one.
    """

    id: str
    status: IntentStatus
    client_secret: str
    claim: Claim | None
    customer_id: str
    method: ReusableMethod | None = None
    error: PaymentError | None = None
    next_action: str = ""
    page: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOnFile:
    """A payment method as the provider has it now. `customer_id` is blank when it is detached."""

    card: ReusableMethod
    customer_id: str


class RefundResult(StrEnum):
    """Whether money goes back. A pending refund was accepted: it goes back unless the provider reports its failure."""

    YES = "yes"
    PENDING = "pending"
    NO = "no"


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundRequest:
    """An amount to be refunded of an intent. `key` makes a repeat harmless, and identifies the store's record."""

    intent_id: str
    amount: Money
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderRefund:
    """A refund at the provider. `key` is blank when it was not made by the store."""

    id: str
    intent_id: str
    amount: Money
    key: str
    returned: RefundResult


class Doubt(StrEnum):
    """What puts a payment in doubt. By a dispute the bank has the money already; by an inquiry it only asks."""

    DISPUTE = "dispute"
    INQUIRY = "inquiry"
    REVIEW = "review"


class CaseVerdict(StrEnum):
    """The result of a case. `dropped`: it was closed without a decision that the payment is good."""

    OPEN = "open"
    WON = "won"
    LOST = "lost"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderCase:
    """A dispute or review as it was when it was read. A review has no `amount`."""

    id: str
    intent_id: str
    doubt: Doubt
    verdict: CaseVerdict
    reason: str
    amount: Money = ZERO
    respond_by: datetime | None = None


class Gateway(DomainRegistry, Protocol):
    """Every call may raise ProviderDown."""

    def pay(self, charge: Charge) -> Intent:
        """Create and confirm an intent, or update the one that the browser has; with the same key, only once.

        May raise Rejected.
        """

    def open(self, new: NewIntent) -> Intent:
        """Create an intent of which only the amount is known; with the same key, only once. May raise Rejected."""

    def open_customer(self, new: NewCustomer) -> str:
        """Create a customer and return its id; with the same key, the same one. May raise Rejected."""

    def detach(self, method_id: str) -> None:
        """Detach a payment method from its customer. A detached one stays detached."""

    def knows_customer(self, customer_id: str) -> bool:
        """Return whether the provider has a customer with this id who was not deleted."""

    def delete_customer(self, customer_id: str) -> None:
        """Delete a customer with its name, e-mail address and saved methods. What it paid stays. One that is unknown or
        deleted already stays so.
        """

    def find_card(self, method_id: str) -> CardOnFile | None:
        """Return a payment method; None for one that the provider does not know or that cannot be charged again."""

    def find_funding(self, method_id: str, token: str) -> str:
        """Return 'credit', 'debit', 'prepaid' or 'unknown' of a card or a token's card, else ''. May raise Rejected."""

    def set_up(self, new: NewSetup) -> SetupIntent:
        """Create a setup intent, and confirm it if it names a method; with the same key, only once. May raise Rejected.

        Once it has succeeded, the method is attached to the customer.
        """

    def find_setup(self, intent_id: str) -> SetupIntent | None:
        """Return a setup intent, None for one that the provider does not know."""

    def find_claimed_setup(self, claim: Claim, customer_id: str, since: datetime) -> SetupIntent | None:
        """Return the setup intent of an attempt whose answer was lost, if there is one."""

    def cancel_setup(self, intent_id: str) -> SetupIntent:
        """Cancel the setup intent if that is still possible, and return it."""

    def find(self, intent_id: str) -> Intent | None:
        """Return an intent, None for one that the provider does not know."""

    def find_claimed(self, claims: Sequence[Claim], since: datetime) -> Sequence[Intent]:
        """Return the intents of attempts whose answers were lost, those that there are, from one listing."""

    def cancel(self, intent_id: str) -> Intent:
        """Cancel the intent if that is still possible, and return it."""

    def capture(self, intent_id: str, amount: Money, key: str) -> Intent:
        """Capture an amount and release the rest; with the same key, only once. May raise Rejected.

        An intent that is not authorized is returned unchanged.
        """

    def refund(self, back: RefundRequest) -> ProviderRefund:
        """Refund an amount; with the same key, only once. May raise Rejected."""

    def refunds_of(self, intent_id: str) -> Sequence[ProviderRefund]:
        """Return all refunds of an intent, whoever made them."""

    def find_case(self, case_id: str) -> ProviderCase | None:
        """Return a dispute or a review, None for one that the provider does not know."""

    def read_event(self, body: bytes, signature: str) -> WebhookEvent:
        """Verify and read a webhook's body. Raises BadSignature."""
