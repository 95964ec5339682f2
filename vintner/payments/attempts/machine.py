"""The steps that all attempts share: to pay an order (Payment), and to save a payment method (CardSetup).

Each kind has its own locks, and its own handlers of what an intent means: `apply_intent.py` and
`saved_methods/setups.py`. Signatures are made and verified here alone: an intent belongs to the attempt that signed the
claim in its metadata, and a shopper who comes back from a bank is recognized by the signature in the return URL.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Final, NamedTuple, TypeVar

from django.conf import settings
from django.db import connection
from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac

from vintner.payments.attempts.rules import PaymentStatus
from vintner.payments.gateway import Claim, Intent, PaymentError, Rejected, SetupIntent
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


def build_claim(attempt: Payment | CardSetup) -> Claim:
    """Return the claim that an intent must have in its metadata to belong to this attempt."""
    return Claim(lookup=_lookup(attempt), signature=_signed_claim(attempt).sign())


def is_ours(attempt: Payment | CardSetup, claim: Claim | None) -> bool:
    """Return whether an intent's claim is signed for this attempt, by the current or an earlier secret key."""
    return claim is not None and claim.lookup == _lookup(attempt) and _signed_claim(attempt).verify(claim.signature)


def sign_return(payment: Payment) -> str:
    """Return the signature of an attempt's return URL."""
    return _signed_return(payment).sign()


def is_return_signature(payment: Payment, signature: str) -> bool:
    """Return whether a return URL's signature is of this attempt, by the current or an earlier secret key."""
    return _signed_return(payment).verify(signature)


class _SignedText(NamedTuple):
    """A text with the salt of its purpose: a signature is not valid for another one."""

    salt: str
    text: str
    length: int = 64

    def sign(self, secret: str = "") -> str:
        key = secret or str(settings.SECRET_KEY)
        return salted_hmac(self.salt, self.text, secret=key, algorithm="sha256").hexdigest()[: self.length]

    def verify(self, signature: str) -> bool:
        keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
        return any(constant_time_compare(signature, self.sign(str(key))) for key in keys)


def _signed_claim(attempt: Payment | CardSetup) -> _SignedText:
    if isinstance(attempt, CardSetup):
        return _SignedText("vintner.payments.setup", f"{attempt.pk}:{attempt.user_id}:{attempt.attempt}")
    text = f"{attempt.order_id}:{attempt.attempt}:{attempt.amount.minor}:{attempt.currency}"
    return _SignedText("vintner.payments.claim", text)


def _signed_return(payment: Payment) -> _SignedText:
    text = f"{payment.order_id}:{payment.attempt}:{payment.idempotency_key}"
    return _SignedText("vintner.payments.return", text, 32)


def _lookup(attempt: Payment | CardSetup) -> dict[str, int]:
    if isinstance(attempt, CardSetup):
        return {"pk": attempt.pk}
    return {"order_id": attempt.order_id, "attempt": attempt.attempt}
