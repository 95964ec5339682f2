"""The parameters on which each call acts. All others are refused, so that nobody relies on them.

Accepted without any effect, because they change nothing that a store could see here: `amount_details`,
`radar_options`, `payment_method_options[p24][tos_shown_and_accepted]` and the `mandate_options` of debits.
"""

from collections.abc import Mapping
from typing import Final

from sandbox_pay.payments.types.table import BY_NAME
from sandbox_pay.protocol.errors import ProviderError, invalid
from sandbox_pay.protocol.json import Json, as_json

LIST = "created ending_before expand limit starting_after"
METADATA = "description expand metadata"
INTENT = f"allowed_payment_method_types customer payment_method payment_method_options {METADATA}"
SALE = (
    f"{INTENT} amount amount_details capture_method currency receipt_email setup_future_usage shipping "
    "statement_descriptor statement_descriptor_suffix"
)
CREATE = (
    "automatic_payment_methods confirm confirmation_token mandate_data payment_method_data return_url use_stripe_sdk"
)
CONFIRM = (
    "allowed_payment_method_types confirmation_token expand mandate_data payment_method payment_method_data "
    "payment_method_options return_url use_stripe_sdk"
)
CUSTOMER = f"address email name phone preferred_locales shipping {METADATA}"
TOKEN = "expand payment_method payment_method_data return_url setup_future_usage shipping"  # noqa: S105
OF_A_PAYMENT = f"charge payment_intent {LIST}"

TABLE: Final[Mapping[str, str]] = {
    "account.retrieve": "expand",
    "customers.create": CUSTOMER,
    "customers.list": f"email {LIST}",
    "customers.search": "expand limit page query",
    "customers.retrieve": "expand",
    "customers.update": CUSTOMER,
    "customers.delete": "",
    "customers.payment_methods.list": f"allow_redisplay type {LIST}",
    "payment_methods.create": f"allow_redisplay billing_details expand metadata type {' '.join(BY_NAME)}",
    "payment_methods.list": f"allow_redisplay customer type {LIST}",
    "payment_methods.retrieve": "expand",
    "payment_methods.update": "allow_redisplay billing_details card expand metadata",
    "payment_methods.attach": "customer expand",
    "payment_methods.detach": "expand",
    "payment_method_domains.create": "domain_name enabled expand",
    "payment_method_domains.list": f"domain_name enabled {LIST}",
    "payment_method_domains.retrieve": "expand",
    "payment_method_domains.update": "enabled expand",
    "payment_method_domains.validate": "expand",
    "payment_intents.create": f"{SALE} {CREATE} confirmation_method error_on_requires_action off_session radar_options",
    "payment_intents.list": f"customer {LIST}",
    "payment_intents.retrieve": "expand",
    "payment_intents.update": SALE,
    "payment_intents.confirm": (
        f"{CONFIRM} amount_details capture_method error_on_requires_action off_session radar_options receipt_email "
        "setup_future_usage shipping"
    ),
    "payment_intents.cancel": "cancellation_reason expand",
    "payment_intents.capture": "amount_details amount_to_capture expand final_capture metadata",
    "payment_intents.verify_microdeposits": "amounts descriptor_code expand",
    "setup_intents.create": f"{INTENT} {CREATE} usage",
    "setup_intents.list": f"customer payment_method {LIST}",
    "setup_intents.retrieve": "expand",
    "setup_intents.update": INTENT,
    "setup_intents.confirm": CONFIRM,
    "setup_intents.cancel": "cancellation_reason expand",
    "setup_intents.verify_microdeposits": "amounts descriptor_code expand",
    "setup_attempts.list": f"setup_intent {LIST}",
    "confirmation_tokens.create": TOKEN,
    "confirmation_tokens.retrieve": "expand",
    "test_helpers.confirmation_tokens.create": TOKEN,
    "charges.list": f"customer payment_intent {LIST}",
    "charges.retrieve": "expand",
    "balance.retrieve": "expand",
    "balance_transactions.list": f"currency payout source type {LIST}",
    "balance_transactions.retrieve": "expand",
    "refunds.create": "amount charge expand metadata payment_intent reason",
    "refunds.list": OF_A_PAYMENT,
    "refunds.retrieve": "expand",
    "refunds.update": "expand metadata",
    "disputes.list": OF_A_PAYMENT,
    "disputes.retrieve": "expand",
    "disputes.update": "evidence expand metadata submit",
    "disputes.close": "expand",
    "reviews.list": LIST,
    "reviews.retrieve": "expand",
    "reviews.approve": "expand",
    "radar.early_fraud_warnings.list": OF_A_PAYMENT,
    "radar.early_fraud_warnings.retrieve": "expand",
    "events.list": f"type types {LIST}",
    "events.retrieve": "expand",
    "webhook_endpoints.create": f"api_version enabled_events url {METADATA}",
    "webhook_endpoints.list": LIST,
    "webhook_endpoints.retrieve": "expand",
    "webhook_endpoints.update": f"disabled enabled_events url {METADATA}",
    "webhook_endpoints.delete": "",
}
OPTIONS: Final[Mapping[str, str]] = {
    "acss_debit": "mandate_options verification_method",
    "afterpay_clearpay": "reference",
    "affirm": "preferred_locale",
    "bacs_debit": "mandate_options",
    "bancontact": "preferred_language",
    "blik": "code",
    "boleto": "expires_after_days",
    "card": "request_three_d_secure",
    "klarna": "preferred_locale",
    "oxxo": "expires_after_days",
    "p24": "tos_shown_and_accepted",
    "sepa_debit": "mandate_options",
    "sofort": "preferred_language",
    "us_bank_account": "mandate_options verification_method",
    "wechat_pay": "app_id client",
}
"""What `payment_method_options` may say of each type besides `setup_future_usage`."""
CARD: Final = "exp_month exp_year"
"""The parameters of a saved card that can be changed."""


def check(operation: str, params: Json, besides: tuple[str, ...]) -> None:
    """Refuse parameters on which this call does not act; `besides` are those that only browsers send."""
    _refuse_unknown(params, f"{TABLE[operation]} {' '.join(besides)}", "")
    options = as_json(params.get("payment_method_options"))
    _refuse_unknown(options, " ".join(BY_NAME), "payment_method_options")
    for kind, options_of_type in options.items():
        _refuse_unknown(
            as_json(options_of_type), f"setup_future_usage {OPTIONS.get(kind, '')}", f"payment_method_options[{kind}]"
        )
    if operation == "payment_methods.update":
        _refuse_unknown(as_json(params.get("card")), CARD, "card")
    if as_json(params.get("automatic_payment_methods")).get("enabled") is False:
        raise _refusal("automatic_payment_methods[enabled]=false")
    if params.get("confirmation_method") == "manual":
        raise _refusal("confirmation_method=manual")


def _refuse_unknown(params: Json, offered: str, within: str) -> None:
    for name in params:
        if name not in offered.split():
            raise _refusal(f"{within}[{name}]" if within else name)


def _refusal(what: str) -> ProviderError:
    return invalid(f"This sandbox does not offer `{what}`.", what.partition("=")[0])
