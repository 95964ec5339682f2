"""The words of receipt and order page: heading, status, what happens next. What is picked up has words of its own."""

from collections.abc import Sequence

from django.utils import timezone

from vintner.checkout.pages import PickupPlace
from vintner.orders.models import Order
from vintner.orders.progress import Stage
from vintner.orders.rules import Status
from vintner.orders.shipments.promises import SIGNED_FOR, hold_sentence
from vintner.payments.models import Payment
from vintner.payments.returns.planned_returns import find_open_return
from vintner.payments.types import Flow
from vintner.subscriptions.recurring import RecurringSentence
from vintner.web.dates import day_in_words

THANKS = "Thank you. Your order has been received."
SEE_ORDER = "See your order"
HEADINGS = {
    Status.FAILED: "Your payment did not go through",
    Status.PENDING: "Your order is waiting for its payment",
    Status.CANCELLED: "This order was canceled",
    Status.REFUNDED: "This order was refunded",
}
STATUS_TEXTS = {
    Stage.WAITING: "We haven’t received a payment yet. We’re holding your order for a short while.",
    Stage.HELD: "Payment received. {held}.",
    Stage.PACKING: "Payment received. We are packing your order.",
    Stage.ON_HOLD: "We have your order and are checking its payment. We’ll email you.",
    Stage.PARTLY_SENT: "Part of your order is on its way. We are packing the rest.",
    Stage.ON_ITS_WAY: "Your order is on its way.",
    Stage.SENT: "Your order has shipped.",
    Stage.ARRIVED: "Your order has been delivered.",
    Stage.CANCELLED: "Nothing will be shipped. If you were charged, contact us and we’ll refund you.",
    Stage.REFUNDED: "Your payment has been refunded. It can take a few days to show on your statement.",
    Stage.FAILED: (
        "Your bank declined the payment, so nothing was charged. We’re holding your order for a short while: try "
        "again with the same card or another one."
    ),
}
BANK_PROCESSING = (
    "Your bank is still processing the payment, which can take a few days. You don’t need to do anything: your "
    "order is set aside, and we’ll email you as soon as the payment is received."
)
VOUCHER = (
    "Your order is placed. Pay your voucher before it expires: everything is set aside until then. As soon as we "
    "receive the payment, we’ll pack your order and email you."
)
MICRODEPOSITS = (
    "Your order is placed. One or two very small amounts are on their way to your bank account. Enter them with our "
    "payment service to verify the account. Everything is set aside until then."
)
CONFIRM_IN_BANK_APP = "Please confirm the payment in your bank's app now. This page updates by itself."
PICKUP_STATUS_TEXTS = STATUS_TEXTS | {
    Stage.HELD: "Payment received. We are setting your order aside.",
    Stage.PACKING: "Payment received. We are setting your order aside.",
    Stage.PARTLY_SENT: "You have collected part of your order. We are setting the rest aside.",
    Stage.ON_ITS_WAY: "Your order is ready to pick up, unless you already have it.",
    Stage.SENT: "Your order is ready to pick up, unless you already have it.",
    Stage.ARRIVED: "You have collected your order.",
    Stage.CANCELLED: "There is nothing to pick up. If you were charged, contact us and we’ll refund you.",
}
BOTTLES_GONE = (
    "We have your payment, but your wine sold out just before we received it. We’re sorry. We’re looking for the "
    "bottles and will email you."
)
GOES_BACK = " If you haven’t heard from us by {day}, you’ll be refunded automatically."
REFUND_PENDING = "Your refund is on its way. It can take a few days to show on your statement."
CONFIRMATION = "A confirmation is on its way to {email}."
PUT_RIGHT = "If anything is broken or missing, contact us and we’ll put it right."
UNPAID = "If we receive no payment, the order is canceled and nothing is charged."
NEXT_STEPS = {
    Stage.WAITING: ("Pay for your order. We’ll pack it as soon as we receive the payment.", UNPAID),
    Stage.FAILED: ("Try again with the same card or another one while we hold your order.", UNPAID),
    Stage.HELD: (
        CONFIRMATION,
        "We’ll pack your wine once the weather is safe, and email you when it ships.",
        SIGNED_FOR,
    ),
    Stage.PACKING: (CONFIRMATION, "We’ll pack your order and email you when it ships.", SIGNED_FOR),
    Stage.ON_HOLD: (CONFIRMATION, "When we receive the payment, we’ll pack your order and email you again."),
    Stage.PARTLY_SENT: ("We’ll email you when the rest ships.", SIGNED_FOR, PUT_RIGHT),
    Stage.ON_ITS_WAY: (SIGNED_FOR, PUT_RIGHT),
    Stage.SENT: ("If your order hasn’t arrived, contact us and we’ll ask the carrier.", PUT_RIGHT),
    Stage.ARRIVED: (PUT_RIGHT,),
    Stage.CANCELLED: ("You don’t need to do anything: this order is closed.",),
    Stage.REFUNDED: ("The refund goes to the payment method you used. You don’t need to do anything.",),
}
_SET_ASIDE = (CONFIRMATION, "We’ll set your order aside and email you when it is ready.", "{where}", "{who}")
PICKUP_NEXT_STEPS = NEXT_STEPS | {
    Stage.WAITING: ("Pay for your order. We’ll set it aside as soon as we receive the payment.", UNPAID),
    Stage.HELD: _SET_ASIDE,
    Stage.PACKING: _SET_ASIDE,
    Stage.ON_HOLD: (
        CONFIRMATION,
        "When we receive the payment, we’ll set your order aside and email you again.",
        "{where}",
        "{who}",
    ),
    Stage.PARTLY_SENT: ("We’ll email you when the rest is ready.", "{where}", "{who}", PUT_RIGHT),
    Stage.ON_ITS_WAY: ("{where}", "{who}", PUT_RIGHT),
    Stage.SENT: ("{where}", "{who}", PUT_RIGHT),
}
"""What happens next, by how the order stands; a test holds that nothing is missing."""


_PROMISED = frozenset({Stage.HELD, Stage.PACKING})
"""The order is paid and nothing is sent."""

_OVER = frozenset({Stage.WAITING, Stage.FAILED, Stage.CANCELLED, Stage.REFUNDED})
"""No box of a subscription is announced."""


def next_steps(
    order: Order, stage: Stage, pickup: PickupPlace | None, recurring: Sequence[RecurringSentence], *, is_new: bool
) -> tuple[str, ...]:
    """Return the next steps, and of each subscription its next box. The confirmation is announced for a new order, and
    the days of arrival while nothing is sent.
    """
    if stage is Stage.ON_HOLD and find_open_return(order) is not None:
        return ()
    steps = (NEXT_STEPS if pickup is None else PICKUP_NEXT_STEPS)[stage]
    words = {"email": order.email, "where": pickup.where if pickup else "", "who": pickup.who if pickup else ""}
    told = (step.format(**words) for step in steps if is_new or step != CONFIRMATION)
    sentences = [sentence for sentence in told if sentence]
    if stage in _PROMISED and pickup is None and order.arrives_from:
        sentences.insert(sentences.index(SIGNED_FOR), f"{order.arrival_words}.")
    if SIGNED_FOR in sentences and not order.needs_adult:
        sentences.remove(SIGNED_FOR)
    boxes = () if stage in _OVER else tuple(each.next_step for each in recurring if each.next_step)
    return (*sentences, *boxes)


def status_text(order: Order, stage: Stage, waiting: Payment | None) -> str:
    """Return the sentence about the order's status. `waiting` is the attempt whose outcome it waits for."""
    texts = PICKUP_STATUS_TEXTS if order.is_pickup else STATUS_TEXTS
    if stage is Stage.REFUNDED and order.refunds.filter(is_pending=True).exists():
        return REFUND_PENDING
    planned = find_open_return(order) if stage is Stage.ON_HOLD else None
    if planned is not None:
        day = planned.due_at and day_in_words(timezone.localtime(planned.due_at).date())
        return BOTTLES_GONE + (GOES_BACK.format(day=day) if day else "")
    if waiting is None:
        return texts[stage].format(held=hold_sentence(order))
    flow = waiting.method_type.flow
    if stage is Stage.WAITING:
        return CONFIRM_IN_BANK_APP if flow is Flow.CODE else texts[stage]
    if flow is Flow.DEBIT and waiting.provider_page:
        return MICRODEPOSITS
    return VOUCHER if flow is Flow.VOUCHER else BANK_PROCESSING
