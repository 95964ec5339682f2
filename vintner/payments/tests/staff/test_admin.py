"""Notes, e-mails and changes of status as staff does them on the order's page."""

import pytest
from django.test import Client

from vintner.orders.models import Email, OrderEvent, Refund
from vintner.testing.builders import make_product, make_user
from vintner.testing.order_list import act, confirm
from vintner.testing.provider import THREE_D_SECURE, ProviderDouble
from vintner.testing.shopper import Shopper, attempts, only_order

pytestmark = pytest.mark.usefixtures("store")


def page(action: str) -> str:
    return f"/admin/orders/order/{only_order().pk}/{action}/"


def test_set_to_refunded_moves_no_money(staff: Client, provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays()
    assert act(staff, "set_to_refunded", only_order()) == "refunded"
    assert provider.refunds == []
    act(staff, "set_to_refunded", only_order())
    assert Refund.objects.count() == 1


def test_many_orders_at_once_are_completed_without_those_that_nobody_paid(
    staff: Client, provider: ProviderDouble
) -> None:
    Shopper().puts(make_product()).pays(THREE_D_SECURE)
    assert act(staff, "mark_completed", only_order()) == "pending"
    provider.confirm("pi_1")
    messages = confirm(staff, "mark_completed", only_order())
    assert [each for each in messages if "It has not been paid." in each]
    assert not Email.objects.filter(kind="completed").exists()


def test_what_a_cancelled_order_was_paid_is_named_until_it_is_paid_back(
    staff: Client, provider: ProviderDouble
) -> None:
    Shopper().puts(make_product(price="20.00")).pays()
    order = only_order()
    messages = confirm(staff, "cancel", order, query="?status__in=processing")
    assert [each for each in messages if f"Order {order.number}: {order.total} has not been paid back." in each]


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
    staff.post(page("email"), {"which": "details"})
    staff.post(page("email"), {"which": str(Email.objects.get(kind="processing").pk)})
    counts = [Email.objects.filter(kind=kind).count() for kind in ("note", "details", "processing")]
    assert counts == [1, 1, 2]
    assert staff.post(page("email"), {"which": "999"}).status_code == 200


def test_only_who_may_change_orders_sees_these_pages(client: Client, provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays()
    client.force_login(make_user(is_staff=True))
    for action in ("refund", "note", "email"):
        assert client.get(page(action)).status_code in {302, 403}
        assert client.post(page(action), {"amount": "1", "note": "x"}).status_code in {302, 403}
    assert not Refund.objects.exists()
