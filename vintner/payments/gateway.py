"""What the store asks of a card provider. `stripe/` answers it; nothing else knows the provider's words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from vintner.money import Money
from vintner.orders.addresses import Address
from vintner.payments.rules import IntentStatus


class ProviderDown(Exception):
    """No answer, or one that says nothing: whether money was taken is unknown until the intent is read."""


class NotWrittenDown(ProviderDown):
    """There was an answer, but it could not be recorded: what it said is unknown until it is read again."""


@dataclass
class Rejected(Exception):
    """The provider refused the request itself: no intent came to be, nothing was charged."""

    code: str
    message: str
    about: str = ""
    """The parameter that was wrong, where the provider says."""


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
    paid_with: "PaidCard | None" = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidCard:
    """The card that an intent was paid with. Cards with the same number have the same `fingerprint`."""

    method_id: str
    fingerprint: str
    brand: str
    last_four: str
    expires_year: int
    expires_month: int


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


class Returned(StrEnum):
    """Whether money goes back. What is on its way counts as yes, until the provider says otherwise."""

    YES = "yes"
    NO = "no"


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyBack:
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
    returned: Returned


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderNotice:
    """A webhook, verified. `intent_id` is blank when it is about something else."""

    id: str
    type: str
    intent_id: str


class Gateway(Protocol):
    """Every call may raise ProviderDown."""

    def pay(self, charge: Charge) -> Intent:
        """Create and confirm an intent; with the same key, only once. May raise Rejected."""

    def open_customer(self, new: NewCustomer) -> str:
        """Return the provider's number for a customer; with the same key, the same."""

    def detach(self, method_id: str) -> None:
        """Have the provider forget a card. It does no harm when that has happened already."""

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

    def refund(self, back: MoneyBack) -> ProviderRefund:
        """Send money back; with the same key, only once. May raise Rejected."""

    def refunds_of(self, intent_id: str) -> Sequence[ProviderRefund]:
        """Return all that went back of an intent, whoever asked for it."""

    def read_notice(self, body: bytes, signature: str) -> ProviderNotice:
        """Return what a webhook says. Raises BadSignature."""
