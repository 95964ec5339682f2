"""What the account holds after payments and refunds."""

import pytest
import stripe

from sandbox_pay.testing import SandboxProcess


def paid(client: stripe.StripeClient, amount: int, currency: str) -> stripe.PaymentIntent:
    return client.v1.payment_intents.create(
        {
            "amount": amount,
            "currency": currency,
            "payment_method": "pm_card_visa",
            "confirm": True,
            "allowed_payment_method_types": ["card"],
        }
    )


def held(client: stripe.StripeClient) -> dict[str, int]:
    balance = client.v1.balance.retrieve()
    assert [part.amount for part in balance.pending] == [0] * len(balance.available)
    return {part.currency: part.amount for part in balance.available}


def test_an_account_begins_with_nothing(sandbox: SandboxProcess, client: stripe.StripeClient) -> None:
    assert held(client) == {"usd": 0}
    sandbox.move_account("PL")
    assert held(client) == {"pln": 0}


def test_what_comes_in_costs_a_fee_and_what_goes_back_does_not(client: stripe.StripeClient) -> None:
    intent = paid(client, 10_000, "usd")  # fee 320
    paid(client, 2000, "eur")  # fee 88
    client.v1.refunds.create({"payment_intent": intent.id, "amount": 1000})
    assert held(client) == {"eur": 1912, "usd": 8680}


def test_its_movements_are_listed_by_what_they_are(client: stripe.StripeClient) -> None:
    intent, other = paid(client, 10_000, "usd"), paid(client, 2000, "eur")
    refund = client.v1.refunds.create({"payment_intent": intent.id})
    movements = client.v1.balance_transactions
    assert [moved.source for moved in movements.list().data] == [refund.id, other.latest_charge, intent.latest_charge]
    assert [moved.amount for moved in movements.list({"type": "refund"}).data] == [-10_000]
    assert [moved.amount for moved in movements.list({"currency": "eur"}).data] == [2000]
    assert [moved.net for moved in movements.list({"source": str(intent.latest_charge)}).data] == [9680]
    assert len([*movements.list({"limit": 1}).auto_paging_iter()]) == 3
    with pytest.raises(stripe.InvalidRequestError, match="No such payout"):
        movements.list({"payout": "po_none"})
