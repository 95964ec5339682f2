"""Why a bank says no: Stripe's codes with the words a shopper reads."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Decline:
    code: str
    decline_code: str
    message: str
    advice: str = "try_again_later"


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
