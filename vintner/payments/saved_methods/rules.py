"""What the provider's record of a payment method that is to be kept means for the attempt to keep it. No Django."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

PAUSE_AFTER_ADDED = timedelta(seconds=20)
"""So long after a card was added, the next one has to wait (resolutions 2.12)."""
PAUSE_AFTER_REFUSED = timedelta(seconds=10)
"""So long after a card was refused, the next try has to wait (payments 1.2)."""
ACTION_LIFETIME = timedelta(hours=1)
"""So long a bank's question may stay unanswered."""
PROOF_LIFETIME = timedelta(days=11)
"""So long a customer may take to prove a bank account by a small deposit. The provider waits ten days."""


class SetupIntentStatus(StrEnum):
    """Where the provider's record of an attempt stands (payments 2, state machine)."""

    REQUIRES_PAYMENT_METHOD = "requires_payment_method"
    REQUIRES_CONFIRMATION = "requires_confirmation"
    REQUIRES_ACTION = "requires_action"
    PROCESSING = "processing"
    SUCCEEDED = "succeeded"
    CANCELED = "canceled"


class SetupStatus(StrEnum):
    """Where an attempt stands. From `succeeded` it never moves."""

    CREATED = "created"
    ACTION_REQUIRED = "action_required"
    PROCESSING = "processing"
    SUCCEEDED = "succeeded"
    DECLINED = "declined"
    CANCELLED = "cancelled"


class SetupOutcome(StrEnum):
    """What has to be done."""

    NOTHING = "nothing"
    KEEP = "keep"
    AWAIT_ACTION = "await_action"
    AWAIT_BANK = "await_bank"
    DECLINE = "decline"
    END = "end"


OPEN_SETUP_STATUSES = frozenset({SetupStatus.CREATED, SetupStatus.ACTION_REQUIRED, SetupStatus.PROCESSING})
"""Something may still come of the attempt."""
ACCEPTED = frozenset({SetupStatus.SUCCEEDED, SetupStatus.PROCESSING, SetupStatus.ACTION_REQUIRED})
"""What the browser goes on with (payments 1.2)."""


def decide_setup(attempt: SetupStatus, intent: SetupIntentStatus, *, has_error: bool) -> SetupOutcome:
    """Return what to do about an intent. The same intent a second time, or an older view of it, changes nothing.

    A card that the provider keeps is always written down, also when the attempt had been given up here.
    """
    if attempt is SetupStatus.SUCCEEDED:
        return SetupOutcome.NOTHING
    match intent:
        case SetupIntentStatus.SUCCEEDED:
            return SetupOutcome.KEEP
        case SetupIntentStatus.CANCELED:
            return SetupOutcome.END if attempt in OPEN_SETUP_STATUSES else SetupOutcome.NOTHING
        case SetupIntentStatus.PROCESSING:
            return SetupOutcome.AWAIT_BANK if attempt in OPEN_SETUP_STATUSES else SetupOutcome.NOTHING
        case SetupIntentStatus.REQUIRES_ACTION:
            return SetupOutcome.AWAIT_ACTION if attempt is SetupStatus.CREATED else SetupOutcome.NOTHING
        case SetupIntentStatus.REQUIRES_PAYMENT_METHOD if has_error and attempt in OPEN_SETUP_STATUSES:
            return SetupOutcome.DECLINE
        case SetupIntentStatus.REQUIRES_PAYMENT_METHOD | SetupIntentStatus.REQUIRES_CONFIRMATION:
            return SetupOutcome.NOTHING


@dataclass(frozen=True, slots=True)
class SetupHistory:
    """When an account last added a card, and when its last try was refused."""

    added_at: datetime | None = None
    refused_at: datetime | None = None

    def follows_added(self, now: datetime) -> bool:
        """Say whether the next card comes too soon after one that was added."""
        return _is_within(PAUSE_AFTER_ADDED, self.added_at, now)

    def follows_refused(self, now: datetime) -> bool:
        """Say whether the next card comes too soon after one that was refused."""
        return _is_within(PAUSE_AFTER_REFUSED, self.refused_at, now)


def _is_within(pause: timedelta, last: datetime | None, now: datetime) -> bool:
    return last is not None and now < last + pause
