"""Controls for disputes, reviews and failed refunds. Part of `controls.py`."""

from collections.abc import Mapping
from typing import Final, Literal

from anyio.to_thread import run_sync
from pydantic import BaseModel, ConfigDict

from sandbox_pay.call import Call
from sandbox_pay.objects.records import ChargeRecord
from sandbox_pay.payments import charges, refunds
from sandbox_pay.payments.cases import disputes, reviews
from sandbox_pay.protocol.errors import ProviderError
from sandbox_pay.protocol.json import Json
from sandbox_pay.provider import SandboxProvider
from sandbox_pay.storage.table import INTENTS

REASONS: Final[Mapping[str, str]] = {
    "disputes/open": (
        "fraudulent bank_cannot_process check_returned credit_not_processed customer_initiated debit_not_authorized "
        "duplicate general incorrect_account_details insufficient_funds noncompliant product_not_received "
        "product_unacceptable subscription_canceled unrecognized"
    ),
    "reviews/open": "manual rule",
    "reviews/close": (
        "approved acknowledged canceled disputed payment_never_settled redacted refunded refunded_as_fraud"
    ),
    "refunds/fail": (
        f"{refunds.SENT_BACK} lost_or_stolen_card charge_for_pending_refund_disputed insufficient_funds declined "
        "merchant_request unknown"
    ),
}
"""Stripe's reasons; the first one is the default."""


class CaseChange(BaseModel):
    """The payment of a new case, or the case to be closed with its result."""

    model_config = ConfigDict(extra="forbid")

    payment_intent: str = ""
    dispute: str = ""
    review: str = ""
    refund: str = ""
    reason: str = ""
    inquiry: bool = False
    result: Literal["won", "lost"] = "won"


async def change(provider: SandboxProvider, what: str, doubt: CaseChange) -> Json:
    """Run the control of the path: `disputes/open`, `disputes/close`, `reviews/open`, `reviews/close`,
    `refunds/fail`.
    """

    def run() -> Json:
        with provider.call() as call:
            return change_case(call, what, doubt)

    return await run_sync(run)


def change_case(call: Call, what: str, doubt: CaseChange) -> Json:
    reason = _reason(what, doubt.reason)
    if what == "disputes/open":
        opened = disputes.begin(call, _charge(call, doubt), reason, inquiry=doubt.inquiry)
        return {"dispute": opened.id}
    if what == "disputes/close":
        return {"status": disputes.end(call, disputes.find(call, doubt.dispute), won=doubt.result == "won").status}
    if what == "reviews/open":
        return {"review": reviews.begin(call, _charge(call, doubt), reason).id}
    if what == "reviews/close":
        return {"reason": reviews.end(call, reviews.find(call, doubt.review), reason).closed_reason}
    failed = refunds.fail(call, refunds.find(call, doubt.refund), reason)
    return {"status": failed.status}


def _reason(what: str, reason: str) -> str:
    known = REASONS.get(what, "").split()
    if reason and reason not in known:
        raise ProviderError(400, f"There is no such reason: {reason[:40]}. Known: {', '.join(known) or 'none'}.")
    return reason or next(iter(known), "")


def _charge(call: Call, doubt: CaseChange) -> ChargeRecord:
    intent = INTENTS.find(call.connection, doubt.payment_intent)
    if intent is None or not intent.latest_charge:
        raise ProviderError(404, "There is no such payment.")
    return charges.find(call, intent.latest_charge)
