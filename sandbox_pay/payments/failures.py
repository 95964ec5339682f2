"""Failures of payments and setups before a charge."""

from dataclasses import dataclass

from sandbox_pay.objects import wire
from sandbox_pay.objects.records import MethodRecord
from sandbox_pay.protocol.errors import DOC_URL
from sandbox_pay.protocol.json import Json

AUTHENTICATION = (
    "We are unable to authenticate your payment method. Please choose a different payment method and try again."
)


@dataclass(frozen=True, slots=True)
class Failure:
    """Stripe uses `card_error` for all types of methods (seen in answers recorded in 2025 and 2026)."""

    code: str
    message: str
    type: str = "card_error"

    def error(self, method: MethodRecord) -> Json:
        """Return the intent's last error."""
        return {
            "code": self.code,
            "doc_url": DOC_URL + self.code.replace("_", "-"),
            "message": self.message,
            "payment_method": wire.payment_method(method),
            "type": self.type,
        }


PAYMENT_NOT_AUTHENTICATED = Failure("payment_intent_authentication_failure", AUTHENTICATION, "invalid_request_error")
SETUP_NOT_AUTHENTICATED = Failure("setup_intent_authentication_failure", AUTHENTICATION, "invalid_request_error")
PAYMENT_EXPIRED = Failure("payment_intent_payment_attempt_expired", "The shopper did not pay in time.")
SETUP_EXPIRED = Failure("setup_intent_setup_attempt_expired", "The shopper did not answer in time.")
GIVEN_UP = Failure("payment_method_customer_decline", "The shopper gave up at the payment method's provider.")
UNPROVEN = Failure(
    "payment_method_microdeposit_verification_attempts_exceeded",
    "The shopper could not prove that the bank account is hers.",
)
UNPROVEN_IN_TIME = Failure(
    "payment_method_microdeposit_verification_timeout",
    "The shopper did not prove in time that the bank account is hers.",
)
