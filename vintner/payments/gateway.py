"""What the store asks of a card provider. `stripe/` answers it; nothing else knows the provider's words."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from vintner.money import Money
from vintner.orders.addresses import Address
from vintner.payments.rules import IntentStatus


class ProviderDown(Exception):
    """No answer, or one that says nothing: whether money was taken is unknown until the intent is read."""


@dataclass
class Rejected(Exception):
    """The provider refused the request itself: no intent came to be, nothing was charged."""

    code: str
    message: str


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """What is to be charged. `method` is the provider's name of the card, `key` makes a repeat of the call harmless."""

    amount: Money
    currency: str
    method: str
    key: str
    claim: Claim
    description: str
    recipient: Address | None


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

    def find(self, intent_id: str) -> Intent | None:
        """Return the intent as it stands now."""

    def find_claimed(self, claim: Claim, since: datetime) -> Intent | None:
        """Return the intent of an attempt whose answer was lost, if there is one."""

    def cancel(self, intent_id: str) -> Intent:
        """End the intent if it can still be ended; return how it stands afterwards."""

    def read_notice(self, body: bytes, signature: str) -> ProviderNotice:
        """Return what a webhook says. Raises BadSignature."""
