"""What the sandbox does not act on is refused, so that nobody counts on it."""

import httpx
import pytest
import stripe

from sandbox_pay import accepted_parameters
from sandbox_pay.operations import OPERATIONS
from sandbox_pay.protocol.parameters import table
from sandbox_pay.testing import SandboxProcess

SALE = {"amount": "500", "currency": "usd"}
NEW = "payment_intents"


def test_every_call_says_what_it_acts_on_in_the_provider_s_words() -> None:
    assert set(accepted_parameters.TABLE) == {operation.name for operation in OPERATIONS}
    for operation in OPERATIONS:
        known = {*table(operation.params), *operation.also}
        assert set(accepted_parameters.TABLE[operation.name].split()) - known <= {"created", "description"}, (
            operation.name
        )


def post(sandbox: SandboxProcess, path: str, fields: dict[str, str]) -> httpx.Response:
    return httpx.post(f"{sandbox.base_url}/v1/{path}", data=fields, auth=(sandbox.secret_key, ""), trust_env=False)


@pytest.mark.parametrize(
    ("path", "fields", "param"),
    [
        (NEW, {**SALE, "excluded_payment_method_types[0]": "card"}, "excluded_payment_method_types"),
        (NEW, {**SALE, "payment_method_configuration": "pmc_1"}, "payment_method_configuration"),
        (NEW, {**SALE, "application_fee_amount": "1"}, "application_fee_amount"),
        (NEW, {**SALE, "transfer_group": "a"}, "transfer_group"),
        (NEW, {**SALE, "on_behalf_of": "acct_1"}, "on_behalf_of"),
        (NEW, {**SALE, "confirmation_method": "manual"}, "confirmation_method"),
        (NEW, {**SALE, "automatic_payment_methods[enabled]": "false"}, "automatic_payment_methods[enabled]"),
        (
            NEW,
            {**SALE, "payment_method_options[card][capture_method]": "manual"},
            "payment_method_options[card][capture_method]",
        ),
        (f"{NEW}/pi_1", {"payment_method_data[type]": "klarna"}, "payment_method_data"),
        (f"{NEW}/pi_1/confirm", {"amount_to_confirm": "1"}, "amount_to_confirm"),
        (f"{NEW}/pi_1/capture", {"statement_descriptor": "WINE"}, "statement_descriptor"),
        ("customers", {"payment_method": "pm_1"}, "payment_method"),
        ("customers", {"tax_exempt": "exempt"}, "tax_exempt"),
        ("refunds", {"payment_intent": "pi_1", "reverse_transfer": "true"}, "reverse_transfer"),
        ("webhook_endpoints", {"url": "https://a.example", "enabled_events[0]": "*", "connect": "true"}, "connect"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_not_acted_on_is_refused_aloud(
    sandbox: SandboxProcess, path: str, fields: dict[str, str], param: str
) -> None:
    answer = post(sandbox, path, fields)
    error = answer.json()["error"]
    assert (answer.status_code, error["param"]) == (400, param)
    assert "This sandbox does not offer" in error["message"]


def test_lists_refuse_it_as_well(client: stripe.StripeClient) -> None:
    with pytest.raises(stripe.InvalidRequestError, match="does not offer `delivery_success`"):
        client.v1.events.list({"delivery_success": False})


def test_a_confirmation_may_ask_to_set_the_money_aside(client: stripe.StripeClient, sandbox: SandboxProcess) -> None:
    intent = client.v1.payment_intents.create(
        {"amount": 500, "currency": "usd", "payment_method": "pm_card_visa", "metadata": {"order_id": "1"}}
    )
    confirmed = client.v1.payment_intents.confirm(
        intent.id, {"capture_method": "manual", "allowed_payment_method_types": ["card"]}
    )
    assert (confirmed.status, confirmed.capture_method) == ("requires_capture", "manual")
    assert sandbox.ledger(1).captured == 0


def test_an_endpoint_speaks_this_version_or_none(client: stripe.StripeClient) -> None:
    endpoint = {"url": "https://store.example", "enabled_events": ["*"]}
    made = client.v1.webhook_endpoints.create({**endpoint, "api_version": "2026-10-28.endive"})  # type: ignore[typeddict-item]
    assert made.api_version == "2026-10-28.endive"
    client.v1.webhook_endpoints.delete(made.id)
    with pytest.raises(stripe.InvalidRequestError, match="speaks 2026"):
        client.v1.webhook_endpoints.create({**endpoint, "api_version": "2020-08-27"})  # type: ignore[typeddict-item]


def test_methods_are_listed_by_whether_they_may_be_shown(client: stripe.StripeClient) -> None:
    customer = client.v1.customers.create().id
    for shown in ("always", "limited"):
        method = client.v1.payment_methods.attach("pm_card_visa", {"customer": customer})
        client.v1.payment_methods.update(method.id, {"allow_redisplay": shown})
    found = client.v1.customers.payment_methods.list(customer, {"allow_redisplay": "always"})
    assert [each.allow_redisplay for each in found.data] == ["always"]
