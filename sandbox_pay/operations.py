"""The table of calls: address, function, parameter table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from sandbox_pay.call import Call
from sandbox_pay.domains import domains
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
_HTTP_METHODS = {"list": "GET", "retrieve": "GET", "search": "GET", "delete": "DELETE"}
"""The methods of actions that are no POST."""


def _operation(
    name: str,
    path: str,
    run: Callable[[Call], Json],
    *,
    params: str = "",
    browser: bool = False,
    also: tuple[str, ...] = (),
    inside: Mapping[str, str] | None = None,
) -> ApiOperation:
    """Return a row of the table. The SDK names most parameter modules after the call: customers.list, customer_list."""
    resource, _, action = name.rpartition(".")
    return ApiOperation(
        name,
        _HTTP_METHODS.get(action, "POST"),
        path,
        run,
        params or f"{resource.removesuffix('s')}_{action}",
        browser,
        (*BROWSER_ONLY, *also) if browser else (),
        inside or {},
    )


OPERATIONS: tuple[ApiOperation, ...] = (
    _operation("account.retrieve", "/v1/account", account.retrieve, params="account_retrieve_current"),
    _operation("customers.create", "/v1/customers", customers.create),
    _operation("customers.list", "/v1/customers", customers.listing),
    _operation("customers.search", "/v1/customers/search", customer_search.search),
    _operation("customers.retrieve", "/v1/customers/{id}", customers.retrieve),
    _operation("customers.update", "/v1/customers/{id}", customers.update),
    _operation("customers.delete", "/v1/customers/{id}", customers.delete),
    _operation(
        "customers.payment_methods.list",
        "/v1/customers/{id}/payment_methods",
        methods.listing_of_customer,
        params="customer_payment_method_list",
    ),
    _operation("payment_methods.create", "/v1/payment_methods", methods.create, browser=True),
    _operation("payment_methods.list", "/v1/payment_methods", methods.listing),
    _operation("payment_methods.retrieve", "/v1/payment_methods/{id}", methods.retrieve),
    _operation("payment_methods.update", "/v1/payment_methods/{id}", methods.update),
    _operation("payment_methods.attach", "/v1/payment_methods/{id}/attach", methods.attach),
    _operation("payment_methods.detach", "/v1/payment_methods/{id}/detach", methods.detach),
    _operation("payment_intents.create", "/v1/payment_intents", intents.create),
    _operation("payment_intents.list", "/v1/payment_intents", intents.listing),
    _operation("payment_intents.retrieve", "/v1/payment_intents/{id}", intents.retrieve, browser=True),
    _operation("payment_intents.update", "/v1/payment_intents/{id}", intents.update),
    _operation("payment_intents.confirm", "/v1/payment_intents/{id}/confirm", intents.confirm_existing, browser=True),
    _operation("payment_intents.cancel", "/v1/payment_intents/{id}/cancel", intents.cancel),
    _operation("payment_intents.capture", "/v1/payment_intents/{id}/capture", capture.capture_existing),
    _operation(
        "payment_intents.verify_microdeposits",
        "/v1/payment_intents/{id}/verify_microdeposits",
        microdeposits.verify,
        browser=True,
    ),
    _operation("payment_method_domains.create", "/v1/payment_method_domains", domains.create),
    _operation("payment_method_domains.list", "/v1/payment_method_domains", domains.listing),
    _operation("payment_method_domains.retrieve", "/v1/payment_method_domains/{id}", domains.retrieve),
    _operation("payment_method_domains.update", "/v1/payment_method_domains/{id}", domains.update),
    _operation("payment_method_domains.validate", "/v1/payment_method_domains/{id}/validate", domains.validate),
    _operation("setup_intents.create", "/v1/setup_intents", setup_intents.create),
    _operation("setup_intents.list", "/v1/setup_intents", setup_intents.listing),
    _operation("setup_intents.retrieve", "/v1/setup_intents/{id}", setup_intents.retrieve, browser=True),
    _operation("setup_intents.update", "/v1/setup_intents/{id}", setup_intents.update),
    _operation("setup_intents.confirm", "/v1/setup_intents/{id}/confirm", setup_intents.confirm_existing, browser=True),
    _operation("setup_intents.cancel", "/v1/setup_intents/{id}/cancel", setup_intents.cancel),
    _operation(
        "setup_intents.verify_microdeposits",
        "/v1/setup_intents/{id}/verify_microdeposits",
        microdeposits.verify_setup,
        browser=True,
    ),
    _operation("setup_attempts.list", "/v1/setup_attempts", setup_attempts.listing),
    _operation(
        "confirmation_tokens.create",
        "/v1/confirmation_tokens",
        confirmation_tokens.collect,
        params="test_helpers/confirmation_token_create",
        browser=True,
        also=confirmation_tokens.OF_WALLETS,
        inside={"payment_method_data": "payment_method_create"},
    ),
    _operation("confirmation_tokens.retrieve", "/v1/confirmation_tokens/{id}", confirmation_tokens.retrieve),
    _operation(
        "test_helpers.confirmation_tokens.create",
        "/v1/test_helpers/confirmation_tokens",
        confirmation_tokens.create,
        params="test_helpers/confirmation_token_create",
    ),
    _operation("charges.list", "/v1/charges", charges.listing),
    _operation("charges.retrieve", "/v1/charges/{id}", charges.retrieve),
    _operation("balance.retrieve", "/v1/balance", account_balance.total),
    _operation("balance_transactions.list", "/v1/balance_transactions", account_balance.listing),
    _operation("balance_transactions.retrieve", "/v1/balance_transactions/{id}", account_balance.retrieve),
    _operation("refunds.create", "/v1/refunds", refunds.create),
    _operation("refunds.list", "/v1/refunds", refunds.listing),
    _operation("refunds.retrieve", "/v1/refunds/{id}", refunds.retrieve),
    _operation("refunds.update", "/v1/refunds/{id}", refunds.update),
    _operation("disputes.list", "/v1/disputes", disputes.listing),
    _operation("disputes.retrieve", "/v1/disputes/{id}", disputes.retrieve),
    _operation("disputes.update", "/v1/disputes/{id}", disputes.update),
    _operation("disputes.close", "/v1/disputes/{id}/close", disputes.close),
    _operation("reviews.list", "/v1/reviews", reviews.listing),
    _operation("reviews.retrieve", "/v1/reviews/{id}", reviews.retrieve),
    _operation("reviews.approve", "/v1/reviews/{id}/approve", reviews.approve),
    _operation(
        "radar.early_fraud_warnings.list",
        "/v1/radar/early_fraud_warnings",
        fraud_warnings.listing,
        params="radar/early_fraud_warning_list",
    ),
    _operation(
        "radar.early_fraud_warnings.retrieve",
        "/v1/radar/early_fraud_warnings/{id}",
        fraud_warnings.retrieve,
        params="radar/early_fraud_warning_retrieve",
    ),
    _operation("events.list", "/v1/events", event_log.listing),
    _operation("events.retrieve", "/v1/events/{id}", event_log.retrieve),
    _operation("webhook_endpoints.create", "/v1/webhook_endpoints", endpoints.create),
    _operation("webhook_endpoints.list", "/v1/webhook_endpoints", endpoints.listing),
    _operation("webhook_endpoints.retrieve", "/v1/webhook_endpoints/{id}", endpoints.retrieve),
    _operation("webhook_endpoints.update", "/v1/webhook_endpoints/{id}", endpoints.update),
    _operation("webhook_endpoints.delete", "/v1/webhook_endpoints/{id}", endpoints.delete),
)
