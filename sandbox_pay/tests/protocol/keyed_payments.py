"""Payments that are sent with a key of idempotency."""

import stripe


def pay(client: stripe.StripeClient, key: str, method: str = "pm_card_visa", amount: int = 700) -> stripe.PaymentIntent:
    return client.v1.payment_intents.create(
        {
            "amount": amount,
            "currency": "usd",
            "confirm": True,
            "payment_method": method,
            "allowed_payment_method_types": ["card"],
            "metadata": {"order_id": "70"},
        },
        {"idempotency_key": key},
    )
