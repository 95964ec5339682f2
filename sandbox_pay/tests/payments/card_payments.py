"""Payments by test cards, and the events that they lead to."""

from typing import Literal

import stripe

Capture = Literal["automatic_async", "manual"]


def pay_by_card(
    client: stripe.StripeClient, card: str = "pm_card_visa", capture_method: Capture = "automatic_async"
) -> stripe.PaymentIntent:
    return client.v1.payment_intents.create(
        {
            "amount": 5000,
            "currency": "usd",
            "confirm": True,
            "payment_method": card,
            "allowed_payment_method_types": ["card"],
            "metadata": {"order_id": "7"},
            "expand": ["latest_charge"],
            "capture_method": capture_method,
        }
    )
