"""The admin's lists of payments, events, emails and stock movements are searched by what has an index."""

import re

import pytest
from django.test import Client

from vintner.catalogue.models import StockMovement
from vintner.money import Money
from vintner.orders.models import Email, Order
from vintner.payments.models import Payment, ProviderEvent
from vintner.payments.tests.staff.order_search import order as order
from vintner.testing.builders import make_product, only_variation, set_stock

pytestmark = pytest.mark.django_db


def found(staff: Client, model: str, words: str) -> set[int]:
    """Return the ids of the rows that a search lists."""
    html = staff.get(f"/admin/{model}/", {"q": words}).content.decode()
    return {int(number) for number in re.findall(r'name="_selected_action" value="(\d+)"', html)} | {
        int(number) for number in re.findall(rf'href="/admin/{model}/(\d+)/change/', html)
    }


def test_payments_are_found_by_order_and_whole_id(staff: Client, order: Order) -> None:
    payment = Payment.objects.get(order=order)
    Payment.objects.filter(pk=payment.pk).update(charge_id="ch_9")
    other = Payment.objects.create(
        order=order, attempt=2, idempotency_key="other", intent_id="pi_other", amount=Money(1)
    )
    for words in (str(payment.intent_id), "ch_9"):
        assert found(staff, "payments/payment", words) == {payment.pk}
    for words in (order.number, f"Order {order.number}", f"#{order.number}"):
        assert found(staff, "payments/payment", words) == {payment.pk, other.pk}
    assert found(staff, "payments/payment", "pi_oth") == set()


def test_events_are_found_by_what_they_are_about(staff: Client) -> None:
    event = ProviderEvent.objects.create(event_id="evt_1", type="charge.failed", object_id="ch_1")
    ProviderEvent.objects.create(event_id="evt_2", type="charge.failed", object_id="ch_2")
    assert (
        found(staff, "payments/providerevent", "evt_1") == {event.pk} == found(staff, "payments/providerevent", "ch_1")
    )


def test_emails_are_found_by_parts_of_address_and_subject_and_by_order(staff: Client, order: Order) -> None:
    mine = Email.objects.create(
        order=order, kind="note", about="1", to="ann@example.com", subject="Your bottles left", message_id="1"
    )
    Email.objects.create(kind="note", about="2", to="bob@example.com", subject="Something else", message_id="2")
    for words in ("ann@ex", "ANN@example.com", "BOTTLES", "ann bottles", order.number):
        html = staff.get("/admin/orders/email/", {"q": words}).content.decode()
        assert (mine.subject in html, "Something else" in html) == (True, False), words


def test_movements_are_found_by_wine_sku_note_and_order(staff: Client) -> None:
    wine = make_product(name="Old Vines", sku="OV-1", stock=0)
    other = make_product(name="Young Vines", sku="YV-1", stock=5)
    set_stock(only_variation(wine), 7)
    moved = StockMovement.objects.filter(variation__product=wine)
    for words in ("old", "ov-1", "Old Vines", "OV-1 old"):
        html = staff.get("/admin/catalogue/stockmovement/", {"q": words}).content.decode()
        assert ("Old Vines" in html, "Young Vines" in html) == (True, False), words
    assert moved.count() == 1
    assert other.name in staff.get("/admin/catalogue/stockmovement/", {"q": "vines"}).content.decode()
