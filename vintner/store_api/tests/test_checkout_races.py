"""One cart, one order: however often it is sent at the same moment."""

import json

import pytest
from django.test import Client

from vintner.checkout.tests.placing.at_once import run_at_once
from vintner.orders.invariants import audit
from vintner.orders.models import Order
from vintner.store_api.tests.buying import order, puts
from vintner.testing.api_client import ROOT, Headless
from vintner.testing.provider import ProviderDouble
from vintner.testing.store import open_store

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_same_checkout_sent_at_once_is_one_order(provider: ProviderDouble) -> None:
    open_store()
    client = Headless()
    puts(client)
    client.get("/checkout")
    token = client.headers["Cart-Token"]

    def send() -> str:
        response = Client().post(
            f"{ROOT}/checkout", json.dumps(order()), "application/json", headers={"Cart-Token": token}
        )
        return str(response.status_code)

    def look() -> str:
        response = Client().get(f"{ROOT}/checkout", headers={"Cart-Token": token})
        return f"look {response.status_code}"

    answers = run_at_once([*[send] * 10, *[look] * 5])
    assert answers["200"] >= 1
    assert answers["500"] == 0
    (made,) = Order.objects.all()
    assert made.status == "processing"
    assert provider.ledger == {made.pk: [made.total]}
    assert audit() == []
