"""Refunds, notes and e-mails as staff does them on the order's page."""

import pytest
from django.test import Client

from vintner.checkout.tests.shopper import Shopper, attempts, only_order
from vintner.money import Money
from vintner.orders.models import Email, OrderEvent, Refund
from vintner.orders.tests.test_admin import act
from vintner.payments.tests.double import THREE_D_SECURE, ProviderDouble
from vintner.testing.builders import make_product, make_user, only_variation

pytestmark = pytest.mark.usefixtures("store")


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(make_user("manager@example.com", is_staff=True, is_superuser=True))
    return client


def page(action: str) -> str:
    return f"/admin/orders/order/{only_order().pk}/{action}/"


def test_bottles_are_refunded_and_put_back(staff: Client, provider: ProviderDouble) -> None:
    wine = make_product(stock=9)
    Shopper().puts(wine, 2).pays()
    line = only_order().lines.get()
    shown = staff.get(page("refund")).content.decode()
    assert f"Bottles of {line.name}, of 2" in shown
    assert f"{only_order().total} of {only_order().total} can still go back." in shown
    assert staff.post(page("refund"), {f"line_{line.pk}": "1", "reason": "corked", "restock": "on"}).status_code == 302
    made = Refund.objects.get()
    assert (made.amount, made.reason, made.state, only_variation(wine).on_hand) == (Money(2145), "corked", "done", 8)
    assert made.by is not None
    assert "corked" in staff.get(f"/admin/orders/order/{only_order().pk}/change/").content.decode()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "At most"),
        ({"amount": "99999"}, "At most"),
        ({"amount": "-1"}, "greater than or equal to 0"),
        ({"amount": "x"}, "Enter a number."),
    ],
    ids=["nothing", "too much", "below zero", "no number"],
)
def test_what_can_not_be_refunded_is_told(
    staff: Client, provider: ProviderDouble, fields: dict[str, str], words: str
) -> None:
    Shopper().puts(make_product()).pays()
    assert words in staff.post(page("refund"), fields).content.decode()
    assert not Refund.objects.exists()


def test_when_the_card_service_does_not_answer_staff_is_told_that_it_goes_on(
    staff: Client, provider: ProviderDouble
) -> None:
    Shopper().puts(make_product()).pays()
    provider.refund_faults = ["after"]
    assert "taken up again" in staff.post(page("refund"), {"amount": "1"}, follow=True).content.decode()


def test_set_to_refunded_moves_no_money(staff: Client, provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays()
    assert act(staff, "set_to_refunded", only_order()) == "refunded"
    assert provider.refunds == []
    act(staff, "set_to_refunded", only_order())
    assert Refund.objects.count() == 1


def test_cancelling_an_unpaid_order_ends_it_at_the_card_service_first(staff: Client, provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(THREE_D_SECURE)
    provider.is_down = True
    assert act(staff, "cancel", only_order()) == "pending"
    provider.is_down = False
    assert act(staff, "cancel", only_order()) == "cancelled"
    assert attempts(only_order()) == ["cancelled"]


def test_cancelling_an_order_that_was_paid_meanwhile_is_refused(staff: Client, provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(THREE_D_SECURE)
    provider.confirm("pi_1")
    assert act(staff, "cancel", only_order()) == "processing"


def test_notes_and_e_mails(staff: Client, provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays()
    staff.post(page("note"), {"note": "On Monday.", "to_customer": "on"})
    staff.post(page("note"), {"note": "Calls often."})
    assert set(OrderEvent.objects.filter(by__isnull=False).values_list("kind", "note")) == {
        ("customer", "On Monday."),
        ("private", "Calls often."),
    }
    staff.post(page("e-mail"), {"which": "details"})
    staff.post(page("e-mail"), {"which": str(Email.objects.get(kind="processing").pk)})
    counts = [Email.objects.filter(kind=kind).count() for kind in ("note", "details", "processing")]
    assert counts == [1, 1, 2]
    assert staff.post(page("e-mail"), {"which": "999"}).status_code == 200


def test_only_who_may_change_orders_sees_these_pages(client: Client, provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays()
    client.force_login(make_user(is_staff=True))
    for action in ("refund", "note", "e-mail"):
        assert client.get(page(action)).status_code in {302, 403}
        assert client.post(page(action), {"amount": "1", "note": "x"}).status_code in {302, 403}
    assert not Refund.objects.exists()
