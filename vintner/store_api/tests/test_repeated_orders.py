"""The checkout of the Store API, sent again while the payment is under way or after its answer was lost."""

from datetime import timedelta

import pytest
from django.utils import timezone

from vintner.payments.models import Payment
from vintner.store_api.tests.buying import buys, puts
from vintner.store_api.tests.buying import may_ship as may_ship
from vintner.testing.api_client import ApiClient
from vintner.testing.builders import make_product, only_variation
from vintner.testing.provider import ProviderDouble

pytestmark = pytest.mark.usefixtures("provider", "may_ship")


def test_the_same_order_sent_twice_is_one(client: ApiClient, provider: ProviderDouble) -> None:
    wine = make_product(price="16.99", stock=5)
    client.post("/cart/add-item", id=wine.pk, quantity=2)
    first, second = buys(client), buys(client)
    assert (first.status, second.status) == (200, 200)
    assert first.json["order_id"] == second.json["order_id"]
    assert second.json["payment_result"] == first.json["payment_result"]
    assert sum(len(amounts) for amounts in provider.ledger.values()) == 1
    assert only_variation(wine).on_hand == 3


def test_a_lost_answer_is_found_again(client: ApiClient, provider: ProviderDouble) -> None:
    """The provider took the money and the program never heard of it: sent again, it is the same order, paid once."""
    puts(client)
    provider.faults = ["after"]
    lost = buys(client)
    assert (lost.status, lost.json["code"]) == (400, "woocommerce_rest_checkout_process_payment_error")
    Payment.objects.update(busy_until=timezone.now() - timedelta(seconds=1))
    found = buys(client)
    assert (found.status, found.json["status"]) == (200, "processing")
    assert {number: len(amounts) for number, amounts in provider.ledger.items()} == {found.json["order_id"]: 1}


def test_another_card_while_the_payment_is_under_way_is_a_conflict(client: ApiClient, provider: ProviderDouble) -> None:
    puts(client)
    provider.faults = ["after"]
    buys(client)
    Payment.objects.update(unanswered_at=None)  # the first request still waits
    other = buys(client, "pm_other")
    assert (other.status, other.json["code"]) == (409, "woocommerce_rest_checkout_busy")
    assert other.json["message"] == "Your payment is already being processed. Please wait a moment."
    assert [len(amounts) for amounts in provider.ledger.values()] == [1]
