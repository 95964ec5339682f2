"""PaymentIntents through the real SDK: every 2xx answer is also held against Stripe's schemas."""

from collections.abc import Callable

import pytest
import stripe

from sandbox_pay.tests.checked_client import CheckedTransport

CARD = ["card"]


def test_a_payment_goes_from_nothing_to_paid(client: stripe.StripeClient) -> None:
    intents = client.v1.payment_intents
    customer = client.v1.customers.create({"email": "ada@example.com"})
    intent = intents.create(
        {
            "amount": 2599,
            "currency": "USD",
            "customer": customer.id,
            "description": "Vintner - Order 12",
            "metadata": {"order_id": "12"},
            "allowed_payment_method_types": CARD,
            "shipping": {"name": "Ada", "address": {"line1": "1 Rue", "line2": "", "country": "US"}},
        }
    )
    assert (intent.status, intent.currency, intent.latest_charge) == ("requires_payment_method", "usd", None)
    assert intent.client_secret is not None
    assert intent.client_secret.startswith(f"{intent.id}_secret_")
    assert intents.update(intent.id, {"payment_method": "pm_card_visa"}).status == "requires_confirmation"
    paid = intents.confirm(intent.id, {"expand": ["latest_charge.balance_transaction", "payment_method", "customer"]})
    assert (paid.status, paid.amount_received) == ("succeeded", 2599)
    charge = paid.latest_charge
    assert isinstance(charge, stripe.Charge)
    assert (charge.captured, charge.paid, charge.amount_captured, charge.metadata["order_id"]) == (
        True, True, 2599, "12",
    )  # fmt: skip
    assert isinstance(charge.balance_transaction, stripe.BalanceTransaction)
    # 2.9 % of 25.99 is 0.75371, and 30 cents.
    assert (charge.balance_transaction.fee, charge.balance_transaction.net) == (105, 2494)
    assert isinstance(paid.payment_method, stripe.PaymentMethod)
    assert isinstance(paid.customer, stripe.Customer)
    assert charge.id == client.v1.charges.list({"payment_intent": paid.id}).data[0].id


def test_answers_carry_old_and_new_names_of_the_types(client: stripe.StripeClient) -> None:
    intent = client.v1.payment_intents.create({"amount": 100, "currency": "usd", "allowed_payment_method_types": CARD})
    assert intent.payment_method_types == intent.allowed_payment_method_types == CARD


def test_events_come_in_stripes_order(client: stripe.StripeClient) -> None:
    intent = client.v1.payment_intents.create(
        {
            "amount": 100,
            "currency": "usd",
            "confirm": True,
            "payment_method": "pm_card_visa",
            "return_url": "https://a.example",
        }
    )
    client.v1.payment_intents.cancel(client.v1.payment_intents.create({"amount": 100, "currency": "usd"}).id)
    kinds = [event.type for event in reversed(client.v1.events.list().data)]
    assert kinds == [
        "payment_intent.created",
        "charge.succeeded",
        "payment_intent.succeeded",
        "payment_intent.created",
        "payment_intent.canceled",
    ]
    of_charges = client.v1.events.list({"type": "charge.*"}).data
    assert [event.data.object["payment_intent"] for event in of_charges] == [intent.id]
    assert client.v1.events.retrieve(of_charges[0].id).type == "charge.succeeded"
    both = client.v1.events.list({"types": ["charge.succeeded", "payment_intent.canceled"]}).data
    assert {event.type for event in both} == {"charge.succeeded", "payment_intent.canceled"}


@pytest.mark.parametrize(
    ("amount", "currency", "code", "message"),
    [
        (49, "usd", "amount_too_small", "Amount must be at least $0.50 usd"),
        (29, "gbp", "amount_too_small", "Amount must be at least 0.30 gbp gbp"),
        (100_000_000, "usd", "amount_too_large", "Amount must be no more than $999,999.99 usd"),
        (0, "usd", "parameter_invalid_integer", "This value must be greater than or equal to 1."),
        (100, "zzz", None, "Invalid currency: zzz."),
    ],
)
def test_amounts_have_limits(
    client: stripe.StripeClient, amount: int, currency: str, code: str | None, message: str
) -> None:
    with pytest.raises(stripe.InvalidRequestError) as refused:
        client.v1.payment_intents.create({"amount": amount, "currency": currency})
    assert refused.value.code == code
    assert message in str(refused.value.user_message)


def test_a_paid_intent_is_closed(client: stripe.StripeClient) -> None:
    intents = client.v1.payment_intents
    paid = intents.create(
        {"amount": 100, "currency": "usd", "confirm": True, "payment_method": "pm_card_visa",
         "allowed_payment_method_types": CARD}
    )  # fmt: skip
    steps: list[Callable[[], stripe.PaymentIntent]] = [
        lambda: intents.confirm(paid.id),
        lambda: intents.cancel(paid.id),
        lambda: intents.update(paid.id, {"amount": 200}),
    ]
    for step in steps:
        with pytest.raises(stripe.InvalidRequestError) as refused:
            step()
        assert refused.value.code == "payment_intent_unexpected_state"
        assert refused.value.error is not None
        assert refused.value.error.payment_intent is not None
        assert refused.value.error.payment_intent.status == "succeeded"
    assert intents.update(paid.id, {"metadata": {"note": "kept"}}).metadata["note"] == "kept"


def test_changing_the_amount_voids_an_open_question(client: stripe.StripeClient) -> None:
    intents = client.v1.payment_intents
    asked = intents.create(
        {"amount": 100, "currency": "usd", "confirm": True, "payment_method": "pm_card_authenticationRequired",
         "allowed_payment_method_types": CARD, "use_stripe_sdk": True}
    )  # fmt: skip
    changed = intents.update(asked.id, {"amount": 300})
    assert (changed.status, changed.amount, changed.next_action) == ("requires_confirmation", 300, None)


def test_canceling_keeps_the_reason(client: stripe.StripeClient) -> None:
    intent = client.v1.payment_intents.create({"amount": 100, "currency": "usd"})
    canceled = client.v1.payment_intents.cancel(intent.id, {"cancellation_reason": "abandoned"})
    assert (canceled.status, canceled.cancellation_reason) == ("canceled", "abandoned")
    assert canceled.canceled_at is not None


def test_what_is_missing_is_named(client: stripe.StripeClient) -> None:
    intents = client.v1.payment_intents
    with pytest.raises(stripe.InvalidRequestError, match="No such payment_intent: 'pi_x'") as refused:
        intents.retrieve("pi_x")
    assert (refused.value.http_status, refused.value.code, refused.value.param) == (404, "resource_missing", "intent")
    with pytest.raises(stripe.InvalidRequestError, match="No such customer"):
        intents.create({"amount": 100, "currency": "usd", "customer": "cus_x"})
    with pytest.raises(stripe.InvalidRequestError, match="No such PaymentMethod"):
        intents.create({"amount": 100, "currency": "usd", "payment_method": "pm_x"})
    intent = intents.create({"amount": 100, "currency": "usd"})
    with pytest.raises(stripe.InvalidRequestError, match="missing a payment method"):
        intents.confirm(intent.id)


def test_methods_that_may_redirect_need_a_return_url(client: stripe.StripeClient) -> None:
    with pytest.raises(stripe.InvalidRequestError, match="return_url"):
        client.v1.payment_intents.create(
            {"amount": 100, "currency": "usd", "confirm": True, "payment_method": "pm_card_visa"}
        )


def test_a_page_of_payments_has_a_next_one(client: stripe.StripeClient) -> None:
    made = [client.v1.payment_intents.create({"amount": 100 + n, "currency": "usd"}).id for n in range(5)]
    first = client.v1.payment_intents.list({"limit": 2})
    assert ([item.id for item in first.data], first.has_more) == ([made[4], made[3]], True)
    second = client.v1.payment_intents.list({"limit": 3, "starting_after": made[3]})
    assert ([item.id for item in second.data], second.has_more) == ([made[2], made[1], made[0]], False)
    back = client.v1.payment_intents.list({"limit": 2, "ending_before": made[1]})
    assert [item.id for item in back.data] == [made[3], made[2]]
    assert [item.id for item in first.auto_paging_iter()] == made[::-1]
    with pytest.raises(stripe.InvalidRequestError):
        client.v1.payment_intents.list({"limit": 101})


def test_expand_refuses_what_can_not_be_expanded(client: stripe.StripeClient) -> None:
    for path in ("amount", "nothing", "latest_charge.amount.x.y.z"):
        with pytest.raises(stripe.InvalidRequestError, match="expand"):
            client.v1.payment_intents.create({"amount": 100, "currency": "usd", "expand": [path]})
    assert client.v1.payment_intents.list().data == []


@pytest.mark.parametrize("name", ["mandate", "on_behalf_of"])
def test_what_this_sandbox_lacks_is_said_aloud(client: stripe.StripeClient, name: str) -> None:
    with pytest.raises(stripe.InvalidRequestError, match="does not offer"):
        client.raw_request("post", "/v1/payment_intents", amount=100, currency="usd", **{name: "x"})


@pytest.mark.parametrize("name", ["confirmation_token", "payment_method_data", "return_url"])
def test_what_only_a_confirmation_takes_is_refused_without_one(client: stripe.StripeClient, name: str) -> None:
    value: object = {"type": "link"} if name == "payment_method_data" else "http://store.example"
    with pytest.raises(stripe.InvalidRequestError, match="confirm=true") as refused:
        client.raw_request("post", "/v1/payment_intents", amount=100, currency="usd", **{name: value})
    assert refused.value.param == name


def test_every_answer_was_checked(client: stripe.StripeClient) -> None:
    client.v1.payment_intents.create({"amount": 100, "currency": "usd"})
    client.v1.accounts.retrieve_current()
    transport = client._requestor._client
    assert isinstance(transport, CheckedTransport)
    assert transport.checked == 2


@pytest.mark.parametrize("change", [{"amount": 2}, {"currency": "eur"}, {"payment_method": "pm_card_visa"}])
def test_what_is_over_is_changed_no_more(client: stripe.StripeClient, change: dict[str, str | int]) -> None:
    intent = client.v1.payment_intents.create({"amount": 100, "currency": "usd"})
    client.v1.payment_intents.cancel(intent.id)
    with pytest.raises(stripe.InvalidRequestError) as refused:
        client.v1.payment_intents.update(intent.id, change)  # type: ignore[arg-type]
    assert refused.value.code == "payment_intent_unexpected_state"
    assert refused.value.error is not None
    assert refused.value.error.payment_intent is not None
    assert refused.value.error.payment_intent["status"] == "canceled"
