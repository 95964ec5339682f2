"""Reads Stripe's disputes and reviews."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

import stripe

from vintner.money import Money
from vintner.payments.gateway import CaseVerdict, Doubt, ProviderCase
from vintner.payments.stripe.answers import find_or_none

VERDICTS: Final[Mapping[str, CaseVerdict]] = {
    "won": CaseVerdict.WON,
    "warning_closed": CaseVerdict.WON,
    "prevented": CaseVerdict.WON,
    "lost": CaseVerdict.LOST,
}
"""The final statuses of a dispute. All others wait for the store or the bank."""
APPROVING_REASONS: Final = frozenset({"approved", "acknowledged"})
"""The reasons of a closed review that mean that the payment is good."""


def find_case(client: stripe.StripeClient, case_id: str) -> ProviderCase | None:
    """Return a dispute or a review by its id; None when the provider knows neither. May raise ProviderDown."""
    if case_id.startswith("prv_"):
        return find_or_none(lambda: _read_review(client.v1.reviews.retrieve(case_id)))
    return find_or_none(lambda: _read_dispute(client.v1.disputes.retrieve(case_id)))


def _read_dispute(raw: stripe.Dispute) -> ProviderCase:
    due = raw.evidence_details.due_by
    return ProviderCase(
        id=raw.id,
        intent_id=_id(raw.payment_intent),
        doubt=Doubt.INQUIRY if raw.status.startswith("warning") else Doubt.DISPUTE,
        verdict=VERDICTS.get(raw.status, CaseVerdict.OPEN),
        reason=raw.reason,
        amount=Money(raw.amount),
        respond_by=datetime.fromtimestamp(due, UTC) if due else None,
    )


def _read_review(raw: stripe.Review) -> ProviderCase:
    closed_as = CaseVerdict.WON if raw.closed_reason in APPROVING_REASONS else CaseVerdict.DROPPED
    return ProviderCase(
        id=raw.id,
        intent_id=_id(raw.payment_intent),
        doubt=Doubt.REVIEW,
        verdict=CaseVerdict.OPEN if raw.open else closed_as,
        reason=raw.closed_reason or raw.opened_reason,
    )


def _id(raw: object) -> str:
    return str(getattr(raw, "id", raw) or "")
