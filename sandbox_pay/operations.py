"""The table of calls: address, function, parameter table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from sandbox_pay.call import Call
from sandbox_pay.payments import account, account_balance, capture, charges, confirmation_tokens, intents, refunds
from sandbox_pay.payments.cases import disputes, fraud_warnings, reviews
from sandbox_pay.payments.customers import customer_search, customers, methods
from sandbox_pay.payments.setups import microdeposits, setup_attempts, setup_intents
from sandbox_pay.protocol.json import Json
from sandbox_pay.webhooks import endpoints, event_log


@dataclass(frozen=True, slots=True)
class ApiOperation:
    """`params` names the SDK's parameter module; `browser` opens the call to publishable keys.

    `also` and `inside` are what a browser sends besides: texts, and maps that another call's module describes.
    """

    name: str
    method: str
    path: str
    run: Callable[[Call], Json]
    params: str
    browser: bool = False
    also: tuple[str, ...] = ()
    inside: Mapping[str, str] = field(default_factory=dict)


BROWSER_ONLY = ("client_secret", "key")
"""What a browser adds to the parameters that the server's SDK knows."""

OPERATIONS: tuple[ApiOperation, ...] = (
    ApiOperation("account.retrieve", "GET", "/v1/account", account.retrieve, "account_retrieve_current"),
    ApiOperation("customers.create", "POST", "/v1/customers", customers.create, "customer_create"),
    ApiOperation("customers.list", "GET", "/v1/customers", customers.listing, "customer_list"),
    ApiOperation("customers.search", "GET", "/v1/customers/search", customer_search.search, "customer_search"),
    ApiOperation("customers.retrieve", "GET", "/v1/customers/{id}", customers.retrieve, "customer_retrieve"),
    ApiOperation("customers.update", "POST", "/v1/customers/{id}", customers.update, "customer_update"),
    ApiOperation("customers.delete", "DELETE", "/v1/customers/{id}", customers.delete, "customer_delete"),
    ApiOperation(
        "customers.payment_methods.list",
        "GET",
        "/v1/customers/{id}/payment_methods",
        methods.listing_of_customer,
        "customer_payment_method_list",
    ),
    ApiOperation(
        "payment_methods.create",
        "POST",
        "/v1/payment_methods",
        methods.create,
        "payment_method_create",
        browser=True,
        also=BROWSER_ONLY,
    ),
    ApiOperation("payment_methods.list", "GET", "/v1/payment_methods", methods.listing, "payment_method_list"),
    ApiOperation(
        "payment_methods.retrieve", "GET", "/v1/payment_methods/{id}", methods.retrieve, "payment_method_retrieve"
    ),
    ApiOperation("payment_methods.update", "POST", "/v1/payment_methods/{id}", methods.update, "payment_method_update"),
    ApiOperation(
        "payment_methods.attach", "POST", "/v1/payment_methods/{id}/attach", methods.attach, "payment_method_attach"
    ),
    ApiOperation(
        "payment_methods.detach", "POST", "/v1/payment_methods/{id}/detach", methods.detach, "payment_method_detach"
    ),
    ApiOperation("payment_intents.create", "POST", "/v1/payment_intents", intents.create, "payment_intent_create"),
    ApiOperation("payment_intents.list", "GET", "/v1/payment_intents", intents.listing, "payment_intent_list"),
    ApiOperation(
        "payment_intents.retrieve",
        "GET",
        "/v1/payment_intents/{id}",
        intents.retrieve,
        "payment_intent_retrieve",
        browser=True,
        also=BROWSER_ONLY,
    ),
    ApiOperation("payment_intents.update", "POST", "/v1/payment_intents/{id}", intents.update, "payment_intent_update"),
    ApiOperation(
        "payment_intents.confirm",
        "POST",
        "/v1/payment_intents/{id}/confirm",
        intents.confirm_existing,
        "payment_intent_confirm",
        browser=True,
        also=BROWSER_ONLY,
    ),
    ApiOperation(
        "payment_intents.cancel", "POST", "/v1/payment_intents/{id}/cancel", intents.cancel, "payment_intent_cancel"
    ),
    ApiOperation(
        "payment_intents.capture",
        "POST",
        "/v1/payment_intents/{id}/capture",
        capture.capture_existing,
        "payment_intent_capture",
    ),
    ApiOperation(
        "payment_intents.verify_microdeposits",
        "POST",
        "/v1/payment_intents/{id}/verify_microdeposits",
        microdeposits.verify,
        "payment_intent_verify_microdeposits",
        browser=True,
        also=BROWSER_ONLY,
    ),
    ApiOperation("setup_intents.create", "POST", "/v1/setup_intents", setup_intents.create, "setup_intent_create"),
    ApiOperation("setup_intents.list", "GET", "/v1/setup_intents", setup_intents.listing, "setup_intent_list"),
    ApiOperation(
        "setup_intents.retrieve",
        "GET",
        "/v1/setup_intents/{id}",
        setup_intents.retrieve,
        "setup_intent_retrieve",
        browser=True,
        also=BROWSER_ONLY,
    ),
    ApiOperation("setup_intents.update", "POST", "/v1/setup_intents/{id}", setup_intents.update, "setup_intent_update"),
    ApiOperation(
        "setup_intents.confirm",
        "POST",
        "/v1/setup_intents/{id}/confirm",
        setup_intents.confirm_existing,
        "setup_intent_confirm",
        browser=True,
        also=BROWSER_ONLY,
    ),
    ApiOperation(
        "setup_intents.cancel", "POST", "/v1/setup_intents/{id}/cancel", setup_intents.cancel, "setup_intent_cancel"
    ),
    ApiOperation(
        "setup_intents.verify_microdeposits",
        "POST",
        "/v1/setup_intents/{id}/verify_microdeposits",
        microdeposits.verify_setup,
        "setup_intent_verify_microdeposits",
        browser=True,
        also=BROWSER_ONLY,
    ),
    ApiOperation("setup_attempts.list", "GET", "/v1/setup_attempts", setup_attempts.listing, "setup_attempt_list"),
    ApiOperation(
        "confirmation_tokens.create",
        "POST",
        "/v1/confirmation_tokens",
        confirmation_tokens.collect,
        "test_helpers/confirmation_token_create",
        browser=True,
        also=BROWSER_ONLY,
        inside={"payment_method_data": "payment_method_create"},
    ),
    ApiOperation(
        "confirmation_tokens.retrieve",
        "GET",
        "/v1/confirmation_tokens/{id}",
        confirmation_tokens.retrieve,
        "confirmation_token_retrieve",
    ),
    ApiOperation(
        "test_helpers.confirmation_tokens.create",
        "POST",
        "/v1/test_helpers/confirmation_tokens",
        confirmation_tokens.create,
        "test_helpers/confirmation_token_create",
    ),
    ApiOperation("charges.list", "GET", "/v1/charges", charges.listing, "charge_list"),
    ApiOperation("charges.retrieve", "GET", "/v1/charges/{id}", charges.retrieve, "charge_retrieve"),
    ApiOperation("balance.retrieve", "GET", "/v1/balance", account_balance.total, "balance_retrieve"),
    ApiOperation(
        "balance_transactions.list",
        "GET",
        "/v1/balance_transactions",
        account_balance.listing,
        "balance_transaction_list",
    ),
    ApiOperation(
        "balance_transactions.retrieve",
        "GET",
        "/v1/balance_transactions/{id}",
        account_balance.retrieve,
        "balance_transaction_retrieve",
    ),
    ApiOperation("refunds.create", "POST", "/v1/refunds", refunds.create, "refund_create"),
    ApiOperation("refunds.list", "GET", "/v1/refunds", refunds.listing, "refund_list"),
    ApiOperation("refunds.retrieve", "GET", "/v1/refunds/{id}", refunds.retrieve, "refund_retrieve"),
    ApiOperation("refunds.update", "POST", "/v1/refunds/{id}", refunds.update, "refund_update"),
    ApiOperation("disputes.list", "GET", "/v1/disputes", disputes.listing, "dispute_list"),
    ApiOperation("disputes.retrieve", "GET", "/v1/disputes/{id}", disputes.retrieve, "dispute_retrieve"),
    ApiOperation("disputes.update", "POST", "/v1/disputes/{id}", disputes.update, "dispute_update"),
    ApiOperation("disputes.close", "POST", "/v1/disputes/{id}/close", disputes.close, "dispute_close"),
    ApiOperation("reviews.list", "GET", "/v1/reviews", reviews.listing, "review_list"),
    ApiOperation("reviews.retrieve", "GET", "/v1/reviews/{id}", reviews.retrieve, "review_retrieve"),
    ApiOperation("reviews.approve", "POST", "/v1/reviews/{id}/approve", reviews.approve, "review_approve"),
    ApiOperation(
        "radar.early_fraud_warnings.list",
        "GET",
        "/v1/radar/early_fraud_warnings",
        fraud_warnings.listing,
        "radar/early_fraud_warning_list",
    ),
    ApiOperation(
        "radar.early_fraud_warnings.retrieve",
        "GET",
        "/v1/radar/early_fraud_warnings/{id}",
        fraud_warnings.retrieve,
        "radar/early_fraud_warning_retrieve",
    ),
    ApiOperation("events.list", "GET", "/v1/events", event_log.listing, "event_list"),
    ApiOperation("events.retrieve", "GET", "/v1/events/{id}", event_log.retrieve, "event_retrieve"),
    ApiOperation(
        "webhook_endpoints.create", "POST", "/v1/webhook_endpoints", endpoints.create, "webhook_endpoint_create"
    ),
    ApiOperation("webhook_endpoints.list", "GET", "/v1/webhook_endpoints", endpoints.listing, "webhook_endpoint_list"),
    ApiOperation(
        "webhook_endpoints.retrieve",
        "GET",
        "/v1/webhook_endpoints/{id}",
        endpoints.retrieve,
        "webhook_endpoint_retrieve",
    ),
    ApiOperation(
        "webhook_endpoints.update",
        "POST",
        "/v1/webhook_endpoints/{id}",
        endpoints.update,
        "webhook_endpoint_update",
    ),
    ApiOperation(
        "webhook_endpoints.delete",
        "DELETE",
        "/v1/webhook_endpoints/{id}",
        endpoints.delete,
        "webhook_endpoint_delete",
    ),
)
