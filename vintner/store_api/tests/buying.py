"""A checkout by the Store API that is filled in and valid."""

from typing import Any

import pytest

from vintner.shipping.models import Destination
from vintner.testing.api_client import ApiAnswer, ApiClient
from vintner.testing.builders import make_product
from vintner.testing.provider import GOOD


@pytest.fixture
def may_ship(shop: None) -> None:
    """Let wine go to California and New York."""
    for state in ("CA", "NY"):
        Destination.objects.create(country="US", state=state, wine_allowed=True)


JANE: dict[str, str] = {
    "first_name": "Jane",
    "last_name": "Doe",
    "company": "",
    "address_1": "1 Main St",
    "address_2": "",
    "city": "Los Angeles",
    "state": "CA",
    "postcode": "90001",
    "country": "US",
    "phone": "5555550100",
}
SHE_PAYS: dict[str, str] = {**JANE, "email": "jane@example.com"}


def card(method: str = GOOD) -> list[dict[str, object]]:
    """Return the fields of the payment method's form."""
    return [
        {"key": "payment_method", "value": "stripe"},
        {"key": "wc-stripe-payment-method", "value": method},
        {"key": "wc-stripe-is-deferred-intent", "value": True},
    ]


def said(**more: object) -> dict[str, dict[str, object]]:
    """Return the extensions of a shopper of age who says more."""
    return {"vintner": {"of_age": True, "subscription_charges": True, **more}}


def order(method: str = GOOD, **other: object) -> dict[str, Any]:
    """Return the body of a checkout; keyword arguments replace parts."""
    return {
        "extensions": said(),
        "billing_address": SHE_PAYS,
        "shipping_address": JANE,
        "payment_method": "stripe",
        "payment_data": card(method),
        **other,
    }


def buys(client: ApiClient, method: str = GOOD, **other: object) -> ApiAnswer:
    return client.post("/checkout", **order(method, **other))


def puts(client: ApiClient, quantity: int = 2, **wine: object) -> int:
    """Put a new wine into the cart and return its id."""
    product = make_product(**{"price": "16.99", **wine})  # type: ignore[arg-type]
    assert client.post("/cart/add-item", id=product.pk, quantity=quantity).status == 201
    return product.pk
