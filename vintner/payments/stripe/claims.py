"""Writes and reads the metadata by which intents name their attempts."""

from datetime import datetime, timedelta

import stripe

from vintner.payments.gateway import Claim
from vintner.web.numbers import whole

_METADATA_NAMES = {"order_id": "order_id", "attempt": "attempt", "pk": "card_setup"}
"""The field of a lookup → its name in the metadata."""
CLOCK_SKEW = timedelta(minutes=5)
"""This machine's clock may be ahead of the provider's by this much."""


def write_claim(claim: Claim) -> dict[str, str]:
    """Return the metadata of an intent."""
    return {
        **{_METADATA_NAMES[field]: str(value) for field, value in claim.lookup.items()},
        "signature": claim.signature,
    }


def read_claim(metadata: object, *fields: str) -> Claim | None:
    """Read the claim in the metadata, None when the store has not written one."""
    values = metadata.to_dict() if isinstance(metadata, stripe.StripeObject) else metadata
    if not isinstance(values, dict):
        return None
    numbers = {field: whole(str(values.get(_METADATA_NAMES[field], ""))) for field in fields}
    lookup = {field: number for field, number in numbers.items() if number is not None}
    return Claim(lookup=lookup, signature=str(values.get("signature", ""))) if len(lookup) == len(fields) else None


def read_intent_claim(raw: stripe.PaymentIntent) -> Claim | None:
    """Read the claim of a payment intent."""
    return read_claim(raw.metadata, "order_id", "attempt")


def earliest_created(since: datetime) -> int:
    """Return what the provider's clock may say at the least of something created since then, in seconds."""
    return int((since - CLOCK_SKEW).timestamp())
