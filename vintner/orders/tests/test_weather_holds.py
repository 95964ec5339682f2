"""Orders that wait for better weather, as staff sees them and lets them go."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime
from unittest.mock import patch
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from vintner.orders import orders
from vintner.orders.models import Order, Shipment
from vintner.orders.rules import Status
from vintner.orders.shipments.release_hold import NOT_HELD
from vintner.shipping.models import DeliveryTimes, HoldSeason, Method, Zone, ZoneRegion
from vintner.shipping.regions import Address
from vintner.testing.html_forms import read_form
from vintner.testing.order_list import LIST, confirm
from vintner.testing.orders import new_order
from vintner.testing.papers import write_bodies

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("july")]
JULY = datetime(2027, 7, 1, 10, tzinfo=ZoneInfo("America/Los_Angeles"))
HELD = "Held for cooler weather until September 16, 2027"
JANE = Address(first_name="Jane", last_name="Doe", country="US", state="AZ", city="Tempe", address_1="1 Main St")


@pytest.fixture
def july() -> Iterator[None]:
    DeliveryTimes.objects.create()
    HoldSeason.objects.create(kind="heat", first_month=6, first_day=15, last_month=9, last_day=15, places=["US-AZ"])
    zone = Zone.objects.create(name="United States")
    ZoneRegion.objects.create(zone=zone, country="US")
    Method.objects.create(zone=zone, kind="flat_rate", title="Ground", cost="10", transit_from=2, transit_to=4)
    with patch.object(timezone, "now", return_value=JULY):
        yield


def make_order(until: date | None = date(2027, 9, 16), kind: str = "heat", *, is_paid: bool = True) -> Order:
    rate = f"flat_rate:{Method.objects.get().pk}"
    new = replace(new_order(), shipping=JANE, billing=JANE, shipping_rate=rate, carrier="FedEx Ground")
    new = replace(new, arrives_from=date(2027, 9, 20), arrives_to=date(2027, 9, 22))
    order = orders.create(replace(new, hold_kind=kind, ship_not_before=until))
    if is_paid:
        orders.move(order, Status.PROCESSING, quietly=True)
    return order


def press(staff: Client, order: Order) -> str:
    """Open the page that releases the hold, and send its form."""
    path = f"{LIST}{order.pk}/release/"
    page = staff.get(path).content.decode()
    if 'id="action-form"' not in page:
        return page
    return staff.post(path, read_form(page, "action-form"), follow=True).content.decode()


def listed(staff: Client, value: str) -> list[int]:
    page = staff.get(LIST, {"weather": value})
    return sorted(order.pk for order in page.context["cl"].result_list)


def test_the_list_filters_what_waits_what_was_sent_at_once_and_what_was_released(staff: Client) -> None:
    held, declined, other = make_order(), make_order(None), make_order(None, "")
    over, unpaid = make_order(date(2027, 7, 1)), make_order(is_paid=False)
    released = make_order()
    press(staff, released)
    assert listed(staff, "held") == [held.pk]
    assert listed(staff, "declined") == [declined.pk]
    assert listed(staff, "released") == [released.pk]
    everything = sorted(each.pk for each in (held, declined, other, over, unpaid, released))
    assert listed(staff, "") == everything
    assert listed(staff, "sunshine") == everything


def test_the_order_s_page_says_so_and_costs_no_query(staff: Client) -> None:
    held, plain = make_order(), make_order(None, "")
    counts = []
    for order in (held, plain):
        staff.get(f"{LIST}{order.pk}/change/")
        with CaptureQueriesContext(connection) as queries:
            page = staff.get(f"{LIST}{order.pk}/change/").content.decode()
        counts.append(len(queries))
        assert (HELD in page) is (order == held)
        assert ("Release the hold" in page) is (order == held)
    assert counts[0] == counts[1]
    assert "in spite of the heat" in staff.get(f"{LIST}{make_order(None).pk}/change/").content.decode()


def test_staff_lets_an_order_go_and_its_customer_reads_the_new_days(staff: Client) -> None:
    order = make_order()
    page = press(staff, order)
    assert "The hold is released, and the customer is written to." in page
    assert HELD not in page
    order.refresh_from_db()
    assert (order.hold_released_at, order.ship_not_before, order.hold_kind) == (JULY, date(2027, 9, 16), "heat")
    assert order.arrival_words == "FedEx Ground, arrives Tue–Thu, Jul 6–8"
    noted, told = order.events.filter(became="").order_by("id")
    assert noted.note == "Released from the weather hold, which was to end on September 16, 2027."
    assert {each.by.email for each in (noted, told) if each.by} == {"manager@example.com"}
    for body in write_bodies(order.emails.get(kind="note")):
        assert "We are no longer holding your order for the weather: we are packing it now." in body
        assert "FedEx Ground, arrives Tue–Thu, Jul 6–8." in body
    assert NOT_HELD in press(staff, order)
    assert order.emails.filter(kind="note").count() == 1


def test_only_what_waits_can_be_released(staff: Client) -> None:
    for order in (make_order(None), make_order(None, ""), make_order(is_paid=False), make_order(date(2027, 7, 1))):
        assert NOT_HELD in press(staff, order)
        order.refresh_from_db()
        assert order.hold_released_at is None


def test_a_form_that_was_open_for_too_long_releases_nothing_twice(staff: Client) -> None:
    order = make_order()
    path = f"{LIST}{order.pk}/release/"
    fields = read_form(staff.get(path).content.decode(), "action-form")
    press(staff, order)
    assert NOT_HELD in staff.post(path, fields, follow=True).content.decode()
    assert order.emails.filter(kind="note").count() == 1


def test_sending_what_waits_is_warned_of_and_not_forbidden(staff: Client) -> None:
    order = make_order()
    path = f"{LIST}{order.pk}/shipment/"
    page = staff.get(path).content.decode()
    assert f"{HELD}. Send it earlier only if the wine is safe on its way." in page
    staff.post(path, {**read_form(page, "action-form"), "carrier": "ups"})
    order.refresh_from_db()
    assert order.status == "completed"
    assert HELD not in staff.get(f"{LIST}{order.pk}/change/").content.decode()


def test_many_orders_at_once_are_completed_without_those_that_wait(staff: Client) -> None:
    held, other, sent = make_order(), make_order(None), make_order()
    Shipment.objects.create(order=sent, shipped_on=JULY.date())
    said = confirm(staff, "mark_completed", held, other, sent)
    why = f"{HELD}, and nothing is recorded as sent. Release its hold, or complete it on its own page."
    assert said == [f"Order {held.number}: {why}", "2 orders changed."]
    assert [Order.objects.get(pk=each.pk).status for each in (held, other, sent)] == [
        "processing",
        "completed",
        "completed",
    ]


def test_the_list_says_what_waits_and_what_is_a_gift(staff: Client) -> None:
    held = make_order()
    Order.objects.filter(pk=held.pk).update(is_gift=True)
    make_order(None)
    page = staff.get(LIST).content.decode()
    assert page.count("Processing · held until Sep 16 · gift") == 1
    assert page.count(" · ") == 2


def test_what_waits_is_completed_on_its_page_only_by_who_says_so(staff: Client) -> None:
    order = make_order()
    path = f"{LIST}{order.pk}/status/"
    page = staff.get(path).content.decode()
    assert f"{HELD}. If you send it earlier, release the hold" in page
    fields = {**read_form(page, "action-form"), "to": "completed"}
    refused = staff.post(path, fields).content.decode()
    assert f"{HELD}, and nothing is recorded as sent. Release the hold first" in refused
    assert Order.objects.get(pk=order.pk).status == "processing"
    staff.post(path, {**fields, "although_held": "on"})
    assert Order.objects.get(pk=order.pk).status == "completed"


def test_other_changes_of_what_waits_ask_nothing(staff: Client) -> None:
    held, other = make_order(), make_order(None)
    path = f"{LIST}{held.pk}/status/"
    staff.post(path, {**read_form(staff.get(path).content.decode(), "action-form"), "to": "on-hold"})
    assert Order.objects.get(pk=held.pk).status == "on-hold"
    assert "although it is held" not in staff.get(f"{LIST}{other.pk}/change/").content.decode()


def test_no_order_waits_without_a_reason(staff: Client) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        make_order(date(2027, 9, 16), "")
