"""What the provider shows of money that moved: charges, balance transactions, refunds."""

from pydantic import JsonValue

from sandbox_pay.objects import three_d_secure, wire
from sandbox_pay.objects.destinations import destination
from sandbox_pay.objects.records import BalanceTransaction, CardRecord, ChargeRecord, RefundRecord
from sandbox_pay.protocol.json import Json


def charge(record: ChargeRecord) -> Json:
    return {
        "id": record.id,
        "object": "charge",
        "amount": record.amount,
        "amount_captured": record.amount if record.pending else record.taken,
        "amount_refunded": record.amount_refunded,
        "application": None,
        "application_fee": None,
        "application_fee_amount": None,
        "balance_transaction": record.balance_transaction,
        "billing_details": wire.billing_details(record.billing_details),
        "calculated_statement_descriptor": "SANDBOX",
        "captured": record.taken > 0 or record.pending,
        "created": record.created,
        "currency": record.currency,
        "customer": record.customer,
        "description": record.description,
        "disputed": record.disputed,
        "failure_balance_transaction": None,
        "failure_code": record.failure_code,
        "failure_message": record.failure_message,
        "fraud_details": {},
        "livemode": False,
        "metadata": {**record.metadata},
        "on_behalf_of": None,
        "outcome": _outcome(record),
        "paid": record.succeeded,
        "payment_intent": record.payment_intent,
        "payment_method": record.payment_method,
        "payment_method_details": {
            "type": record.type,
            record.type: _charge_card(record, record.card) if record.card else {**record.details},
        },
        "radar_options": {},
        "receipt_email": record.receipt_email,
        "receipt_number": None,
        "receipt_url": None,
        "refunded": 0 < (record.taken or record.amount) == record.amount_refunded,
        "review": record.review,
        "shipping": wire.shipping(record.shipping),
        "source_transfer": None,
        "statement_descriptor": record.statement_descriptor,
        "statement_descriptor_suffix": record.statement_descriptor_suffix,
        "status": "pending" if record.pending else "succeeded" if record.succeeded else "failed",
        "transfer_data": None,
        "transfer_group": None,
    }


def _outcome(record: ChargeRecord) -> Json:
    return {
        "advice_code": record.advice_code,
        "network_advice_code": None,
        "network_decline_code": None,
        "risk_level": record.risk_level,
        **_render_outcome(record),
    }


def _render_outcome(record: ChargeRecord) -> Json:
    """Return the outcome of a charge. Only cards have a network."""
    status, kind, reason = "approved_by_network", "authorized", None
    message = "Payment complete."
    if record.reviewed:
        kind, reason = "manual_review", "elevated_risk_level"
        message = "This payment has an elevated risk and was put into your queue of reviews."
    elif record.blocked:
        status, kind, reason = "not_sent_to_network", "blocked", "highest_risk_level"
        message = "This payment was blocked as too risky."
    elif not (record.succeeded or record.pending):
        status, kind, reason = "declined_by_network", "issuer_declined", record.decline_code or record.failure_code
        message = f"The bank returned the decline code `{reason}`."
    if record.card is None and kind == "issuer_declined":
        return {"network_status": None, "type": kind, "reason": reason, "seller_message": record.failure_message}
    return {"network_status": status, "type": kind, "reason": reason, "seller_message": message}


def _charge_card(record: ChargeRecord, card: CardRecord) -> Json:
    checks = wire.card_checks(card, record.billing_details, passed=record.succeeded)
    if record.failure_code == "incorrect_cvc":
        checks["cvc_check"] = "fail"
    return {
        **wire.card_facts(card),
        "amount_authorized": record.amount if record.succeeded else None,
        "checks": checks,
        "installments": None,
        "mandate": None,
        "network": card.brand,
        "network_token": {"used": False},
        "regulated_status": "unregulated",
        "three_d_secure": _authentication(record),
        "wallet": wire.card_wallet(card),
    }


def _authentication(record: ChargeRecord) -> Json | None:
    if not (record.authenticated or record.frictionless):
        return None
    return {**three_d_secure.render_result(with_question=record.authenticated), "exemption_indicator": None}


def balance_transaction(record: BalanceTransaction) -> Json:
    details: list[JsonValue] = []
    if record.fee:
        fee: Json = {
            "amount": record.fee,
            "application": None,
            "currency": record.currency,
            "description": "Stripe processing fees",
            "type": "stripe_fee",
        }
        details = [fee]
    return {
        "id": record.id,
        "object": "balance_transaction",
        "amount": record.amount,
        "available_on": record.created,
        "balance_type": "payments",
        "created": record.created,
        "currency": record.currency,
        "description": None,
        "exchange_rate": None,
        "fee": record.fee,
        "fee_details": details,
        "net": record.amount - record.fee,
        "reporting_category": record.kind,
        "source": record.source,
        "status": "available",
        "type": record.kind,
    }


def refund(record: RefundRecord) -> Json:
    rendered: Json = {
        "id": record.id,
        "object": "refund",
        "amount": record.amount,
        "balance_transaction": record.balance_transaction,
        "charge": record.charge,
        "created": record.created,
        "currency": record.currency,
        "destination_details": destination(record.method_type),
        "metadata": {**record.metadata},
        "payment_intent": record.payment_intent,
        "reason": record.reason,
        "receipt_number": None,
        "source_transfer_reversal": None,
        "status": record.status,
        "transfer_reversal": None,
    }
    if record.failure_reason is None:
        return rendered
    failed = record.failure_balance_transaction
    return {**rendered, "failure_balance_transaction": failed, "failure_reason": record.failure_reason}
