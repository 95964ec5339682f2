"""The steps that all attempts share: to pay an order (Payment), and to save a payment method (CardSetup).

Each kind has its own locks, and its own handlers of what an intent means: `apply_intent.py` and
`saved_methods/setups.py`. Attempts are signed in `signatures.py`.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Final, TypeVar

from django.db import connection
from django.db.models import QuerySet

from vintner.payments.attempts.rules import PaymentStatus
from vintner.payments.gateway import Intent, PaymentError, Rejected, SetupIntent
from vintner.payments.messages import find_message, find_setup_message
from vintner.payments.models import CardSetup, Payment
from vintner.payments.saved_methods import saved_methods

CALL_TIMEOUT: Final = timedelta(seconds=25)
"""A call to the provider ends within this time: three tries of 5 s, with pauses between them."""

AnyAttempt = TypeVar("AnyAttempt", Payment, CardSetup)
AnyIntent = TypeVar("AnyIntent", Intent, SetupIntent)


def assert_no_transaction() -> None:
    """Raise RuntimeError inside a transaction: a provider that hangs must not keep rows locked."""
    outer = [block for block in connection.atomic_blocks if not block._from_testcase]  # type: ignore[attr-defined]
    if outer:
        raise RuntimeError("the card provider is never called inside a transaction")


def call_for_customer(attempt: Payment | CardSetup, call: Callable[[], AnyIntent]) -> AnyIntent:
    """Call the provider about an attempt, and once more if its customer was deleted there.

    Raises ProviderDown and Rejected.
    """
    try:
        saved_methods.ensure_customer(attempt)
        return call()
    except Rejected as rejection:
        if rejection.parameter != "customer" or not saved_methods.replace_lost_customer(attempt):
            raise
        return call()


def find_claimed(rows: QuerySet[AnyAttempt], intent: Intent | SetupIntent) -> AnyAttempt | None:
    """Return the attempt among `rows` whose id an intent has or that, if the answer was lost, its metadata names.

    The caller locks the rows, and verifies the claim.
    """
    attempt = rows.filter(intent_id=intent.id).first()
    if attempt is None and intent.claim is not None:
        # Not `intent_id=None`: while this waited for the lock, another event may have stored the intent's id.
        attempt = rows.filter(**intent.claim.lookup).first()
    return attempt if attempt is not None and attempt.intent_id in (None, intent.id) else None


def is_unsent(attempt: Payment | CardSetup) -> bool:
    """Return whether a locked attempt has no intent yet, and was not closed."""
    return attempt.status == PaymentStatus.CREATED and attempt.intent_id is None


def record_error(attempt: Payment | CardSetup, error: PaymentError) -> None:
    """Set the provider's code and the message for the shopper."""
    attempt.error_code = (error.decline_code or error.code)[:60]
    if isinstance(attempt, CardSetup):
        attempt.error_message = find_setup_message(error.code, error.decline_code, attempt.method_type)
    else:
        attempt.error_message = find_message(error.code, error.decline_code)
