"""What somebody who packs may make of an order: nothing that decides about money."""

import pytest
from django.contrib.auth.models import Group
from django.db import transaction
from django.test import Client
from pytest_django import Settings

from vintner.customers.models import User
from vintner.customers.roles import MANAGER, PACKER
from vintner.orders import orders
from vintner.orders.models import Order
from vintner.orders.refundable import NewRefund
from vintner.orders.rules import Status
from vintner.payments import refunds, status_moves
from vintner.refusal import Refusal
from vintner.testing.builders import make_product, make_user
from vintner.testing.order_list import LIST, act
from vintner.testing.orders import new_order
from vintner.testing.provider import THREE_D_SECURE, ProviderDouble
from vintner.testing.shopper import Shopper, attempts, only_order

pytestmark = pytest.mark.usefixtures("store")


def member(role: str) -> User:
    user = make_user(is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    return user


@pytest.fixture
def packer(client: Client) -> Client:
    client.force_login(member(PACKER))
    return client


def read_list(staff: Client) -> str:
    return staff.get(LIST).content.decode()


def offered(staff: Client) -> set[str]:
    """Return the statuses that the order's page offers."""
    form = staff.get(f"{LIST}{only_order().pk}/change/").context["status_form"]
    return {value for value, _ in form.fields["to"].choices if value}


def post_status(staff: Client, to: str) -> str:
    """Post the form of the order's page, whatever it offers; return the order's status afterwards."""
    order = only_order()
    staff.post(f"{LIST}{order.pk}/status/", {"was": order.status, "to": to, "why": ""})
    return str(only_order().status)


def puts_on_hold(by: User) -> None:
    with transaction.atomic():
        orders.move_by_staff(orders.lock(only_order().pk), Status.ON_HOLD, by)


def test_a_packer_completes_what_is_paid(packer: Client, provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays()
    assert (only_order().status, "completed" in offered(packer)) == ("processing", True)
    assert act(packer, "mark_completed", only_order()) == "completed"
    assert act(packer, "mark_processing", only_order()) == "processing"
    assert post_status(packer, "completed") == "completed"


@pytest.mark.parametrize("status", ["pending", "on-hold"])
def test_a_packer_neither_completes_nor_releases_what_is_not_paid(
    packer: Client, provider: ProviderDouble, status: str
) -> None:
    Shopper().puts(make_product()).pays(THREE_D_SECURE)
    if status == "on-hold":
        puts_on_hold(make_user(is_superuser=True))
    for action in ("mark_completed", "mark_processing"):
        assert act(packer, action, only_order()) == status
        assert status_moves.NOT_PAID in read_list(packer)
    assert {"completed", "processing"}.isdisjoint(offered(packer))
    assert {post_status(packer, to) for to in ("completed", "processing")} == {status}


def test_a_cancelled_order_is_not_released_by_a_packer(packer: Client, provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays()
    assert act(packer, "cancel", only_order()) == "cancelled"
    assert act(packer, "mark_processing", only_order()) == "cancelled"


def test_a_manager_completes_what_was_paid_in_the_shop(client: Client, provider: ProviderDouble) -> None:
    client.force_login(member(MANAGER))
    Shopper().puts(make_product()).pays(THREE_D_SECURE)
    assert "completed" in offered(client)
    assert act(client, "mark_completed", only_order()) == "pending", "not one of many"
    assert post_status(client, "completed") == "completed"


def test_an_order_that_is_put_on_hold_meanwhile_is_not_completed(provider: ProviderDouble) -> None:
    """Whoever presses has seen it as processing."""
    Shopper().puts(make_product()).pays()
    seen: Order = only_order()
    puts_on_hold(make_user(is_superuser=True))
    with pytest.raises(Refusal) as refusal:
        status_moves.move_by_staff(seen, Status.COMPLETED, member(PACKER))
    assert (refusal.value.message, only_order().status) == (status_moves.NOT_PAID, "on-hold")


def test_who_may_move_no_money_does_not_void_it_by_cancelling(
    packer: Client, provider: ProviderDouble, settings: Settings
) -> None:
    settings.CAPTURE_LATER = True
    Shopper().puts(make_product()).pays()
    assert act(packer, "cancel", only_order()) == "on-hold"
    assert status_moves.VOIDS in read_list(packer)
    assert "cancelled" not in offered(packer)
    assert post_status(packer, "cancelled") == "on-hold"
    assert (attempts(only_order()), provider.intents["pi_1"].status) == (["authorized"], "requires_capture")


def test_who_may_move_money_cancels_and_voids(client: Client, provider: ProviderDouble, settings: Settings) -> None:
    settings.CAPTURE_LATER = True
    client.force_login(member(MANAGER))
    Shopper().puts(make_product()).pays()
    assert "cancelled" in offered(client)
    assert act(client, "cancel", only_order()) == "cancelled"
    assert attempts(only_order()) == ["cancelled"]


def test_a_cancelled_order_says_what_has_not_been_paid_back(client: Client, provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays()
    client.force_login(member(MANAGER))
    page = f"{LIST}{only_order().pk}/change/"
    assert "has not been paid back" not in client.get(page).content.decode()
    assert act(client, "cancel", only_order()) == "cancelled"
    assert f"{only_order().total} has not been paid back." in client.get(page).content.decode()
    refunds.refund(only_order().pk, NewRefund(amount=only_order().total), by=make_user(is_staff=True))
    assert "has not been paid back" not in client.get(page).content.decode()


def test_a_status_that_the_orders_money_forbids_is_not_offered(client: Client, provider: ProviderDouble) -> None:
    client.force_login(member(MANAGER))
    Shopper().puts(make_product()).pays()
    assert act(client, "cancel", only_order()) == "cancelled"
    assert offered(client) == {"on-hold", "processing"}


def test_an_order_whose_money_is_set_aside_is_offered_no_status_of_a_paid_one(
    client: Client, provider: ProviderDouble, settings: Settings
) -> None:
    settings.CAPTURE_LATER = True
    client.force_login(member(MANAGER))
    Shopper().puts(make_product()).pays()
    assert offered(client) == {"cancelled"}


def test_a_cancelled_order_that_nobody_paid_may_wait_for_payment_again(client: Client) -> None:
    client.force_login(member(MANAGER))
    order = orders.create(new_order())
    with transaction.atomic():
        orders.move_by_staff(orders.lock(order.pk), Status.CANCELLED, make_user(is_staff=True))
    assert "pending" in offered(client)
