"""Disputes and inquiries of charges."""

from typing import Final

from sandbox_pay.call import Call
from sandbox_pay.lookup import find_record
from sandbox_pay.objects import case_wire
from sandbox_pay.objects.case_records import CLOSED, WARNINGS, Dispute, DisputeStatus
from sandbox_pay.objects.ids import new_id
from sandbox_pay.objects.records import BalanceTransaction, ChargeRecord
from sandbox_pay.paging import page, read_filters
from sandbox_pay.payments import charges
from sandbox_pay.payments.cases import reviews
from sandbox_pay.protocol.errors import ProviderError, invalid
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import BALANCE, CHARGES, DISPUTES
from sandbox_pay.webhooks.events import emit

ANSWER_WITHIN: Final = 9 * 24 * 3600
"""Seconds that a merchant has for evidence; Stripe's test disputes have about as long."""
VERDICTS: Final = {"winning_evidence": True, "losing_evidence": False}
"""Stripe's texts for `evidence.uncategorized_text` that settle a test dispute when they are submitted."""


def begin(call: Call, charge: ChargeRecord, reason: str, *, inquiry: bool = False) -> Dispute:
    """Open a dispute about a charge. Unless it is only an inquiry, the money is taken out of the balance."""
    left = charge.taken - charge.amount_refunded
    if charge.disputed or not left:
        raise ProviderError(400, f"Charge {charge.id} cannot be disputed.")
    dispute = Dispute(
        id=new_id("du"),
        created=call.now,
        charge=charge.id,
        payment_intent=charge.payment_intent,
        amount=left,
        currency=charge.currency,
        brand=charge.card.brand if charge.card else charge.type,
        reason=reason,
        status=DisputeStatus.WARNING_NEEDS_RESPONSE if inquiry else DisputeStatus.NEEDS_RESPONSE,
        due_by=call.now + ANSWER_WITHIN,
    )
    CHARGES.save(call.connection, charge.model_copy(update={"disputed": True}))
    dispute = DISPUTES.save(call.connection, dispute if inquiry else _with_movement(call, dispute, -dispute.amount))
    _emit(call, dispute, "created", *(() if inquiry else ("funds_withdrawn",)))
    reviews.conclude(call, charge, "disputed")
    return dispute


def end(call: Call, dispute: Dispute, *, won: bool) -> Dispute:
    """Close a dispute. The store gets the money of a won one back; a won inquiry is only closed.

    A lost inquiry takes the amount that was not refunded.
    """
    if dispute.status in CLOSED:
        raise ProviderError(400, "This dispute is already closed.")
    inquiry = dispute.status in WARNINGS
    back = won and not inquiry
    if inquiry and not won:
        charge = charges.find(call, dispute.charge)
        left = min(dispute.amount, charge.taken - charge.amount_refunded)
        dispute = dispute.model_copy(update={"amount": left})
    status = DisputeStatus.LOST if not won else DisputeStatus.WARNING_CLOSED if inquiry else DisputeStatus.WON
    dispute = dispute.model_copy(update={"status": status})
    if back or (inquiry and not won):
        dispute = _with_movement(call, dispute, dispute.amount if back else -dispute.amount)
    DISPUTES.save(call.connection, dispute)
    _emit(call, dispute, *(("funds_reinstated",) if back else ()), "closed")
    return dispute


def answer_inquiries(call: Call, charge: ChargeRecord) -> None:
    """Close the inquiries of a charge that is fully refunded."""
    for dispute in DISPUTES.search(call.connection, {"charge = ?": charge.id}):
        if dispute.status in WARNINGS:
            end(call, dispute, won=True)


def _with_movement(call: Call, dispute: Dispute, amount: int) -> Dispute:
    """Return the dispute with a new balance transaction."""
    movement = charges.balance(call, dispute.id, amount, dispute.currency, "adjustment", costs=False)
    return dispute.model_copy(update={"balance_transactions": [*dispute.balance_transactions, movement]})


def _emit(call: Call, dispute: Dispute, *kinds: str, before: Json | None = None) -> None:
    for kind in kinds:
        emit(call, f"charge.dispute.{kind}", _render(call, dispute), before)


def _render(call: Call, dispute: Dispute) -> Json:
    found = [BALANCE.find(call.connection, number) for number in dispute.balance_transactions]
    moved: list[BalanceTransaction] = [each for each in found if each is not None]
    return case_wire.dispute(dispute, moved, call.now)


def find(call: Call, dispute_id: str) -> Dispute:
    return find_record(call, DISPUTES, dispute_id, "dispute")


def retrieve(call: Call) -> Json:
    return _render(call, find(call, call.target))


def listing(call: Call) -> Json:
    conditions = read_filters(call, "payment_intent", "charge")
    return page(call, DISPUTES, conditions, lambda record: _render(call, record), "/v1/disputes")


def update(call: Call) -> Json:
    """Store evidence. Once all of it is submitted, the bank reviews it.

    Stripe's two test texts decide at once.
    """
    dispute = find(call, call.target)
    before = _render(call, dispute)
    if dispute.status in CLOSED:
        raise ProviderError(400, "This dispute is already closed.")
    new_evidence = {name: str(value) for name, value in (call.map("evidence") or {}).items()}
    if unknown := set(new_evidence) - set(case_wire.EVIDENCE):
        raise invalid(f"This sandbox takes evidence as texts only, and not {sorted(unknown)[0]}.", "evidence")
    evidence = {**dispute.evidence, **new_evidence}
    submits = bool(evidence) if call.flag("submit") else bool(new_evidence) and not call.has("submit")
    changes: dict[str, object] = {
        "metadata": call.metadata(dispute.metadata),
        "evidence": evidence,
        "submitted": dispute.submitted + submits,
    }
    if submits:
        warned = dispute.status in WARNINGS
        changes["status"] = DisputeStatus.WARNING_UNDER_REVIEW if warned else DisputeStatus.UNDER_REVIEW
    dispute = DISPUTES.save(call.connection, dispute.model_copy(update=changes))
    _emit(call, dispute, "updated", before=before)
    verdict = VERDICTS.get(evidence.get("uncategorized_text", "")) if submits else None
    return _render(call, dispute if verdict is None else end(call, dispute, won=verdict))


def close(call: Call) -> Json:
    """Accept the dispute for the merchant."""
    return _render(call, end(call, find(call, call.target), won=False))
