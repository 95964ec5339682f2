"""The messages for payments that failed (docs/behaviour/payments.md#messages)."""

from vintner.payments.gateway import NotSent
from vintner.payments.types import CARD, MethodType

PREPAID = "prepaid_card"
"""The store's own code: the merchant refuses prepaid cards."""
PREPAID_FUNDING = "prepaid"
"""The provider's word for what funds such a card."""
NO_WINE = "no_wine_there"
"""The store's own code: the order's wine may not be sent any more."""
MESSAGES: dict[str, str] = {
    "invalid_number": "The card number is not a valid credit card number.",
    "invalid_expiry_month": "The card's expiration month is invalid.",
    "invalid_expiry_year": "The card's expiration year is invalid.",
    "invalid_cvc": "The card's security code is invalid.",
    "incorrect_number": "The card number is incorrect.",
    "incomplete_number": "The card number is incomplete.",
    "incomplete_cvc": "The card's security code is incomplete.",
    "incomplete_expiry": "The card's expiration date is incomplete.",
    "expired_card": "The card has expired.",
    "incorrect_cvc": "The card's security code is incorrect.",
    "incorrect_zip": "The card's zip code failed validation.",
    "invalid_expiry_year_past": "The card's expiration year is in the past",
    "card_declined": "The card was declined.",
    "missing": "There is no card on a customer that is being charged.",
    "processing_error": "An error occurred while processing the card.",
    "email_invalid": "Invalid email address, please correct and try again.",
    "postal_code_invalid": "Invalid zip code, please correct and try again",
    "invalid_request_error": "Unable to process this payment, please try again or use alternative method.",
    "amount_too_large": "The order total is too high for this payment method",
    "amount_too_small": "The order total is too low for this payment method",
    "payment_intent_authentication_failure": (
        "We are unable to authenticate your payment method. Please choose a different payment method and try again."
    ),
    "insufficient_funds": "Your card has insufficient funds.",
    "country_code_invalid": "Invalid country code, please try again with a valid country code",
    "tax_id_invalid": "Invalid Tax Id, please try again with a valid tax id",
    "invalid_wallet_type": "Invalid wallet payment type, please try again or use an alternative method.",
    "payment_method_provider_decline": (
        "The payment was declined. Please try again, or choose another way to pay. Nothing was charged."
    ),
    "payment_method_customer_decline": "Your payment was cancelled. Please try again, or choose another way to pay.",
    "payment_intent_payment_attempt_expired": (
        "Your payment took too long. Please try again, or choose another way to pay."
    ),
    "payment_intent_payment_attempt_failed": (
        "Your bank did not carry out the payment. Please try again, or choose another way to pay."
    ),
    "payment_method_microdeposit_verification_timeout": (
        "Your bank account was not confirmed in time. Please choose another way to pay."
    ),
    PREPAID: "Sorry, we're not accepting prepaid cards at this time.",
    "saved_card_gone": "That saved card can no longer be used. Please choose another one, or enter a card.",
}
CODE_INVALID = "%s Code is invalid"
PAGE_MESSAGES: dict[str, str] = {
    **MESSAGES,
    **dict.fromkeys(
        ("api_connection_error", "api_error", "authentication_error", "rate_limit_error"),
        MESSAGES["invalid_request_error"],
    ),
    "validation_error": "",
    "invalid_sofort_country": "The billing country is not accepted by Sofort. Please try another country.",
    "timeout": "A timeout occurred while connecting to the server. Please try again.",
    "abort": "The connection to the server was aborted. Please try again.",
    "connection": "An error occurred while connecting to the server. Please try again.",
    "payment_failed": "Payment failed. Please try again.",
    "load_failed": "Failed to load %s payment method. Please refresh the page and try again.",
    "voucher_failed": "There was a problem processing the payment. Please refresh the page to try again.",
    "unknown": "An unknown error occurred.",
    "not_initialized": "initialization data is not available",
    "missing_details": (
        "Invalid or missing payment details. Please ensure the provided payment method is correctly entered."
    ),
    "code_invalid": CODE_INVALID,
    "required_field": "%s is a required field.",
    "cash_app_notice": (
        "Please note that, depending on your account and transaction history, %s may reject your transaction due to its"
        " amount."
    ),
    "not_finished": "The payment was not finished. Nothing was charged: try again, or pay another way.",
}
"""The pages' own messages, by the store's keys."""
SAVED_CARD_GONE = "saved_card_gone"
"""The store's own code: the provider no longer has a saved method."""
GENERIC = "There was a problem processing the payment. Please check your email inbox and refresh the page to try again."
MISSING_METHOD = PAGE_MESSAGES["missing_details"]
NO_ANSWER = (
    "The card service did not answer. You will not be charged twice: please wait a moment and place the order again."
)
MANY_PAYING = "Many people are paying right now. Nothing was charged: please try again in a moment."
NOT_ASKED = "The card service has not answered for a while. Nothing was charged: please try again in a moment."
BUSY = "Your payment is already being processed. Please wait a moment."
TOO_MANY = "Too many payments were declined. Please wait an hour before the next try, or write to us."
NOT_THIS_ORDER = "We could not match this payment with your order. Nothing was changed; please try again."

CARD_LOG_IN = "Please log in to save a payment method."
CARD_NOT_KEPT = "This card could not be saved. Please try again, or use another one."
CARD_NOT_CONFIRMED = "Your bank did not confirm that the card is yours, so it is not saved. Please try again."
CARD_NO_ANSWER = "The card service did not answer, so the card is not saved yet. Please look again in a few minutes."
CARD_BUSY = "Your payment method is being saved already. Please wait a moment."
CARD_TOO_SOON_AFTER_REFUSED = "You cannot add a new payment method so soon after the previous one."
CARD_TOO_SOON = f"{CARD_TOO_SOON_AFTER_REFUSED} Please wait for 20 seconds."
CARD_TOO_MANY = "Too many payment methods were tried. Please wait an hour before the next one, or write to us."
METHOD_NOT_KEPT = "This payment method could not be saved. Please try again, or use another one."
METHOD_NOT_CONFIRMED = "It was not confirmed that the account is yours, so it is not saved. Please try again."
METHOD_NO_ANSWER = "The payment service did not answer, so nothing is saved yet. Please look again in a few minutes."
_DEPOSIT_NOT_CONFIRMED = "The deposit was not confirmed, so your bank account is not saved. Please try again."
SETUP_MESSAGES: dict[str, str] = {
    "setup_intent_authentication_failure": METHOD_NOT_CONFIRMED,
    "payment_method_provider_decline": "The account was declined, so it is not saved. Please use another one.",
    "payment_method_customer_decline": "You turned back, so nothing is saved. Please try again whenever you like.",
    "setup_intent_setup_attempt_expired": "It took too long, so nothing is saved. Please try again.",
    "payment_method_microdeposit_verification_attempts_exceeded": _DEPOSIT_NOT_CONFIRMED,
    "payment_method_microdeposit_verification_timeout": _DEPOSIT_NOT_CONFIRMED,
}
"""Why a payment method other than a card is not saved, by the provider's codes."""
SETUP_PAGE_MESSAGES: dict[str, str] = {
    **PAGE_MESSAGES,
    **SETUP_MESSAGES,
    "invalid_request_error": CARD_NOT_KEPT,
    "setup_intent_authentication_failure": CARD_NOT_CONFIRMED,
    "not_confirmed": CARD_NOT_CONFIRMED,
    "method_not_confirmed": METHOD_NOT_CONFIRMED,
    "log_in": CARD_LOG_IN,
}
"""The messages of pages on which a payment method is saved and nothing is paid."""

# Decline codes with a message of their own. For all others, such as stolen cards, shoppers read that it was declined.
_PUBLIC_DECLINE_CODES = frozenset(
    {"insufficient_funds", "expired_card", "incorrect_cvc", "incorrect_number", "processing_error"}
)


def find_message(code: str, decline_code: str = "") -> str:
    """Return the message for the provider's codes, never the provider's own text or an unlisted code."""
    if decline_code in _PUBLIC_DECLINE_CODES:
        return MESSAGES[decline_code]
    return MESSAGES.get(code, MESSAGES["invalid_request_error"])


def describe_no_answer(error: Exception, unknown: str = NO_ANSWER) -> str:
    """Return the message for a call to the provider that brought no answer. Where it was sent, its outcome is
    `unknown`.
    """
    if not isinstance(error, NotSent):
        return unknown
    return MANY_PAYING if error.crowded else NOT_ASKED


def find_setup_message(code: str, decline_code: str = "", method_type: MethodType = CARD) -> str:
    """Return the message for a payment method that was not saved, by the same rule as `find_message`."""
    if method_type is not CARD:
        return SETUP_MESSAGES.get(code, METHOD_NOT_KEPT)
    if code == "setup_intent_authentication_failure":
        return CARD_NOT_CONFIRMED
    message = find_message(code, decline_code)
    return CARD_NOT_KEPT if message == MESSAGES["invalid_request_error"] else message
