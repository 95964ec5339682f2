"""A customer's own order in the account."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from vintner.orders import notes
from vintner.orders.models import Order
from vintner.orders.ownership import link, pay_link
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import DECLINED, ProviderDouble
from vintner.testing.shopper import Shopper

pytestmark = pytest.mark.usefixtures("store")
JSON = {"Accept": "application/json"}


def buy(*cards: str) -> tuple[Client, Order]:
    shopper = Shopper(Client())
    shopper.client.force_login(make_user("ana@example.com"))
    shopper.puts(make_product(name="Quinta do Teste"), 2).pays(*cards)
    return shopper.client, Order.objects.get()


def path(order: Order) -> str:
    return f"/my-source/view-order/{order.pk}/"


def test_it_tells_what_was_ordered_and_what_can_be_done(
    provider: ProviderDouble, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client, order = buy()
    notes.add(order, "Packed with care", by=make_user("staff@example.com", is_staff=True), to_customer=True)
    notes.add(order, "Between ourselves", by=make_user("boss@example.com", is_staff=True))
    client.get(path(order))
    with django_assert_max_num_queries(16):
        page = client.get(path(order), headers=JSON).json()
    assert (page["number"], page["status"], page["state"]) == (order.number, "Processing", "Being packed")
    assert [step["label"] for step in page["steps"]] == ["Placed", "Paid", "Packed and sent"]
    assert [line["name"] for line in page["lines"]] == ["Quinta do Teste"]
    assert [each["text"] for each in page["updates"]] == ["Packed with care"]
    assert page["total"] == order.total.text
    assert page["again_url"] == link("order_again", order)
    assert page["invoice_url"] == link("order_invoice", order)
    assert (page["pay_url"], page["cancel_url"]) == ("", "")
    assert [each["label"] for each in page["menu"] if each["here"]] == ["Orders"]


def test_an_unpaid_order_is_cancelled_there_and_the_page_says_so(provider: ProviderDouble) -> None:
    client, order = buy(DECLINED)
    page = client.get(path(order), headers=JSON).json()
    assert (page["pay_url"], page["cancel_url"]) == (pay_link(order), link("order_cancel", order))
    answer = client.post(page["cancel_url"], {"from_account": "1"}, follow=True, headers=JSON)
    assert answer.redirect_chain == [(path(order), 302)]
    assert answer.json()["status"] == "Canceled"
    assert [notice["text"] for notice in answer.json()["shared"]["notices"]] == ["Your order was cancelled."]


def test_a_guest_who_cancels_is_never_led_into_an_account(provider: ProviderDouble) -> None:
    shopper = Shopper(Client()).puts(make_product())
    shopper.pays(DECLINED)
    order = Order.objects.get()
    answer = shopper.client.post(link("order_cancel", order), {"from_account": "1"})
    assert answer.headers["Location"] == link("order_received", order)


def test_an_order_of_somebody_else_is_not_there(provider: ProviderDouble) -> None:
    _, order = buy()
    stranger = Client()
    assert stranger.get(path(order)).headers["Location"] == f"/my-source/?next={path(order)}"
    stranger.force_login(make_user("other@example.com"))
    assert stranger.get(path(order)).status_code == 404
    assert stranger.get(f"{path(order)}?key={order.key}").status_code == 404
    assert stranger.get(f"/my-source/view-order/{'9' * 40}/").status_code == 404


def test_a_draft_is_no_order_yet(client: Client) -> None:
    ana = make_user()
    draft = Order.objects.create(user=ana, email=ana.email, billing={}, status="checkout-draft")
    client.force_login(ana)
    assert client.get(path(draft)).status_code == 404
