"""Decides what a setup intent does to its attempt. No Django."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from vintner.payments.attempts.rules import IntentStatus

PAUSE_AFTER_ADDED = timedelta(seconds=20)
"""How long the next method has to wait after one that was added."""
PAUSE_AFTER_REFUSED = timedelta(seconds=10)
"""How long the next try has to wait after one that was declined."""
ACTION_LIFETIME = timedelta(hours=1)
"""How long a bank's question may stay unanswered."""
PROOF_LIFETIME = timedelta(days=11)
"""How long a customer may take to verify a bank account by a small deposit. The provider waits ten days."""


class SetupStatus(StrEnum):
    """The status of an attempt. `succeeded` is final."""

    CREATED = "created"
    ACTION_REQUIRED = "action_required"
    PROCESSING = "processing"
    SUCCEEDED = "succeeded"
    DECLINED = "declined"
    CANCELLED = "cancelled"


class SetupOutcome(StrEnum):
    """What applying a setup intent does."""

    NOTHING = "nothing"
    KEEP = "keep"
    AWAIT_ACTION = "await_action"
    AWAIT_BANK = "await_bank"
    DECLINE = "decline"
    END = "end"


OPEN_SETUP_STATUSES = frozenset({SetupStatus.CREATED, SetupStatus.ACTION_REQUIRED, SetupStatus.PROCESSING})
"""The attempt may still succeed."""
ACCEPTED = frozenset({SetupStatus.SUCCEEDED, SetupStatus.PROCESSING, SetupStatus.ACTION_REQUIRED})
"""The statuses with which the browser continues."""


def decide_setup(attempt: SetupStatus, intent: IntentStatus, *, has_error: bool) -> SetupOutcome:
    """Return what to do about an intent. The same intent a second time, or an older view of it, changes nothing.

    A method that the provider has attached is always saved, also when the attempt was closed here.
    """
    if attempt is SetupStatus.SUCCEEDED:
        return SetupOutcome.NOTHING
    match intent:
        case IntentStatus.SUCCEEDED:
            return SetupOutcome.KEEP
        case IntentStatus.CANCELED:
            return SetupOutcome.END if attempt in OPEN_SETUP_STATUSES else SetupOutcome.NOTHING
        case IntentStatus.PROCESSING:
            return SetupOutcome.AWAIT_BANK if attempt in OPEN_SETUP_STATUSES else SetupOutcome.NOTHING
        case IntentStatus.REQUIRES_ACTION:
            return SetupOutcome.AWAIT_ACTION if attempt is SetupStatus.CREATED else SetupOutcome.NOTHING
        case IntentStatus.REQUIRES_PAYMENT_METHOD if has_error and attempt in OPEN_SETUP_STATUSES:
            return SetupOutcome.DECLINE
    return SetupOutcome.NOTHING


@dataclass(frozen=True, slots=True)
class SetupHistory:
    """When an account last added a method, and when its last attempt was declined."""

    added_at: datetime | None = None
    refused_at: datetime | None = None

    def follows_added(self, now: datetime) -> bool:
        """Return whether the next method comes too soon after one that was added."""
        return _is_within(PAUSE_AFTER_ADDED, self.added_at, now)

    def follows_refused(self, now: datetime) -> bool:
        """Return whether the next method comes too soon after one that was declined."""
        return _is_within(PAUSE_AFTER_REFUSED, self.refused_at, now)


def _is_within(pause: timedelta, last: datetime | None, now: datetime) -> bool:
    return last is not None and now < last + pause
