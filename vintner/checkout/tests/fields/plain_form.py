"""A customer who sends the checkout without JavaScript."""

import pytest
from django.http import HttpResponse

from vintner.payments.models import SavedMethod
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import ProviderDouble
from vintner.testing.shopper import FORM, Shopper

JSON = {"Accept": "application/json"}
BUTTON = {"woocommerce_checkout_place_order": "1"}


@pytest.fixture
def shopper(provider: ProviderDouble) -> Shopper:
    """A customer with a saved card, and something in the cart."""
    shopper = Shopper()
    shopper.client.force_login(make_user())
    saved = shopper.puts(make_product()).pays(**{"wc-stripe-new-payment-method": "true"})
    assert saved.result == "success"
    return shopper.puts(make_product())


def send_form(shopper: Shopper, **fields: str) -> HttpResponse:
    token = {"csrfmiddlewaretoken": shopper.token()}
    return shopper.client.post("/checkout/", {**FORM, **BUTTON, **token, **fields}, headers=JSON)  # type: ignore[return-value]


def choose_saved_card() -> dict[str, str]:
    return {"wc-stripe-payment-token": str(SavedMethod.objects.get().pk)}
