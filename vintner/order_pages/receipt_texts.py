"""The words of the receipt: its heading, its status and what happens next. What is picked up has words of its own."""

from collections.abc import Sequence

from django.utils import timezone

from vintner.checkout.pages import PickupPlace
from vintner.orders.models import Order
from vintner.orders.rules import Status
from vintner.payments.models import Payment
from vintner.payments.returns.planned_returns import find_open_return
from vintner.payments.types import Flow
from vintner.subscriptions.recurring import RecurringSentence
from vintner.web.dates import day_in_words

THANKS = "Thank you. Your order has been received."
HEADINGS = {
    Status.FAILED: "Your payment did not go through",
    Status.PENDING: "Your order is waiting for its payment",
    Status.CANCELLED: "This order was cancelled",
    Status.REFUNDED: "This order was refunded",
}
STATUS_TEXTS = {
    Status.PENDING: "We have not received a payment yet. Your bottles are held for a little while.",
    Status.PROCESSING: "Your payment has arrived. We are packing your wine.",
    Status.ON_HOLD: "We have your order and are looking into its payment. You will hear from us by e-mail.",
    Status.COMPLETED: "Your wine is on its way.",
    Status.CANCELLED: "Nothing will be sent. If you were charged, write to us and we will put it right.",
    Status.REFUNDED: "Your payment has been returned. It can take some days until it is on your statement.",
    Status.FAILED: (
        "Your bank did not accept the payment, so nothing was charged. Your bottles are held for a little while: try"
        " again with the same card or another one."
    ),
}
BANK_PROCESSING = (
    "Your bank is still working on the payment, which can take some days. There is nothing for you to do: your bottles"
    " are set aside, and we will write to you as soon as the money is there."
)
VOUCHER = (
    "Your order is placed, and waits for you to pay your voucher. Your bottles are set aside until its last day. As"
    " soon as the money is there, we pack your wine and write to you."
)
MICRODEPOSITS = (
    "Your order is placed. One or two very small amounts are on their way to your bank account: tell our payment"
    " service what they say, which proves that the account is yours. Your bottles are set aside meanwhile."
)
CONFIRM_IN_BANK_APP = "Please confirm the payment in your bank's app now. This page looks by itself whether you have."
PICKUP_STATUS_TEXTS = STATUS_TEXTS | {
    Status.PROCESSING: "Your payment has arrived. We are setting your wine aside.",
    Status.COMPLETED: "Your wine is ready for you, unless you have it already.",
    Status.CANCELLED: "There is nothing to pick up. If you were charged, write to us and we will put it right.",
}
BOTTLES_GONE = (
    "We have your payment, but your wine was sold to somebody else just before it arrived. We are sorry. We are looking"
    " for the bottles and will write to you."
)
GOES_BACK = " If you have not heard from us by {day}, the money goes back by itself."
REFUND_PENDING = "Your refund is on its way. It can take some days until it is on your statement."
CONFIRMATION = "A confirmation is on its way to {email}."
NEXT_STEPS = {
    Status.PROCESSING: (
        CONFIRMATION,
        "We pack your wine and write to you when it leaves our cellar.",
        "An adult has to be there to sign for the parcel.",
    ),
    Status.ON_HOLD: (
        CONFIRMATION,
        "When the payment has arrived, we pack your wine and write to you again.",
    ),
    Status.COMPLETED: (
        "An adult has to be there to sign for the parcel.",
        "If anything is broken or missing, write to us: we will put it right.",
    ),
}
PICKUP_NEXT_STEPS = {
    Status.PROCESSING: (
        CONFIRMATION,
        "We set your wine aside and write to you when it is ready.",
        "{where}",
        "{who}",
    ),
    Status.ON_HOLD: (
        CONFIRMATION,
        "When the payment has arrived, we set your wine aside and write to you again.",
        "{where}",
        "{who}",
    ),
    Status.COMPLETED: (
        "{where}",
        "{who}",
        "If anything is broken or missing, write to us: we will put it right.",
    ),
}


def next_steps(
    order: Order, pickup: PickupPlace | None, recurring: Sequence[RecurringSentence], *, is_new: bool
) -> tuple[str, ...]:
    """Return the next steps, and of each subscription its next box. The confirmation is announced for a new order."""
    if order.status == Status.ON_HOLD and find_open_return(order) is not None:
        return ()
    steps = (NEXT_STEPS if pickup is None else PICKUP_NEXT_STEPS).get(Status(order.status), ())
    words = {"email": order.email, "where": pickup.where if pickup else "", "who": pickup.who if pickup else ""}
    said = tuple(step.format(**words) for step in steps if is_new or step != CONFIRMATION)
    return (*said, *(each.next_step for each in recurring if each.next_step)) if said else ()


def status_text(order: Order, waiting: Payment | None) -> str:
    """Return the sentence about the order's status. `waiting` is the attempt whose outcome it waits for."""
    status = Status(order.status)
    texts = PICKUP_STATUS_TEXTS if order.is_pickup else STATUS_TEXTS
    if status is Status.REFUNDED and order.refunds.filter(is_pending=True).exists():
        return REFUND_PENDING
    planned = find_open_return(order) if status is Status.ON_HOLD else None
    if planned is not None:
        day = planned.due_at and day_in_words(timezone.localtime(planned.due_at).date())
        return BOTTLES_GONE + (GOES_BACK.format(day=day) if day else "")
    if waiting is None:
        return texts[status]
    flow = waiting.method_type.flow
    if status is Status.PENDING:
        return CONFIRM_IN_BANK_APP if flow is Flow.CODE else texts[status]
    if flow is Flow.DEBIT and waiting.provider_page:
        return MICRODEPOSITS
    return VOUCHER if flow is Flow.VOUCHER else BANK_PROCESSING
