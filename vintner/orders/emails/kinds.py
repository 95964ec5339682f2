"""The kinds of e-mails about an order, and which of them a change of status calls for."""

from enum import StrEnum

from vintner.orders.rules import Status


class EmailKind(StrEnum):
    """The kinds of e-mails. An order has each at most once about the same thing. The value is the template's name."""

    PROCESSING = "processing"
    ON_HOLD = "on_hold"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    REFUNDED = "refunded"
    PARTLY_REFUNDED = "partly_refunded"
    BOTTLES_GONE = "bottles_gone"
    LESS_TAKEN = "less_taken"
    DETAILS = "details"
    NOTE = "note"
    LINK = "link"
    NEW_ORDER = "new_order"
    CANCELLED_ORDER = "cancelled_order"
    FAILED_ORDER = "failed_order"
    ALERT = "alert"
    LOW_STOCK = "low_stock"
    OUT_OF_STOCK = "out_of_stock"
    BACKORDERED = "backordered"


# WooCommerce's subjects where it has the e-mail; the others are ours.
SUBJECTS = {
    EmailKind.PROCESSING: "Your {store} order has been received!",
    EmailKind.ON_HOLD: "Your order from {store} is on hold",
    EmailKind.COMPLETED: "Your order from {store} is on its way!",
    EmailKind.FAILED: "Your order at {store} was unsuccessful",
    EmailKind.CANCELLED: "Your order #{number} at {store} is canceled",
    EmailKind.REFUNDED: "Your {store} order #{number} has been refunded",
    EmailKind.PARTLY_REFUNDED: "Your {store} order #{number} has been partially refunded",
    EmailKind.BOTTLES_GONE: "Your {store} order #{number}: your wine has sold out",
    EmailKind.LESS_TAKEN: "Less was charged for your {store} order #{number}",
    EmailKind.DETAILS: "The details of your {store} order #{number}",
    EmailKind.LINK: "The link to your {store} order #{number}",
    EmailKind.NOTE: "A note has been added to your order from {store}",
    EmailKind.NEW_ORDER: "[{store}]: You've got a new order: #{number}",
    EmailKind.CANCELLED_ORDER: "[{store}]: Order #{number} is canceled",
    EmailKind.FAILED_ORDER: "[{store}]: The payment of order #{number} failed",
    EmailKind.ALERT: "[{store}]: Order #{number} needs a decision",
    EmailKind.LOW_STOCK: "[{store}]: {wine} is running low",
    EmailKind.OUT_OF_STOCK: "[{store}]: {wine} is out of stock",
    EmailKind.BACKORDERED: "[{store}]: {wine} was sold beyond its stock",
}
READY_TO_PICK_UP = "Your order from {store} is ready to pick up!"
"""The subject of `completed` where there is no parcel that could be on its way."""
REFUND_ON_ITS_WAY = "The refund of your {store} order #{number} is on its way"
"""The subject of both e-mails about a refund that the card service has not made yet."""
TO_MERCHANT = frozenset(
    {
        EmailKind.NEW_ORDER,
        EmailKind.CANCELLED_ORDER,
        EmailKind.FAILED_ORDER,
        EmailKind.ALERT,
        EmailKind.LOW_STOCK,
        EmailKind.OUT_OF_STOCK,
        EmailKind.BACKORDERED,
    }
)
CONFIRMING = frozenset({EmailKind.PROCESSING, EmailKind.ON_HOLD, EmailKind.COMPLETED, EmailKind.DETAILS})
"""They say what else the customer agreed to, and how to end it."""
FAILURE_KINDS = frozenset({EmailKind.FAILED, EmailKind.FAILED_ORDER})
OF_MOVES = frozenset(
    {
        EmailKind.PROCESSING,
        EmailKind.ON_HOLD,
        EmailKind.COMPLETED,
        EmailKind.FAILED,
        EmailKind.CANCELLED,
        *TO_MERCHANT,
    }
)
"""They are queued while the rows of an order, its cart and its bottles are locked, so a job writes their texts."""
_NOT_SETTLED = frozenset({Status.PENDING, Status.FAILED, Status.CANCELLED})


def email_kinds_for_move(was: Status, to: Status) -> tuple[EmailKind, ...]:
    """Return the kinds of e-mails for a change of status. Refunds have their own."""
    match to:
        case Status.PROCESSING:
            return EmailKind.PROCESSING, EmailKind.NEW_ORDER
        case Status.COMPLETED:
            return (EmailKind.COMPLETED, EmailKind.NEW_ORDER) if was in _NOT_SETTLED else (EmailKind.COMPLETED,)
        case Status.ON_HOLD if was in _NOT_SETTLED:
            return EmailKind.ON_HOLD, EmailKind.NEW_ORDER
        case Status.FAILED:
            return EmailKind.FAILED, EmailKind.FAILED_ORDER
        case Status.CANCELLED if was not in _NOT_SETTLED:
            return EmailKind.CANCELLED, EmailKind.CANCELLED_ORDER
    return ()
