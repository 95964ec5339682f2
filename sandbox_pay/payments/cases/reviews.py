"""Reviews: payments that a person has to approve before the order is sent."""

from sandbox_pay.call import Call
from sandbox_pay.lookup import find_record
from sandbox_pay.objects import case_wire
from sandbox_pay.objects.case_records import ReviewRecord
from sandbox_pay.objects.ids import new_id
from sandbox_pay.objects.records import ChargeRecord
from sandbox_pay.paging import page
from sandbox_pay.protocol.errors import ProviderError
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import CHARGES, INTENTS, REVIEWS
from sandbox_pay.webhooks.events import emit


def begin(call: Call, charge: ChargeRecord, reason: str) -> ReviewRecord:
    """Open a review of a charge, by a rule or by hand."""
    if charge.review or not charge.succeeded:
        raise ProviderError(400, f"Charge {charge.id} cannot be reviewed.")
    review = ReviewRecord(
        id=new_id("prv"),
        created=call.now,
        charge=charge.id,
        payment_intent=charge.payment_intent,
        opened_reason=reason,
    )
    REVIEWS.save(call.connection, review)
    CHARGES.save(call.connection, charge.model_copy(update={"review": review.id}))
    intent = INTENTS.find(call.connection, charge.payment_intent)
    if intent is not None:
        INTENTS.save(call.connection, intent.model_copy(update={"review": review.id}))
    emit(call, "review.opened", case_wire.review(review))
    return review


def end(call: Call, review: ReviewRecord, reason: str) -> ReviewRecord:
    """Close a review for a reason in Stripe's words: `approved`, `refunded_as_fraud`, …"""
    if review.closed_reason is not None:
        raise ProviderError(400, "This review is already closed.")
    review = REVIEWS.save(call.connection, review.model_copy(update={"closed_reason": reason}))
    emit(call, "review.closed", case_wire.review(review))
    return review


def conclude(call: Call, charge: ChargeRecord, reason: str) -> None:
    """Close a charge's open review after its decision."""
    review = REVIEWS.find(call.connection, charge.review or "")
    if review is not None and review.closed_reason is None:
        end(call, review, reason)


def find(call: Call, review_id: str) -> ReviewRecord:
    return find_record(call, REVIEWS, review_id, "review")


def retrieve(call: Call) -> Json:
    return case_wire.review(find(call, call.target))


def listing(call: Call) -> Json:
    """Only open ones are listed, as Stripe does."""
    return page(call, REVIEWS, {"closed_reason IS NULL AND 1 = ?": 1}, case_wire.review, "/v1/reviews")


def approve(call: Call) -> Json:
    return case_wire.review(end(call, find(call, call.target), "approved"))
