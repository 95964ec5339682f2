"""Parcels that staff records on an order's page: what is refused, what the customer is told."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from vintner.orders import orders
from vintner.orders.erase_orders import erase_orders
from vintner.orders.models import Order, Shipment
from vintner.orders.rules import Status
from vintner.orders.shipments import carriers
from vintner.orders.shipments.shipments import NOT_PAID, NOTHING, RECORDED_BEFORE, remaining_quantities
from vintner.testing.html_forms import read_form
from vintner.testing.order_list import LIST
from vintner.testing.orders import new_order
from vintner.testing.written_emails import written_email

pytestmark = pytest.mark.django_db
NUMBER = "1Z999AA10123456784"


def make_order(quantity: int = 3, *, pickup: bool = False, status: Status = Status.PROCESSING) -> Order:
    new = new_order()
    lines = (replace(new.lines[0], quantity=quantity),)
    order = orders.create(replace(new, lines=lines, shipping_rate="local_pickup:1" if pickup else "flat_rate:1"))
    orders.move(order, Status.PROCESSING, quietly=True)
    if status is not Status.PROCESSING:
        orders.move(order, status, quietly=True)
    return order


def path(order: Order) -> str:
    return f"{LIST}{order.pk}/shipment/"


def send(staff: Client, order: Order, typed: dict[str, str] | None = None, *, keep_open: bool = False) -> str:
    """Send the form as a browser would that opened it just now. Returns the next page's text."""
    page = staff.get(path(order)).content.decode()
    if 'id="action-form"' not in page:
        return page
    fields: dict[str, object] = {**read_form(page, "action-form"), "carrier": "ups", **(typed or {})}
    if keep_open:
        fields.pop("complete", None)
    return staff.post(path(order), fields, follow=True).content.decode()


def quantity_field(order: Order) -> str:
    return f"line_{order.lines.get().pk}"


@pytest.mark.parametrize("carrier", carriers.NAMES)
def test_each_carrier_has_a_page_about_the_number(carrier: str) -> None:
    address = carriers.tracking_address(carrier, NUMBER)
    assert address.startswith("https://")
    assert NUMBER in address
    assert carriers.tracking_address(carrier, "") == ""


@pytest.mark.parametrize(
    ("typed", "number"),
    [("1z 999 aa1-0123456784", "1Z999AA10123456784"), ("", ""), ("abc", None), ("1Z999/../AA", None), ("é" * 9, None)],
)
def test_a_number_is_read_as_labels_print_it(typed: str, number: str | None) -> None:
    assert carriers.clean_number(typed) == number


def test_one_form_records_the_parcel_completes_the_order_and_writes_to_the_customer(staff: Client) -> None:
    order = make_order()
    html = send(staff, order, {"tracking_number": "1z 999 aa1 0123456784"})
    order.refresh_from_db()
    shipment = order.shipments.get()
    assert (order.status, shipment.tracking_number, shipment.lines.count()) == ("completed", NUMBER, 0)
    mailed = written_email(order=order, kind="completed")
    for words in ("Sent with UPS on", NUMBER, shipment.tracking_url):
        assert words in mailed.text
        assert words in mailed.html
    assert not order.emails.filter(kind="note").exists()
    assert f'href="{shipment.tracking_url}"' in html
    assert f"Shipment by UPS {NUMBER}" in html
    assert NOTHING in send(staff, order)


def test_part_of_an_order_leaves_the_rest_open(staff: Client) -> None:
    order = make_order()
    send(staff, order, {"tracking_number": NUMBER, quantity_field(order): "2"}, keep_open=True)
    order.refresh_from_db()
    assert (order.status, list(remaining_quantities(order).values())) == ("processing", [1])
    note = order.emails.get(kind="note")
    assert NUMBER in note.text
    assert "less than or equal to 1" in send(staff, order, {quantity_field(order): "2"})
    send(staff, order)
    order.refresh_from_db()
    assert (order.status, list(remaining_quantities(order).values())) == ("completed", [0])


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"tracking_number": "abc"}, "A tracking number has 6 to 40 letters and digits."),
        ({"tracking_address": "http://example.com/1"}, "The address begins with https://."),
        ({"tracking_address": "javascript:alert(1)"}, "Enter a valid URL."),
        ({"carrier": "other"}, "Write the carrier’s name."),
        ({"carrier": "pickup"}, "Select a valid choice."),
        ({"shipped_on": "yesterday"}, "Enter a valid date."),
        ({"shipped_on": "2999-01-01"}, "This day is still to come."),
        ({"delivered_on": "2999-01-01"}, "This day is still to come."),
        ({"delivered_on": "2001-01-01"}, "It cannot have arrived before it was sent."),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_written(staff: Client, typed: dict[str, str], words: str) -> None:
    order = make_order()
    assert words in send(staff, order, typed)
    order.refresh_from_db()
    assert (order.status, Shipment.objects.count()) == ("processing", 0)


@pytest.mark.parametrize(("quantity", "words"), [("0", "Say how many bottles"), ("4", "less than or equal to 3")])
def test_a_parcel_has_what_is_there(staff: Client, quantity: str, words: str) -> None:
    order = make_order()
    assert words in send(staff, order, {quantity_field(order): quantity})
    assert not Shipment.objects.exists()


def test_a_number_is_recorded_once(staff: Client) -> None:
    order = make_order()
    typed = {"tracking_number": NUMBER, quantity_field(order): "1"}
    send(staff, order, typed, keep_open=True)
    assert RECORDED_BEFORE in send(staff, order, typed, keep_open=True)
    assert Shipment.objects.count() == 1


@pytest.mark.parametrize("status", [Status.ON_HOLD, Status.CANCELLED, Status.REFUNDED])
def test_only_paid_orders_are_sent(staff: Client, status: Status) -> None:
    order = make_order()
    Order.objects.filter(pk=order.pk).update(status=status)
    assert NOT_PAID in staff.get(path(order)).content.decode()
    answer = staff.post(path(order), {"carrier": "ups", "shipped_on": "2026-01-01"}).content.decode()
    assert NOT_PAID in answer
    assert not Shipment.objects.exists()


def test_a_shipment_is_corrected_and_removed(staff: Client) -> None:
    order, other = make_order(), make_order()
    send(staff, order, {"tracking_number": NUMBER})
    address = f"{path(order)}?shipment={order.shipments.get().pk}"
    fields = read_form(staff.get(address).content.decode(), "action-form")
    assert fields["tracking_number"] == [NUMBER]
    arrived = timezone.localdate().isoformat()
    staff.post(address, {**fields, "tracking_number": "1Z999AA10123456785", "delivered_on": arrived})
    shipment = order.shipments.get()
    assert (shipment.tracking_number, str(shipment.delivered_on)) == ("1Z999AA10123456785", arrived)
    for wrong in (f"{path(other)}?shipment={shipment.pk}", f"{path(order)}?shipment=x"):
        assert staff.get(wrong).status_code == 404
    staff.post(address, {**fields, "remove": "on"})
    assert not order.shipments.exists()


def test_a_pickup_is_collected_and_has_no_parcel(staff: Client) -> None:
    order = make_order(pickup=True)
    page = staff.get(path(order)).content.decode()
    assert "tracking_number" not in page
    today = timezone.localdate()
    before = {**read_form(page, "action-form"), "collected_on": (today - timedelta(days=1)).isoformat()}
    assert "The order was placed later, on" in staff.post(path(order), before).content.decode()
    staff.post(path(order), {**before, "collected_on": today.isoformat()})
    order.refresh_from_db()
    shipment = order.shipments.get()
    assert (order.status, shipment.carrier, shipment.delivered_on) == ("completed", "pickup", today)
    assert "Sent with" not in written_email(order=order, kind="completed").text


def test_the_number_goes_when_the_customer_is_erased(staff: Client) -> None:
    order = make_order()
    send(staff, order, {"tracking_number": NUMBER})
    erase_orders([order.pk], timezone.now(), people="p")
    assert order.shipments.get().tracking_number == ""
