"""Methods that are kept with a payment, used again, renewed by their bank, and taken off."""

import pytest
import stripe

from sandbox_pay.testing import SandboxProcess

Client = stripe.StripeClient
VISA = "4242424242424242"


def pay(client: Client, method: str, **more: object) -> stripe.PaymentIntent:
    return client.v1.payment_intents.create(
        {
            "amount": 700,
            "currency": "usd",
            "confirm": True,
            "payment_method": method,
            "allowed_payment_method_types": ["card"],
            **more,  # type: ignore[typeddict-item]
        }
    )


def list_saved(client: Client, customer: str) -> list[str]:
    return [method.id for method in client.v1.payment_methods.list({"customer": customer}).data]


@pytest.mark.parametrize("capture_method", ["automatic", "manual"])
def test_a_payment_keeps_its_card_when_told_so(sandbox: SandboxProcess, client: Client, capture_method: str) -> None:
    customer = client.v1.customers.create().id
    method = sandbox.new_card(VISA)
    pay(client, method, customer=customer, setup_future_usage="off_session", capture_method=capture_method)
    assert list_saved(client, customer) == [method]
    assert pay(client, method, customer=customer, off_session=True).status == "succeeded"


def test_the_type_may_say_it_for_itself(sandbox: SandboxProcess, client: Client) -> None:
    customer = client.v1.customers.create().id
    wanted, unwanted = sandbox.new_card(VISA), sandbox.new_card(VISA)
    pay(client, wanted, customer=customer, payment_method_options={"card": {"setup_future_usage": "off_session"}})
    pay(
        client,
        unwanted,
        customer=customer,
        setup_future_usage="off_session",
        payment_method_options={"card": {"setup_future_usage": "none"}},
    )
    assert list_saved(client, customer) == [wanted]


def test_a_declined_payment_keeps_nothing(sandbox: SandboxProcess, client: Client) -> None:
    customer = client.v1.customers.create().id
    with pytest.raises(stripe.CardError):
        pay(client, sandbox.new_card("4000000000000002"), customer=customer, setup_future_usage="off_session")
    assert list_saved(client, customer) == []


def test_a_guests_card_can_be_attached_later_when_that_was_said(sandbox: SandboxProcess, client: Client) -> None:
    said, unsaid = sandbox.new_card(VISA), sandbox.new_card(VISA)
    pay(client, said, setup_future_usage="off_session")
    pay(client, unsaid)
    customer = client.v1.customers.create().id
    assert client.v1.payment_methods.attach(said, {"customer": customer}).customer == customer
    with pytest.raises(stripe.InvalidRequestError, match="may not be used again"):
        client.v1.payment_methods.attach(unsaid, {"customer": customer})


@pytest.mark.parametrize(
    ("number", "set_up", "pays"),
    [
        (VISA, False, True),
        ("4000002500003155", True, True),
        ("4000003800000446", False, True),
        ("4000002760003184", True, False),
        ("4000000000000341", False, False),
    ],
)
def test_later_payments_without_the_shopper(
    sandbox: SandboxProcess, client: Client, number: str, set_up: bool, pays: bool
) -> None:
    customer, method = client.v1.customers.create().id, sandbox.new_card(number)
    if set_up:
        asked = client.v1.setup_intents.create(
            {"customer": customer, "payment_method": method, "confirm": True, "use_stripe_sdk": True}
        )
        sandbox.answer_challenge(asked.id)
    else:
        client.v1.payment_methods.attach(method, {"customer": customer})
    if pays:
        assert pay(client, method, customer=customer, off_session=True).status == "succeeded"
        return
    with pytest.raises(stripe.CardError):
        pay(client, method, customer=customer, off_session=True)


def test_a_detached_card_is_no_use_any_more(sandbox: SandboxProcess, client: Client) -> None:
    customer, method = client.v1.customers.create().id, sandbox.new_card(VISA)
    client.v1.payment_methods.attach(method, {"customer": customer})
    client.v1.payment_methods.detach(method)
    assert client.v1.events.list({"type": "payment_method.detached"}).data[0].data.object["id"] == method
    with pytest.raises(stripe.InvalidRequestError, match=r"was detached from a Customer\. It may not") as refused:
        pay(client, method, customer=customer)
    assert (refused.value.code, refused.value.param) == (None, None)
    with pytest.raises(stripe.InvalidRequestError, match="It may not be used again") as refused:
        client.v1.setup_intents.create({"customer": customer, "payment_method": method})
    assert (refused.value.code, refused.value.param) == (None, None)
    with pytest.raises(stripe.InvalidRequestError, match="and may not be used again"):
        client.v1.payment_methods.attach(method, {"customer": customer})
    with pytest.raises(stripe.InvalidRequestError, match="not attached to a customer"):
        client.v1.payment_methods.detach(method)


def test_a_deleted_customers_card_is_no_use_any_more(sandbox: SandboxProcess, client: Client) -> None:
    customer, method = client.v1.customers.create().id, sandbox.new_card(VISA)
    client.v1.payment_methods.attach(method, {"customer": customer})
    client.v1.customers.delete(customer)
    with pytest.raises(stripe.InvalidRequestError, match="It may not be used again"):
        pay(client, method)


def test_the_same_card_twice_has_one_fingerprint(sandbox: SandboxProcess, client: Client) -> None:
    customer = client.v1.customers.create().id
    for _ in range(2):
        client.v1.payment_methods.attach(sandbox.new_card(VISA), {"customer": customer})
    client.v1.payment_methods.attach(sandbox.new_card("5555555555554444"), {"customer": customer})
    cards = [method.card for method in client.v1.payment_methods.list({"customer": customer}).data]
    assert len(cards) == 3
    assert len({card.fingerprint for card in cards if card}) == 2


def test_a_change_tells_what_it_was_before(sandbox: SandboxProcess, client: Client) -> None:
    customer, method = client.v1.customers.create().id, sandbox.new_card(VISA)
    client.v1.payment_methods.attach(method, {"customer": customer})
    client.v1.payment_methods.update(method, {"card": {"exp_year": 2044}})
    told = client.v1.events.list({"type": "payment_method.updated"}).data[0].data
    assert told.object["card"]["exp_year"] == 2044
    assert told.previous_attributes is not None
    assert told.previous_attributes.to_dict() == {"card": {"exp_year": 2040}}


def test_a_bank_renews_a_card_by_itself(sandbox: SandboxProcess, client: Client) -> None:
    customer, method = client.v1.customers.create().id, sandbox.new_card(VISA)
    client.v1.payment_methods.attach(method, {"customer": customer})
    sandbox.renew_card(method, 3, 2045, "5555555555554444")
    renewed = client.v1.payment_methods.retrieve(method)
    assert renewed.card is not None
    assert (renewed.customer, renewed.card.brand, renewed.card.last4) == (customer, "mastercard", "4444")
    assert (renewed.card.exp_month, renewed.card.exp_year) == (3, 2045)
    told = client.v1.events.list({"type": "payment_method.automatically_updated"}).data[0].data
    assert told.previous_attributes is not None
    assert told.previous_attributes["card"]["last4"] == "4242"
    assert pay(client, method, customer=customer).status == "succeeded"
