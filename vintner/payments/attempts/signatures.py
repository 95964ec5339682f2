"""Signs attempts to pay and to save a method. Nothing else signs an attempt, or verifies what was signed.

An intent belongs to the attempt that signed the claim in its metadata. A shopper who comes back from a bank is
recognized by the signature in the return URL.
"""

from typing import NamedTuple

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from vintner.payments.gateway import Claim
from vintner.payments.models import CardSetup, Payment


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
