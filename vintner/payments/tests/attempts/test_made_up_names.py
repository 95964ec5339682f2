"""Names of intents that no provider gives, in every call that reads one."""

import pytest
from django.test import Client

from vintner.payments.models import Payment
from vintner.payments.tests.attempts.intent_calls import read_token
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import THREE_D_SECURE, ProviderDouble
from vintner.testing.shopper import Shopper, only_order

pytestmark = pytest.mark.usefixtures("store")
MADE_UP = ["pi_\x00", "seti_\x00", "\x00", "pi_" + "1" * 5000, "pi_é", "pi_1\n"]


@pytest.mark.parametrize("name", MADE_UP)
@pytest.mark.parametrize("call", ["update_order_status", "update_failed_order", "update_payment_intent"])
def test_a_made_up_intent_of_an_order_is_nobody_s(provider: ProviderDouble, call: str, name: str) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays(THREE_D_SECURE)
    order = str(only_order().pk)
    named = {"intent_id": name, "wc_payment_intent_id": name, "_ajax_nonce": read_token(shopper)}
    assert shopper.call(f"wc_stripe_{call}", order_id=order, stripe_order_id=order, **named)["success"] is False
    assert Payment.objects.get().status == "action_required"


@pytest.mark.parametrize("name", MADE_UP)
def test_a_made_up_intent_of_an_account_is_nobody_s(provider: ProviderDouble, client: Client, name: str) -> None:
    client.force_login(make_user())
    listed, added = "/my-source/payment-methods/", "/my-source/add-payment-method/"
    assert client.get(listed, {"setup_intent": name}).status_code == 302
    assert client.post(added, {"wc-stripe-setup-intent": name}).status_code == 302
    token = client.get("/cart/", headers={"Accept": "application/json"}).json()["csrf_token"]
    fields = {"intent_id": name, "order_id": "1", "_ajax_nonce": token}
    answer = client.post("/?wc-ajax=wc_stripe_update_order_status", fields)
    assert answer.json()["success"] is False
