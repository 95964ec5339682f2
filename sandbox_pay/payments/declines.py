"""Declines of banks: Stripe's codes and messages."""

from dataclasses import dataclass

from sandbox_pay.objects import wire
from sandbox_pay.objects.records import MethodRecord
from sandbox_pay.protocol.errors import DOC_URL
from sandbox_pay.protocol.json import Json


@dataclass(frozen=True, slots=True)
class Decline:
    """`charge_code` is the failed charge's code, where it is more precise than the intent's error."""

    code: str
    decline_code: str | None
    message: str
    advice: str = "try_again_later"
    charge_code: str | None = None

    def error(self, method: MethodRecord) -> Json:
        """Return what the intent shows as its last error."""
        error: Json = {
            "code": self.code,
            "doc_url": DOC_URL + self.code.replace("_", "-"),
            "message": self.message,
            "payment_method": wire.payment_method(method),
            "type": "card_error",
        }
        if self.decline_code:
            error |= {"advice_code": self.advice, "decline_code": self.decline_code}
        return error | ({"param": "cvc"} if self.code == "incorrect_cvc" else {})


GENERIC = Decline("card_declined", "generic_decline", "Your card was declined.")
INSUFFICIENT_FUNDS = Decline("card_declined", "insufficient_funds", "Your card has insufficient funds.")
LOST = Decline("card_declined", "lost_card", "Your card was declined.", "do_not_try_again")
STOLEN = Decline("card_declined", "stolen_card", "Your card was declined.", "do_not_try_again")
FRAUDULENT = Decline("card_declined", "fraudulent", "Your card was declined.", "do_not_try_again")
EXPIRED = Decline("expired_card", "expired_card", "Your card has expired.", "do_not_try_again")
INCORRECT_CVC = Decline(
    "incorrect_cvc", "incorrect_cvc", "Your card's security code is incorrect.", "confirm_card_data"
)
PROCESSING = Decline(
    "processing_error", "processing_error", "An error occurred while processing your card. Try again in a little bit."
)
VELOCITY = Decline(
    "card_declined",
    "card_velocity_exceeded",
    "Your card was declined for making repeated attempts too frequently or exceeding its amount limit.",
)
AUTHENTICATION_REQUIRED = Decline(
    "authentication_required",
    "authentication_required",
    "Your card was declined. This transaction requires authentication.",
)
CALLED_BACK = Decline(
    "payment_intent_payment_attempt_failed",
    None,
    "The store called the debit back.",
)


def by_provider() -> Decline:
    """Return the decline of a lender or a wallet."""
    return Decline(
        "payment_method_provider_decline",
        None,
        "The provider of this payment method declined the payment. Try another one.",
    )


def by_bank(failure: str) -> Decline:
    """Return the decline of a bank for a debit."""
    return Decline(
        "payment_intent_payment_attempt_failed",
        None,
        f"The bank sent the debit back: {failure.replace('_', ' ')}.",
        charge_code=failure,
    )
