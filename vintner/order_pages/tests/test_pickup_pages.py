"""What the pages of an order say that is picked up."""

import pytest
from django.test import Client

from vintner.orders.models import Order
from vintner.orders.ownership import link, pay_link
from vintner.shipping.models import Method
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import DECLINED, ProviderDouble
from vintner.testing.shopper import Shopper, only_order

pytestmark = pytest.mark.usefixtures("store")
JSON = {"Accept": "application/json"}
PICKUP = {
    "address": ["Vintner", "2400 Harbor Row", "San Francisco, CA 94110"],
    "hours": [],
    "where": "You pick it up at Vintner, 2400 Harbor Row, San Francisco, CA 94110.",
    "who": "An adult of 21 or older has to collect it, and show a photo ID.",
}
SIGNED = "An adult must be there to sign for it."


def buy(kind: str, *cards: str) -> tuple[Client, Order]:
    shopper = Shopper(Client())
    shopper.client.force_login(make_user("ana@example.com"))
    shopper.puts(make_product(), 2)
    method = Method.objects.filter(kind=kind).order_by("pk")[0]
    shopper.pays(*cards, **{"shipping_method[0]": f"{kind}:{method.pk}"})
    return shopper.client, only_order()


def read(client: Client, path: str) -> dict[str, object]:
    return dict(client.get(path, headers=JSON).json())


@pytest.mark.parametrize(
    ("status", "says", "steps"),
    [
        (
            "processing",
            "Payment received. We are setting your order aside.",
            ["We’ll set your order aside and email you when it is ready.", PICKUP["where"], PICKUP["who"]],
        ),
        (
            "on-hold",
            "We have your order and are checking its payment. We’ll email you.",
            [
                "When we receive the payment, we’ll set your order aside and email you again.",
                PICKUP["where"],
                PICKUP["who"],
            ],
        ),
        (
            "completed",
            "Your order is ready to pick up, unless you already have it.",
            [
                PICKUP["where"],
                PICKUP["who"],
                "If anything is broken or missing, contact us and we’ll put it right.",
            ],
        ),
        (
            "cancelled",
            "There is nothing to pick up. If you were charged, contact us and we’ll refund you.",
            ["You don’t need to do anything: this order is closed."],
        ),
    ],
)
def test_the_receipt_of_a_pickup_says_where_and_by_whom(
    provider: ProviderDouble, status: str, says: str, steps: list[str]
) -> None:
    client, order = buy("local_pickup")
    Order.objects.update(status=status)
    page = read(client, link("order_received", order))
    assert (page["pickup"], page["shipping_address"]) == (PICKUP, [])
    assert page["status_text"] == says
    assert [step for step in page["next_steps"] if "confirmation" not in step] == steps  # type: ignore[attr-defined]


def test_the_receipt_of_a_parcel_says_who_signs(provider: ProviderDouble) -> None:
    client, order = buy("flat_rate")
    page = read(client, link("order_received", order))
    assert page["pickup"] is None
    assert "1 Main St" in page["shipping_address"]  # type: ignore[operator]
    assert SIGNED in page["next_steps"]  # type: ignore[operator]


def test_the_account_and_the_page_of_payment_say_it_too(provider: ProviderDouble) -> None:
    client, order = buy("local_pickup", DECLINED)
    for path in (f"/my-source/view-order/{order.pk}/", pay_link(order)):
        page = read(client, path)
        assert (page["pickup"], page["shipping_address"]) == (PICKUP, []), path


def test_they_say_where_a_parcel_goes(provider: ProviderDouble) -> None:
    client, order = buy("flat_rate", DECLINED)
    for path in (f"/my-source/view-order/{order.pk}/", pay_link(order)):
        page = read(client, path)
        assert page["pickup"] is None, path
        assert "1 Main St" in page["shipping_address"], path  # type: ignore[operator]
