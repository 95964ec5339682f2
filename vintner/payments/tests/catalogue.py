"""The error catalogue of payments, a row each.

The words are written out a second time: those of the cards in the fixture of the pages' tests, the others here. What
shoppers read is compared with them, and they with the tables of the specification where it is at hand. `NUMBERS`,
`REFUSALS`, `ENTERED` and `SCRIPT` say what brings each row of the cards.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings

_WORDS = json.loads((settings.BASE_DIR / "frontend" / "fixtures" / "catalogue.json").read_text())["messages"]
_CODES = (
    "invalid_number", "invalid_expiry_month", "invalid_expiry_year", "invalid_cvc", "incorrect_number",
    "incomplete_number", "incomplete_cvc", "incomplete_expiry", "expired_card", "incorrect_cvc", "incorrect_zip",
    "invalid_expiry_year_past", "card_declined", "missing", "processing_error", "email_invalid", "postal_code_invalid",
    "invalid_request_error", "amount_too_large", "amount_too_small", "payment_intent_authentication_failure",
    "insufficient_funds",
)  # fmt: skip
CARDS: Mapping[str, str] = {code: _WORDS[code] for code in _CODES}
GENERIC = "There was a problem processing the payment. Please check your email inbox and refresh the page to try again."
"""Its row is called 'generic'; pages have it as `genericErrorMessage`."""
OURS: Mapping[str, str] = {
    "country_code_invalid": "Invalid country code, please try again with a valid country code",
    "tax_id_invalid": "Invalid Tax Id, please try again with a valid tax id",
    "invalid_wallet_type": "Invalid wallet payment type, please try again or use an alternative method.",
}
"""Codes whose texts stand in the recorded settings of a page."""
LIKE_INVALID_REQUEST = ("api_connection_error", "api_error", "authentication_error", "rate_limit_error")
"""Types of errors that read as `invalid_request_error` does."""
EMPTY = "validation_error"
"""The type whose message is empty: the fields themselves say what is wrong with them."""


@dataclass(frozen=True, slots=True)
class Other:
    """A row of the second list: how the specification calls it, our key, and the text; %s is a name in it."""

    label: str
    key: str
    text: str


OTHERS = (
    Other("Timeout", "timeout", "A timeout occurred while connecting to the server. Please try again."),
    Other("Aborted", "abort", "The connection to the server was aborted. Please try again."),
    Other(
        "Other connection error",
        "connection",
        "An error occurred while connecting to the server. Please try again.",
    ),
    Other("Fallback", "payment_failed", "Payment failed. Please try again."),
    Other(
        "A method fails to load",
        "load_failed",
        "Failed to load %s payment method. Please refresh the page and try again.",
    ),
    Other(
        "Voucher redirect failure",
        "voucher_failed",
        "There was a problem processing the payment. Please refresh the page to try again.",
    ),
    Other("Unknown", "unknown", "An unknown error occurred."),
    Other("Missing initialization data", "not_initialized", "initialization data is not available"),
    Other("Bank-code method", "code_invalid", "%s Code is invalid"),
    Other(
        "Payment element not loaded",
        "missing_details",
        "Invalid or missing payment details. Please ensure the provided payment method is correctly entered.",
    ),
    Other("Missing provider parameter", "required_field", "%s is a required field."),
    Other(
        "Cash-app notice (a warning, not an error)",
        "cash_app_notice",
        "Please note that, depending on your account and transaction history, %s may reject your transaction due to"
        " its amount.",
    ),
)

NUMBERS: Mapping[str, str] = {
    "4000000000000002": "card_declined",
    "4000000000009987": "card_declined",
    "4000000000009979": "card_declined",
    "4000000000006975": "card_declined",
    "4100000000000019": "card_declined",
    "4000000000000341": "card_declined",
    "4000000000009995": "insufficient_funds",
    "4000000000000069": "expired_card",
    "4000000000000127": "incorrect_cvc",
    "4000000000000119": "processing_error",
}
"""Test cards that are declined when they pay, by the row that tells of it. Of a stolen card no more is told."""
REFUSALS = (
    "invalid_number",
    "invalid_expiry_month",
    "invalid_expiry_year",
    "invalid_cvc",
    "incorrect_number",
    "incorrect_zip",
    "missing",
    "email_invalid",
    "postal_code_invalid",
    "amount_too_large",
    "amount_too_small",
    "country_code_invalid",
    "tax_id_invalid",
    "payment_intent_authentication_failure",
)
"""What the provider may also answer to the store itself, by the sandbox's switch for refusals."""
ENTERED: Mapping[str, Mapping[str, str]] = {
    "invalid_number": {"number": "42"},
    "incorrect_number": {"number": "4242424242424241"},
    "invalid_expiry_month": {"exp_month": "13"},
    "invalid_expiry_year": {"exp_year": "2019"},
    "invalid_cvc": {"cvc": "99"},
}
"""What is typed into the provider's fields, and refused when a method is made of it."""
SCRIPT = ("incomplete_number", "incomplete_cvc", "incomplete_expiry", "invalid_expiry_year_past")
"""What the provider's script says by itself, before anything is sent; the pages' tests have these rows."""
