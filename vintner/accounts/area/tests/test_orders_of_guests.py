"""What somebody ordered as a guest is in the account whose confirmed e-mail address it was ordered with."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from vintner.accounts.engine.views import GUEST_ORDERS_LEAVE
from vintner.accounts.security.tests.email_links import CHANGE, PASSWORD, find_link
from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.orders.ownership import link, pay_link
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import DECLINED, GOOD
from vintner.testing.shopper import Shopper
from vintner.web.email_addresses import has_address

pytestmark = pytest.mark.usefixtures("store", "provider")
JSON = {"Accept": "application/json"}
ORDERS = "/my-source/orders/"


def order_as_guest(email: str = "jane@example.com", card: str = GOOD) -> Order:
    """Place an order ten minutes and more ago, in a browser that nobody asks again."""
    Shopper().puts(make_product()).pays(card, billing_email=email)
    order = Order.objects.latest("pk")
    Order.objects.filter(pk=order.pk).update(placed_at="2026-01-02T03:04:05Z")
    return Order.objects.get(pk=order.pk)


def make_account(email: str = "jane@example.com", *, is_confirmed: bool = True) -> User:
    user = make_user(email, password=PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=is_confirmed)
    return user


def log_in(user: User) -> Client:
    client = Client()
    client.post("/my-source/", {"username": user.email, "password": PASSWORD})
    return client


def page(client: Client, path: str = ORDERS) -> dict[str, Any]:
    return dict(client.get(path, headers=JSON).json())


def numbers(client: Client, path: str = ORDERS) -> list[str]:
    return [order["number"] for order in page(client, path)["orders"]]


@pytest.mark.parametrize("written", ["jane@example.com", "Jane@Example.COM", "JANE@EXAMPLE.COM"])
def test_they_are_in_the_lists_of_the_account_whatever_the_case_of_the_letters(written: str) -> None:
    order = order_as_guest()
    Order.objects.update(email=written)
    order_as_guest("somebody@example.com")
    client = log_in(make_account())
    assert numbers(client) == [order.number]
    assert numbers(client, "/my-source/") == [order.number]


def test_an_order_that_is_placed_after_the_proof_is_there_too() -> None:
    client = log_in(make_account())
    order = order_as_guest()
    assert numbers(client) == [order.number]


def test_an_address_that_is_not_confirmed_shows_nothing_and_the_page_says_how() -> None:
    order = order_as_guest()
    client = log_in(make_account(is_confirmed=False))
    assert (numbers(client), page(client)["confirm_url"]) == ([], "/my-source/security/")
    assert client.get(reverse("view_order", args=[order.pk])).status_code == 404
    assert order.number not in client.get(reverse("order_received", args=[order.pk]), headers=JSON).content.decode()
    client.post(reverse("send_confirmation"))
    told = page(client, client.post(find_link("jane@example.com"))["Location"])["shared"]["notices"]
    assert told[-1]["text"] == "What you ordered as a guest with this email address is in your account now."
    assert told[-1]["link"]["url"] == ORDERS
    assert (numbers(client), page(client)["confirm_url"]) == ([order.number], "")


def test_who_has_ordered_nothing_as_a_guest_is_told_of_nothing() -> None:
    user = make_account(is_confirmed=False)
    Order.objects.filter(pk=order_as_guest().pk).update(user=user)
    client = log_in(user)
    client.post(reverse("send_confirmation"))
    told = page(client, client.post(find_link("jane@example.com"))["Location"])["shared"]["notices"]
    assert told[-1]["text"] == "Your email address is confirmed."


def test_the_address_of_staff_is_not_asked_for() -> None:
    client = Client()
    client.force_login(make_user("boss@example.com", is_staff=True))
    assert page(client)["confirm_url"] == ""


def test_the_address_of_a_change_that_nobody_confirmed_shows_nothing() -> None:
    order_as_guest("new@example.com")
    user = make_account()
    EmailAddress.objects.create(user=user, email="new@example.com")
    assert numbers(log_in(user)) == []


def test_all_of_an_orders_pages_open_in_the_account_without_its_key() -> None:
    order = order_as_guest()
    client = log_in(make_account())
    seen = page(client, reverse("view_order", args=[order.pk]))
    assert seen["number"] == order.number
    for name in ("order_received", "order_invoice"):
        assert client.get(link(name, order)).status_code == 200
        assert client.get(reverse(name, args=[order.pk])).status_code == 200
    again = client.post(seen["again_url"])
    assert again["Location"] == reverse("cart")
    stranger = log_in(make_account("eve@example.com"))
    assert stranger.get(reverse("view_order", args=[order.pk])).status_code == 404
    assert stranger.get(reverse("order_invoice", args=[order.pk])).status_code == 404


def test_an_unpaid_one_is_paid_and_cancelled_there() -> None:
    order = order_as_guest(card=DECLINED)
    client = log_in(make_account())
    seen = page(client, reverse("view_order", args=[order.pk]))
    assert client.get(seen["pay_url"], headers=JSON).json()["number"] == order.number
    cancelled = client.post(seen["cancel_url"], {"from_account": "1"})
    assert cancelled["Location"] == reverse("view_order", args=[order.pk])
    order.refresh_from_db()
    assert order.status == "cancelled"


def test_the_guests_own_link_still_opens_it_without_a_log_in() -> None:
    order = order_as_guest()
    make_account()
    guest = Client()
    assert order.total.text not in guest.get(link("order_received", order), headers=JSON).content.decode()
    guest.post(link("order_received", order), {"email": order.email})
    assert page(guest, link("order_received", order))["number"] == order.number


def test_they_leave_with_a_change_of_the_address_which_says_so() -> None:
    order = order_as_guest()
    user = make_account()
    own = order_as_guest()
    Order.objects.filter(pk=own.pk).update(user=user)
    client = log_in(user)
    client.post("/my-source/confirm/", {"password": PASSWORD})
    assert page(client, CHANGE)["paragraphs"][-1] == GUEST_ORDERS_LEAVE
    client.post(CHANGE, {"email": "new@example.com"})
    assert page(client, find_link("new@example.com"))["paragraphs"][-1] == GUEST_ORDERS_LEAVE
    client.post(find_link("new@example.com"))
    assert numbers(client) == [own.number]
    assert GUEST_ORDERS_LEAVE not in page(client, CHANGE)["paragraphs"]
    assert numbers(log_in(make_account())) == [order.number]


def test_staff_sees_how_many_orders_a_customer_has() -> None:
    order_as_guest()
    user = make_account()
    staff = Client()
    staff.force_login(make_user("boss@example.com", is_staff=True, is_superuser=True))
    assert "1 order<" in staff.get(reverse("admin:customers_user_change", args=[user.pk])).content.decode()


def test_orders_of_other_accounts_with_the_address_are_theirs_alone() -> None:
    order = order_as_guest()
    Order.objects.update(user=make_account("other@example.com"))
    client = log_in(make_account())
    assert numbers(client) == []
    assert client.get(reverse("view_order", args=[order.pk])).status_code == 404
    assert client.get(link("order_received", order)).status_code == 200  # says how it is opened
    assert order.total.text not in client.get(link("order_received", order), headers=JSON).content.decode()
    assert client.get(link("order_invoice", order)).status_code == 404


def test_letters_that_only_look_alike_are_another_address() -> None:
    """By the rules of Unicode the Kelvin sign is a K."""
    order = order_as_guest("mark@example.com")
    Order.objects.update(email="mar\u212a@example.com")
    client = log_in(make_account("mark@example.com"))
    assert numbers(client) == []
    assert client.get(link("order_invoice", order))["Location"] == link("order_received", order)


def test_the_store_api_knows_the_owner_by_the_log_in() -> None:
    order = order_as_guest()
    path = f"/wp-json/wc/store/v1/order/{order.pk}?key={order.key}"
    assert log_in(make_account()).get(path).json()["id"] == order.pk
    assert log_in(make_account("eve@example.com")).get(path).status_code == 401


def test_the_page_to_pay_knows_an_address_however_it_is_written() -> None:
    order = order_as_guest(card=DECLINED)
    client = log_in(make_account("jane@xn--bcher-kva.example"))
    for email, warns in (("jane@b\u00fccher.example", False), ("joe@example.com", True)):
        Order.objects.filter(pk=order.pk).update(email=email)
        Order.objects.filter(pk=order.pk).update(placed_at=timezone.now())
        assert bool(page(client, pay_link(order))["warning"]) == warns


def test_they_are_found_by_an_index() -> None:
    """A table of a few rows is read as a whole otherwise."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        assert "orders_by_email" in Order.objects.filter(has_address("email", "jane@example.com")).order_by().explain()
