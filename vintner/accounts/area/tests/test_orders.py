"""The pages that list a customer's orders."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from vintner.catalogue.models import Variation
from vintner.customers.models import User
from vintner.money import Money
from vintner.orders.models import Order, OrderLine
from vintner.orders.ownership import link, pay_link
from vintner.testing.builders import make_product, make_user, only_variation

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}


def make_order(
    user: User | None, *, status: str = "processing", lines: int = 1, variation: Variation | None = None
) -> Order:
    price = Money(1000)
    total = Money(1000 * lines)
    order = Order.objects.create(
        user=user, email="a@example.com", billing={}, status=status, subtotal=total, total=total
    )
    OrderLine.objects.bulk_create(
        OrderLine(
            order=order,
            product_id=1,
            variation=variation,
            name=f"Wine {n}",
            quantity=1,
            regular_unit_price=price,
            subtotal=price,
        )
        for n in range(lines)
    )
    return order


def page(client: Client, path: str = "/my-source/orders/") -> dict[str, Any]:
    return dict(client.get(path, headers=JSON).json())


def numbers(found: dict[str, Any]) -> list[str]:
    return [order["number"] for order in found["orders"]]


def test_orders_stand_ten_a_page_the_newest_first(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    ana, other = make_user(), make_user("other@example.com")
    mine = [str(make_order(ana, lines=2).pk) for _ in range(21)]
    make_order(other)
    make_order(ana, status="checkout-draft")
    client.force_login(ana)
    page(client)  # what a process looks up once is no part of it
    # session, user, store notice, confirmed addresses for the orders and the hint, count, orders, lines, shipments,
    # completions, what is sold of them
    with django_assert_num_queries(11):
        first = page(client)
    assert numbers(first) == mine[:-11:-1]
    assert (first["page"], first["pages"], first["newer_url"]) == (1, 3, "")
    assert first["older_url"] == "/my-source/orders/2/"
    last = page(client, "/my-source/orders/3/")
    assert numbers(last) == mine[:1]
    assert (last["newer_url"], last["older_url"]) == ("/my-source/orders/2/", "")


@pytest.mark.parametrize("number", [0, 2, 10**30])
def test_a_page_that_is_not_there_is_not_found(client: Client, number: int) -> None:
    client.force_login(make_user())
    assert client.get(f"/my-source/orders/{number}/").status_code == 404


def test_an_unpaid_order_is_paid_or_cancelled_and_others_are_only_seen(client: Client) -> None:
    ana = make_user()
    paid, failed = make_order(ana), make_order(ana, status="failed")
    client.force_login(ana)
    above, below = page(client)["orders"]
    assert (above["pay_url"], above["cancel_url"]) == (pay_link(failed), link("order_cancel", failed))
    assert (below["pay_url"], below["cancel_url"]) == ("", "")
    assert below["url"] == f"/my-source/view-order/{paid.pk}/"


def test_an_order_says_how_it_stands_and_shows_what_is_sold_again(client: Client) -> None:
    ana = make_user()
    wine = only_variation(make_product(stock=5))
    failed = make_order(ana, status="failed", variation=wine)
    paid = make_order(ana, status="completed", variation=wine)
    gone = make_order(ana)
    client.force_login(ana)
    first, second, third = page(client)["orders"]
    assert (first["number"], first["state"], first["again_url"]) == (gone.number, "Being packed", "")
    assert (second["state"], second["tone"]) == ("On its way", "good")
    assert second["again_url"] == link("order_again", paid)
    assert (third["number"], third["tone"], third["again_url"]) == (failed.number, "bad", "")
    assert third["state"] == "Payment did not go through"


def test_the_dashboard_has_the_three_newest(client: Client) -> None:
    ana = make_user()
    mine = [str(make_order(ana).pk) for _ in range(4)]
    client.force_login(ana)
    assert numbers(page(client, "/my-source/")) == mine[:0:-1]


@pytest.mark.parametrize("path", ["/my-source/orders/", "/my-source/orders/2/", "/my-source/downloads/"])
def test_guests_are_asked_to_log_in_and_led_back(client: Client, path: str) -> None:
    assert client.get(path).headers["Location"] == f"/my-source/?next={path}"


def test_there_is_nothing_to_download(client: Client) -> None:
    client.force_login(make_user())
    response = client.get("/my-source/downloads/", follow=True, headers=JSON)
    assert [notice["text"] for notice in response.json()["shared"]["notices"]] == ["No downloads available yet."]
