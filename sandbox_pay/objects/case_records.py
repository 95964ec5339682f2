"""The records of disputes, reviews and fraud warnings."""

from enum import StrEnum

from pydantic import Field

from sandbox_pay.objects.records import Record


class DisputeStatus(StrEnum):
    """Stripe's statuses of a dispute. The warnings are inquiries: no money is taken back yet."""

    NEEDS_RESPONSE = "needs_response"
    UNDER_REVIEW = "under_review"
    WON = "won"
    LOST = "lost"
    WARNING_NEEDS_RESPONSE = "warning_needs_response"
    WARNING_UNDER_REVIEW = "warning_under_review"
    WARNING_CLOSED = "warning_closed"


CLOSED = frozenset({DisputeStatus.WON, DisputeStatus.LOST, DisputeStatus.WARNING_CLOSED})
WARNINGS = frozenset({DisputeStatus.WARNING_NEEDS_RESPONSE, DisputeStatus.WARNING_UNDER_REVIEW})


class Dispute(Record):
    """`balance_transactions`: what the bank took out of the account's balance, and what came back."""

    charge: str
    payment_intent: str
    amount: int
    currency: str
    brand: str
    reason: str
    status: DisputeStatus
    due_by: int
    balance_transactions: list[str] = Field(default_factory=list)
    evidence: dict[str, str] = Field(default_factory=dict)
    submitted: int = 0


class FraudWarning(Record):
    """A card network's early warning about a payment."""

    charge: str
    payment_intent: str


class ReviewRecord(Record):
    """`opened_reason` is `rule` or `manual`; `closed_reason` is set when the review is closed."""

    charge: str
    payment_intent: str
    opened_reason: str
    closed_reason: str | None = None
