"""Customers, their saved cards, and refunds."""

import httpx
import pytest
import stripe

from sandbox_pay.testing import SandboxProcess

Client = stripe.StripeClient


def test_a_customer_is_found_by_e_mail_changed_and_removed(client: Client) -> None:
    customers = client.v1.customers
    ada = customers.create({"email": "ada@example.com", "name": "Ada", "metadata": {"user": "7"}})
    customers.create({"email": "bob@example.com"})
    assert [found.id for found in customers.list({"email": "ada@example.com"}).data] == [ada.id]
    changed = customers.update(ada.id, {"name": "Ada L.", "metadata": {"user": "", "vip": "1"}, "phone": "+15550100"})
    assert (changed.name, changed.phone) == ("Ada L.", "+15550100")
    assert changed.metadata is not None
    assert changed.metadata.to_dict() == {"vip": "1"}
    assert customers.delete(ada.id).deleted is True
    assert customers.retrieve(ada.id).deleted is True
    assert customers.list({"email": "ada@example.com"}).data == []
    with pytest.raises(stripe.InvalidRequestError, match="No such customer"):
        customers.update(ada.id, {"name": "Gone"})


def test_an_e_mail_must_look_like_one(client: Client) -> None:
    with pytest.raises(stripe.InvalidRequestError) as refused:
        client.v1.customers.create({"email": "no address"})
    assert refused.value.code == "email_invalid"


def test_a_card_is_saved_listed_changed_and_removed(sandbox: SandboxProcess, client: Client) -> None:
    methods = client.v1.payment_methods
    customer = client.v1.customers.create().id
    method = sandbox.new_card("4242424242424242", postal_code="94107")
    assert methods.attach(method, {"customer": customer}).customer == customer
    assert [item.id for item in methods.list({"customer": customer, "type": "card"}).data] == [method]
    assert methods.list({"customer": customer, "type": "link"}).data == []
    assert client.v1.customers.payment_methods.list(customer).data[0].id == method
    changed = methods.update(
        method, {"billing_details": {"address": {"city": "Napa"}}, "card": {"exp_month": 2, "exp_year": 2041}}
    )
    assert changed.billing_details.address is not None
    assert (changed.billing_details.address.city, changed.billing_details.address.postal_code) == ("Napa", "94107")
    assert changed.card is not None
    assert (changed.card.exp_month, changed.card.exp_year) == (2, 2041)
    assert methods.detach(method).customer is None
    with pytest.raises(stripe.InvalidRequestError, match="may not be used again"):
        methods.attach(method, {"customer": customer})


def test_a_server_may_send_no_card_number(client: Client) -> None:
    with pytest.raises(stripe.CardError, match="unsafe"):
        client.v1.payment_methods.create(
            {"type": "card", "card": {"number": "4242424242424242", "exp_month": 12, "exp_year": 2040, "cvc": "123"}}
        )


def test_a_card_is_one_persons_only(sandbox: SandboxProcess, client: Client) -> None:
    ada, bob = client.v1.customers.create().id, client.v1.customers.create().id
    method = sandbox.new_card("4242424242424242")
    client.v1.payment_methods.attach(method, {"customer": ada})
    with pytest.raises(stripe.InvalidRequestError, match="already been attached"):
        client.v1.payment_methods.attach(method, {"customer": bob})
    for owner, words in (({}, "include the Customer"), ({"customer": bob}, "does not belong to the Customer")):
        with pytest.raises(stripe.InvalidRequestError, match=words):
            client.v1.payment_intents.create(
                {"amount": 100, "currency": "usd", "payment_method": method, **owner}  # type: ignore[typeddict-item]
            )


def test_a_card_of_nobody_pays_once(sandbox: SandboxProcess, client: Client) -> None:
    method = sandbox.new_card("4242424242424242")

    def pay() -> stripe.PaymentIntent:
        return client.v1.payment_intents.create(
            {"amount": 100, "currency": "usd", "payment_method": method, "confirm": True,
             "allowed_payment_method_types": ["card"]}
        )  # fmt: skip

    assert pay().status == "succeeded"
    with pytest.raises(stripe.InvalidRequestError, match="may not be used again"):
        pay()


def test_a_card_that_declines_can_not_be_saved(sandbox: SandboxProcess, client: Client) -> None:
    customer = client.v1.customers.create().id
    with pytest.raises(stripe.CardError):
        client.v1.payment_methods.attach(sandbox.new_card("4000000000000002"), {"customer": customer})
    saved = client.v1.payment_methods.attach(sandbox.new_card("4000000000000341"), {"customer": customer})
    assert saved.customer == customer


def test_an_intent_keeps_its_customer(client: Client) -> None:
    ada, bob = client.v1.customers.create().id, client.v1.customers.create().id
    intent = client.v1.payment_intents.create({"amount": 100, "currency": "usd", "customer": ada})
    with pytest.raises(stripe.InvalidRequestError, match="cannot modify `customer`"):
        client.v1.payment_intents.update(intent.id, {"customer": bob})


def paid(client: Client, amount: int = 600) -> stripe.PaymentIntent:
    return client.v1.payment_intents.create(
        {"amount": amount, "currency": "usd", "payment_method": "pm_card_visa", "confirm": True,
         "allowed_payment_method_types": ["card"], "metadata": {"order_id": "5"}}
    )  # fmt: skip


def test_refunds_add_up_to_what_was_paid(sandbox: SandboxProcess, client: Client) -> None:
    intent = paid(client)
    refunds = client.v1.refunds
    part = refunds.create({"payment_intent": intent.id, "amount": 200, "reason": "requested_by_customer"})
    assert (part.status, part.amount, part.charge) == ("succeeded", 200, intent.latest_charge)
    with pytest.raises(stripe.InvalidRequestError) as refused:
        refunds.create({"payment_intent": intent.id, "amount": 401})
    assert refused.value.user_message == ("Refund amount ($4.01) is greater than unrefunded amount on charge ($4.00)")
    rest = refunds.create({"charge": str(intent.latest_charge), "metadata": {"note": "rest"}})
    assert rest.amount == 400
    charge = client.v1.charges.retrieve(str(intent.latest_charge))
    assert (charge.refunded, charge.amount_refunded) == (True, 600)
    with pytest.raises(stripe.InvalidRequestError) as over:
        refunds.create({"payment_intent": intent.id})
    assert over.value.code == "charge_already_refunded"
    assert [item.id for item in refunds.list({"payment_intent": intent.id}).data] == [rest.id, part.id]
    assert refunds.retrieve(part.id).amount == 200
    assert sandbox.ledger(5).refunded == 600
    kinds = [event.type for event in client.v1.events.list({"limit": 4}).data]
    assert kinds == ["charge.refunded", "refund.created"] * 2


def test_a_refund_takes_notes_and_tells_what_they_were(client: Client) -> None:
    refund = client.v1.refunds.create(
        {"payment_intent": paid(client).id, "metadata": {"note": "corked", "by": "Ada", "n": "1"}}
    )
    changed = client.v1.refunds.update(refund.id, {"metadata": {"note": "broken", "by": ""}})
    assert changed.metadata is not None
    assert changed.metadata.to_dict() == {"note": "broken", "n": "1"}
    assert (changed.amount, client.v1.refunds.retrieve(refund.id).metadata) == (refund.amount, changed.metadata)
    news = client.v1.events.list({"limit": 2}).data
    assert [event.type for event in news] == ["charge.refund.updated", "refund.updated"]
    assert {event.data.object["id"] for event in news} == {refund.id}
    before = news[0].to_dict()["data"]["previous_attributes"]
    assert before == {"metadata": {"note": "corked", "by": "Ada"}}


def test_a_changed_customer_is_told_with_what_was(client: Client) -> None:
    customer = client.v1.customers.create({"name": "Ada", "email": "ada@example.com"})
    client.v1.customers.update(customer.id, {"name": "Ada Byron"})
    told = client.v1.events.list({"type": "customer.updated"}).data[0].data.to_dict()
    assert told["previous_attributes"] == {"name": "Ada"}


def test_what_was_not_paid_can_not_be_refunded(client: Client) -> None:
    intent = client.v1.payment_intents.create({"amount": 100, "currency": "usd"})
    with pytest.raises(stripe.InvalidRequestError, match="does not have a successful charge"):
        client.v1.refunds.create({"payment_intent": intent.id})
    for wrong in ({"payment_intent": "pi_x"}, {"charge": "ch_x"}, {}, {"payment_intent": paid(client).id, "amount": 0}):
        with pytest.raises(stripe.InvalidRequestError):
            client.v1.refunds.create(wrong)  # type: ignore[arg-type]


def test_a_saved_card_can_turn_into_another(sandbox: SandboxProcess, client: Client) -> None:
    customer, method = client.v1.customers.create().id, sandbox.new_card("4242424242424242")
    client.v1.payment_methods.attach(method, {"customer": customer})
    sandbox.turn_card(method, "4000000000000069")
    with pytest.raises(stripe.CardError) as declined:
        client.v1.payment_intents.create(
            {
                "amount": 1000,
                "currency": "usd",
                "customer": customer,
                "payment_method": method,
                "confirm": True,
                "allowed_payment_method_types": ["card"],
            }
        )
    assert declined.value.code == "expired_card"
    with pytest.raises(httpx.HTTPStatusError):
        sandbox.turn_card(method, "4242")


@pytest.mark.parametrize("created", [{"gte": ""}, {"lt": "soon"}])
def test_a_time_that_is_none_is_refused(sandbox: SandboxProcess, created: dict[str, str]) -> None:
    [(name, value)] = created.items()
    answer = httpx.get(
        f"{sandbox.base_url}/v1/charges",
        params={f"created[{name}]": value},
        auth=(sandbox.secret_key, ""),
        trust_env=False,
    )
    assert (answer.status_code, answer.json()["error"]["param"]) == (400, f"created[{name}]")


def test_a_card_is_given_no_thirteenth_month(client: Client) -> None:
    customer = client.v1.customers.create().id
    method = client.v1.payment_methods.attach("pm_card_visa", {"customer": customer})
    for date in ({"exp_month": 13}, {"exp_year": 2020}):
        with pytest.raises(stripe.CardError, match="expiration"):
            client.v1.payment_methods.update(method.id, {"card": date})  # type: ignore[arg-type]


def test_a_bank_may_know_the_shopper_without_a_question(client: Client) -> None:
    intent = client.v1.payment_intents.create(
        {
            "amount": 500,
            "currency": "usd",
            "confirm": True,
            "payment_method": "pm_card_threeDSecureFrictionless",
            "allowed_payment_method_types": ["card"],
            "expand": ["latest_charge"],
        }
    )
    details = intent.to_dict()["latest_charge"]["payment_method_details"]["card"]["three_d_secure"]
    assert (details["authentication_flow"], details["result"]) == ("frictionless", "authenticated")
