"""The statuses of subscriptions and their boxes, and when what happens. No Django."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final


class SubscriptionStatus(StrEnum):
    """The status of a subscription. The values are WooCommerce's."""

    PENDING = "pending"
    """The order that opens it is not paid yet."""
    ACTIVE = "active"
    ON_HOLD = "on-hold"
    """Paused by the subscriber, or its last box could not be charged."""
    PENDING_CANCEL = "pending-cancel"
    """Cancelled; what was paid for runs out at the next date."""
    CANCELLED = "cancelled"
    SWITCHED = "switched"
    """Replaced by another subscription."""
    EXPIRED = "expired"
    """All its boxes were sent."""


_S = SubscriptionStatus
MOVES: Final[Mapping[SubscriptionStatus, frozenset[SubscriptionStatus]]] = {
    _S.PENDING: frozenset({_S.ACTIVE, _S.ON_HOLD, _S.CANCELLED, _S.EXPIRED}),
    _S.ACTIVE: frozenset({_S.ON_HOLD, _S.PENDING_CANCEL, _S.CANCELLED, _S.SWITCHED, _S.EXPIRED}),
    _S.ON_HOLD: frozenset({_S.ACTIVE, _S.PENDING_CANCEL, _S.CANCELLED, _S.SWITCHED, _S.EXPIRED}),
    _S.PENDING_CANCEL: frozenset({_S.ACTIVE, _S.CANCELLED, _S.EXPIRED}),
    _S.CANCELLED: frozenset(),
    _S.SWITCHED: frozenset(),
    _S.EXPIRED: frozenset(),
}
CHARGEABLE: Final = frozenset({_S.ACTIVE, _S.ON_HOLD})
"""A box of it may be charged, unless the subscriber has paused it."""
LIVING: Final = frozenset({_S.ACTIVE, _S.ON_HOLD, _S.PENDING_CANCEL})
ENDED: Final = frozenset({_S.CANCELLED, _S.SWITCHED, _S.EXPIRED})


class IllegalSubscriptionMove(Exception):
    """A change of status that is not allowed. A bug of the caller, not an error of the subscriber."""


def may_move(was: SubscriptionStatus, to: SubscriptionStatus) -> bool:
    """Return whether a subscription in status `was` may become `to`."""
    return to in MOVES[was]


class BoxState(StrEnum):
    """The state of one box of a subscription."""

    SCHEDULED = "scheduled"
    """Waits for its date."""
    CHARGING = "charging"
    """Its order is being placed and charged."""
    AWAITING = "awaiting"
    """The money is on its way: a debit from a bank account takes days."""
    RETRYING = "retrying"
    """It was declined, or could not be sent; it is tried again."""
    ACTION = "action"
    """It waits for the subscriber: the bank asks, the method is not valid any more, or it is paid by hand."""
    PAID = "paid"
    SKIPPED = "skipped"
    CANCELLED = "cancelled"


OPEN_BOXES: Final = frozenset(
    {BoxState.SCHEDULED, BoxState.CHARGING, BoxState.AWAITING, BoxState.RETRYING, BoxState.ACTION}
)
"""A subscription has at most one box in these states: boxes never pile up."""
DUE_BOXES: Final = frozenset({BoxState.SCHEDULED, BoxState.RETRYING})
"""Boxes that are claimed once their time has come."""
UNTOUCHED_BOXES: Final = frozenset({BoxState.SCHEDULED, BoxState.RETRYING, BoxState.ACTION})
"""Boxes that no request is charging at the moment."""

WAITING_BOXES: Final = OPEN_BOXES - {BoxState.CHARGING}
"""Boxes that are left out when their order is cancelled. The worker of any other places its order anew."""
BY_HAND: Final = "by_hand"
"""The reason of a box that waits to be paid by its link."""

NOTICE_AHEAD: Final = timedelta(days=5)
"""How long before a charge its notice is sent."""
SHORTEST_NOTICE: Final = timedelta(hours=48)
"""No box is charged earlier after its notice than this. A late notice moves the charge."""
PRICE_NOTICE: Final = timedelta(days=30)
"""How long before a higher price counts it is announced."""
LEAST_AHEAD: Final = timedelta(hours=2)
"""A new date is moved on until it is at least so far ahead."""
NOTICES_KEPT: Final = timedelta(days=3 * 365 + 1)

RETRY_PAUSES: Final = (
    timedelta(hours=12),
    timedelta(hours=12),
    timedelta(hours=24),
    timedelta(hours=48),
    timedelta(hours=72),
)
"""The pauses between tries after a decline that may pass."""
BLOCKED_PAUSE: Final = timedelta(days=1)
"""How soon a box that may not be sent is looked at again: bottles come back, limits end with the month."""

HARD_DECLINES: Final = frozenset(
    {
        *("expired_card", "incorrect_number", "invalid_number", "invalid_account", "invalid_expiry_month"),
        *("invalid_expiry_year", "lost_card", "stolen_card", "pickup_card", "restricted_card", "card_not_supported"),
        *("currency_not_supported", "do_not_try_again", "revocation_of_all_authorizations", "fraudulent"),
        *("revocation_of_authorization", "stop_payment_order", "transaction_not_allowed", "missing", "no_account"),
        *("account_closed", "debit_not_authorized", "saved_card_gone", "merchant_blacklist", "security_violation"),
        *("payment_method_provider_decline", "payment_method_customer_decline", "pin_try_exceeded", "resource_missing"),
        *("payment_method_microdeposit_verification_timeout", "incorrect_cvc", "invalid_cvc", "incorrect_zip"),
    }
)
"""Decline codes after which the same method is not tried again (Stripe's documentation of declines)."""
AUTHENTICATION_CODES: Final = frozenset(
    {"authentication_required", "payment_intent_authentication_failure", "authentication_not_handled"}
)
"""The bank wants the cardholder to be there."""


def next_retry(declines: int, code: str, now: datetime) -> datetime | None:
    """Return when a declined box is tried again, after so many declines; None when it waits for the subscriber."""
    if code in HARD_DECLINES or code in AUTHENTICATION_CODES or declines > len(RETRY_PAUSES):
        return None
    return now + RETRY_PAUSES[max(declines, 1) - 1]
