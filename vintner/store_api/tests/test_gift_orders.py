"""Orders that are gifts, by the Store API."""

import pytest

from vintner.orders.models import Order
from vintner.store_api.tests.buying import buys, puts, said
from vintner.store_api.tests.buying import may_ship as may_ship
from vintner.testing.api_client import ApiClient

pytestmark = pytest.mark.usefixtures("provider", "may_ship")


def test_a_gift_is_told_in_the_store_s_extension(client: ApiClient) -> None:
    puts(client)
    gift = said(is_gift=True, gift_message="Happy birthday!\n🥂", gift_without_prices=True)
    assert buys(client, extensions=gift).status == 200
    made = Order.objects.get()
    assert (made.is_gift, made.gift_message, made.gift_without_prices) == (True, "Happy birthday!\n🥂", True)


@pytest.mark.parametrize("length", [301, 100_000])
def test_too_long_a_message_is_told_by_its_code_and_at_its_field(client: ApiClient, length: int) -> None:
    puts(client)
    answer = buys(client, extensions=said(is_gift=True, gift_message="x" * length))
    assert (answer.status, answer.json["code"]) == (400, "woocommerce_rest_checkout_gift_message")
    assert answer.json["data"]["fields"] == {"gift_message": "Gift message is too long: at most 300 characters."}
    assert not Order.objects.exists()
