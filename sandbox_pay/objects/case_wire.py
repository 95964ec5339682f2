"""Disputes and reviews as Stripe's JSON."""

from sandbox_pay.objects import money_wire
from sandbox_pay.objects.case_records import CLOSED, WARNINGS, Dispute, DisputeStatus, FraudWarning, ReviewRecord
from sandbox_pay.objects.records import BalanceTransaction
from sandbox_pay.protocol.json import Json

EVIDENCE = (
    "access_activity_log", "billing_address", "cancellation_policy", "cancellation_policy_disclosure",
    "cancellation_rebuttal", "customer_communication", "customer_email_address", "customer_name",
    "customer_purchase_ip", "customer_signature", "duplicate_charge_documentation", "duplicate_charge_explanation",
    "duplicate_charge_id", "product_description", "receipt", "refund_policy", "refund_policy_disclosure",
    "refund_refusal_explanation", "service_date", "service_documentation", "shipping_address", "shipping_carrier",
    "shipping_date", "shipping_documentation", "shipping_tracking_number", "uncategorized_file", "uncategorized_text",
)  # fmt: skip
"""The evidence that a merchant can submit."""


def dispute(record: Dispute, moved: list[BalanceTransaction], now: int) -> Json:
    """Return the dispute with its balance transactions."""
    warning = record.status in WARNINGS or record.status is DisputeStatus.WARNING_CLOSED
    return {
        "id": record.id,
        "object": "dispute",
        "amount": record.amount,
        "balance_transactions": [money_wire.balance_transaction(each) for each in moved],
        "charge": record.charge,
        "created": record.created,
        "currency": record.currency,
        "enhanced_eligibility_types": [],
        "evidence": {
            **dict.fromkeys(EVIDENCE),
            **record.evidence,
            "appeal": None,
            "enhanced_evidence": {},
        },
        "evidence_details": {
            "due_by": None if record.status in CLOSED else record.due_by,
            "enhanced_eligibility": {},
            "has_evidence": bool(record.evidence),
            "past_due": record.status not in CLOSED and now > record.due_by,
            "submission_count": record.submitted,
            "submission_method": "manual" if record.submitted else "not_submitted",
        },
        "intended_submission_method": None,
        "is_charge_refundable": warning,
        "livemode": False,
        "metadata": {**record.metadata},
        "network_reason_code": None,
        "payment_intent": record.payment_intent,
        "payment_method_details": {
            "type": "card",
            "card": {
                "brand": record.brand,
                "case_type": "inquiry" if warning else "chargeback",
                "network": record.brand,
                "network_reason_code": None,
            },
        },
        "reason": record.reason,
        "status": record.status.value,
    }


def fraud_warning(record: FraudWarning, *, actionable: bool) -> Json:
    """Return the warning. It is actionable while the money is neither refunded nor disputed."""
    return {
        "id": record.id,
        "object": "radar.early_fraud_warning",
        "actionable": actionable,
        "charge": record.charge,
        "created": record.created,
        "fraud_type": "misc",
        "livemode": False,
        "payment_intent": record.payment_intent,
    }


def review(record: ReviewRecord) -> Json:
    return {
        "id": record.id,
        "object": "review",
        "billing_zip": None,
        "charge": record.charge,
        "closed_reason": record.closed_reason,
        "created": record.created,
        "ip_address": None,
        "ip_address_location": None,
        "livemode": False,
        "open": record.closed_reason is None,
        "opened_reason": record.opened_reason,
        "payment_intent": record.payment_intent,
        "reason": record.closed_reason or record.opened_reason,
        "session": None,
    }
