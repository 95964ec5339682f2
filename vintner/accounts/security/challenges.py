"""What a passkey signs to log in: a challenge for each offer, signed by the store, which counts once.

Nothing of it is kept in the browser or the session, so an offer outlasts other tabs, log-ins and lost cookies
(docs/decisions/0128-challenges-are-signed.md).
"""

from typing import Final

from allauth.mfa.adapter import get_adapter
from allauth.mfa.webauthn.internal import auth
from django.core.signing import BadSignature, TimestampSigner
from django.utils.crypto import get_random_string
from fido2.webauthn import UserVerificationRequirement

from vintner.rate_limit_settings import DAY
from vintner.web.rate_limits import count_try

OFFERED_FOR: Final = DAY
"""Seconds. A field offers passkeys for as long as its page is open."""
_RANDOM: Final = 22
"""Characters, of 6 bits each: WebAuthn asks for 16 random bytes at least (w3.org/TR/webauthn-3, 13.4.3)."""
_SIGNER: Final = TimestampSigner(salt="vintner.passkey_log_in")


def begin_log_in() -> dict[str, object]:
    """Return WebAuthn's options for a log-in by a passkey alone."""
    return _begin(_SIGNER.sign(get_random_string(_RANDOM)))[0]


def use_challenge(credential: object) -> None:
    """Let the answer of a passkey be checked against the challenge that it has signed.

    Raises ValidationError where the challenge is none of ours, is older than a day, or was used before, and what the
    library raises for JSON that no browser sends.
    """
    challenge = auth.parse_authentication_response(credential).response.client_data.challenge.decode()
    if not _is_valid(challenge) or not count_try("used_challenges", challenge):
        raise get_adapter().validation_error("incorrect_code")
    auth.set_state(_begin(challenge)[1])


def _is_valid(challenge: str) -> bool:
    """Return whether the store has signed a challenge, a day ago at most."""
    try:
        _SIGNER.unsign(challenge, max_age=OFFERED_FOR)
    except BadSignature:
        return False
    return True


def _begin(challenge: str) -> tuple[dict[str, object], dict[str, object]]:
    """Return WebAuthn's options and what its library keeps to check the answer."""
    server = auth.get_server()
    options, state = server.authenticate_begin([], UserVerificationRequirement.REQUIRED, challenge.encode())
    return dict(options), state
