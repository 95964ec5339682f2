"""Switches for payments in doubt: disputes, reviews, refunds that come back. Part of `controls.py`."""

from typing import Literal

from anyio.to_thread import run_sync
from pydantic import BaseModel, ConfigDict

from sandbox_pay.call import Call
from sandbox_pay.objects.records import Charge
from sandbox_pay.payments import charges, disputes, refunds, reviews
from sandbox_pay.protocol.errors import ApiError
from sandbox_pay.protocol.json import Json
from sandbox_pay.provider import Provider
from sandbox_pay.storage.table import INTENTS


class Doubt(BaseModel):
    """A payment that gets into doubt, or one in doubt whose end is told."""

    model_config = ConfigDict(extra="forbid")

    payment_intent: str = ""
    dispute: str = ""
    review: str = ""
    refund: str = ""
    reason: str = ""
    inquiry: bool = False
    result: Literal["won", "lost"] = "won"


async def change(provider: Provider, what: str, doubt: Doubt) -> Json:
    """Do what the address names: `disputes/open`, `disputes/close`, `reviews/open`, `reviews/close`, `refunds/fail`."""

    def run() -> Json:
        with provider.call() as call:
            return changed(call, what, doubt)

    return await run_sync(run)


def changed(call: Call, what: str, doubt: Doubt) -> Json:
    if what == "disputes/open":
        opened = disputes.begin(call, _charge(call, doubt), doubt.reason or "fraudulent", inquiry=doubt.inquiry)
        return {"dispute": opened.id}
    if what == "disputes/close":
        return {"status": disputes.end(call, disputes.find(call, doubt.dispute), won=doubt.result == "won").status}
    if what == "reviews/open":
        return {"review": reviews.begin(call, _charge(call, doubt), doubt.reason or "manual").id}
    if what == "reviews/close":
        return {"reason": reviews.end(call, reviews.find(call, doubt.review), doubt.reason or "approved").closed_reason}
    failed = refunds.fail(call, refunds.find(call, doubt.refund), doubt.reason or refunds.SENT_BACK)
    return {"status": failed.status}


def _charge(call: Call, doubt: Doubt) -> Charge:
    intent = INTENTS.find(call.connection, doubt.payment_intent)
    if intent is None or not intent.latest_charge:
        raise ApiError(404, "There is no such payment.")
    return charges.find(call, intent.latest_charge)
