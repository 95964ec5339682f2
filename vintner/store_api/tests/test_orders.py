"""An order is read with its key, and its e-mail address or its customer's session."""

from datetime import timedelta

import pytest
from pytest_django import Settings

from vintner.orders.models import Order
from vintner.pricing.models import Coupon
from vintner.store_api.tests.buying import buys, puts
from vintner.store_api.tests.buying import may_ship as may_ship
from vintner.testing.api_client import ApiClient
from vintner.testing.builders import make_user
from vintner.testing.provider import ProviderDouble

REFUSED = (401, "woocommerce_rest_invalid_order", "Invalid order ID or key provided.")


@pytest.fixture
def order(client: ApiClient, may_ship: None, provider: ProviderDouble) -> Order:
    """Two bottles at $16.99 with a coupon of 10 %, paid in California."""
    Coupon.objects.create(code="save10", kind="percent", amount=10)
    puts(client, 2)
    client.post("/cart/apply-coupon", code="save10")
    assert buys(client).status == 200
    return Order.objects.get()


def _age(order: Order) -> None:
    Order.objects.filter(pk=order.pk).update(placed_at=order.placed_at - timedelta(minutes=11))


def test_an_order_reads_as_it_was_placed(client: ApiClient, order: Order) -> None:
    answer = client.get(f"/order/{order.pk}?key={order.key}&billing_email=JANE@example.com")
    assert answer.status == 200
    assert answer.headers["Cache-Control"] == "no-store"
    read = answer.json
    assert (read["id"], read["status"], read["needs_payment"]) == (order.pk, "processing", False)
    (item,) = read["items"]
    assert (item["quantity"], item["prices"]["price"]) == (2, "1699")
    assert item["totals"]["line_total"] == str(order.subtotal.minor - order.discount.minor)
    assert [each["code"] for each in read["coupons"]] == ["save10"]
    totals = {name: int(text) for name, text in read["totals"].items() if name.startswith("total_") and text}
    assert totals["total_price"] == order.total.minor
    assert totals["total_price"] == (
        totals["total_items"]
        - totals["total_discount"]
        + totals["total_shipping"]
        + totals["total_fees"]
        + totals["total_tax"]
    )
    assert totals["total_tax"] == (totals["total_items_tax"] + totals["total_shipping_tax"] + totals["total_fees_tax"])
    assert sum(int(line["price"]) for line in read["totals"]["tax_lines"]) == totals["total_tax"]
    assert read["billing_address"]["email"] == "jane@example.com"


def test_a_guest_reads_by_key_alone_for_ten_minutes(client: ApiClient, order: Order) -> None:
    assert client.get(f"/order/{order.pk}?key={order.key}").status == 200
    _age(order)
    assert client.get(f"/order/{order.pk}?key={order.key}").status == 401
    assert client.get(f"/order/{order.pk}?key={order.key}&billing_email=jane@example.com").status == 200


def test_guesses_of_the_address_have_an_end(client: ApiClient, order: Order, settings: Settings) -> None:
    """They count for every page that asks for it."""
    settings.LIMITS = {**settings.LIMITS, "log_in": (2, 900)}
    _age(order)
    path = f"/order/{order.pk}?key={order.key}&billing_email="
    for _ in range(3):
        assert client.get(path + "jane@example.com").status == 200, "a right answer does not count"
    for guess in ("a@example.com", "b@example.com"):
        assert client.get(path + guess).status == 401
    assert client.get(path + "jane@example.com").status == 401
    paying = {"key": order.key, "billing_email": "jane@example.com"}
    assert client.post(f"/checkout/{order.pk}", **paying).json["code"] == "woocommerce_rest_invalid_user"


@pytest.mark.parametrize(
    "path",
    [
        "{id}",
        "{id}?key=wrong&billing_email=jane@example.com",
        "{id}?key={key}&billing_email=ann@example.com",
        "0?key=x",
    ],
)
def test_others_do_not(client: ApiClient, order: Order, path: str) -> None:
    answer = client.get("/order/" + path.format(id=order.pk, key=order.key))
    assert (answer.status, answer.json["code"], answer.json["message"]) == REFUSED


def test_an_order_of_an_account_needs_its_log_in(client: ApiClient, order: Order) -> None:
    Order.objects.filter(pk=order.pk).update(user=make_user())
    answer = client.get(f"/order/{order.pk}?key={order.key}&billing_email=jane@example.com")
    assert (answer.status, answer.json["code"], answer.json["message"]) == REFUSED


def test_an_item_stays_when_its_wine_is_gone(client: ApiClient, order: Order) -> None:
    line = order.lines.get()
    assert line.variation
    order.lines.update(variation=None)
    (item,) = client.get(f"/order/{order.pk}?key={order.key}").json["items"]
    assert (item["name"], item["permalink"], item["images"]) == (line.name, "", [])
