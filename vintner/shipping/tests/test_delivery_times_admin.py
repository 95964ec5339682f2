"""A merchant writes down when parcels leave, and shoppers read when they arrive."""

from datetime import date, time
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from vintner.pricing import books
from vintner.shipping.models import DeliveryTimes, Holiday, Method, Zone
from vintner.testing.html_forms import Fields, read_form

pytestmark = pytest.mark.django_db
ADD = "/admin/shipping/deliverytimes/add/"
CHANGE = "/admin/shipping/deliverytimes/1/change/"


def form(client: Client, address: str) -> Fields:
    return read_form(client.get(address).content.decode(), "deliverytimes_form")


def test_a_store_promises_nothing_until_the_merchant_says_when_it_sends(staff: Client) -> None:
    assert books.load().dispatch is None
    fields = form(staff, ADD) | {
        "cutoff": ["14:30"],
        "packing_days": ["2"],
        "leaves_on": ["0", "2"],
        "holidays-TOTAL_FORMS": ["1"],
        "holidays-0-day": ["2026-12-25"],
        "holidays-0-name": ["Christmas"],
    }
    assert staff.post(ADD, fields).status_code == 302
    terms = books.load().dispatch
    assert terms is not None
    assert (terms.cutoff, terms.packing_days, terms.leaves_on) == (time(14, 30), 2, frozenset({0, 2}))
    assert terms.holidays == {date(2026, 12, 25)}
    assert str(terms.zone) == "America/Los_Angeles"


def test_the_page_says_what_the_times_come_to(staff: Client) -> None:
    DeliveryTimes.objects.create()
    page = staff.get(CHANGE).content.decode()
    assert "An order placed now is packed on" in page
    assert "America/Los_Angeles" in page
    times = DeliveryTimes.objects.get()
    Holiday.objects.bulk_create(
        Holiday(times=times, day=date.fromordinal(day))
        for day in range(date.today().toordinal() - 2, date.today().toordinal() + 420)  # noqa: DTZ011 - any zone will do
    )
    assert "does not leave within a year" in staff.get(CHANGE).content.decode()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"leaves_on": []}, "Choose at least one day on which parcels leave."),
        ({"leaves_on": ["9"]}, "Select a valid choice."),
        ({"packing_days": ["31"]}, "less than or equal to 30"),
        ({"packing_days": ["-1"]}, "greater than or equal to 0"),
        ({"cutoff": ["25:00"]}, "Enter a valid time."),
        (
            {"holidays-TOTAL_FORMS": ["2"], "holidays-0-day": ["2026-12-25"], "holidays-1-day": ["2026-12-25"]},
            "Please correct the duplicate data for day.",
        ),
    ],
)
def test_what_makes_no_sense_is_said_at_its_field(staff: Client, wrong: Fields, words: str) -> None:
    answer = staff.post(ADD, form(staff, ADD) | wrong)
    assert answer.status_code == 200
    assert words in answer.content.decode()
    assert not DeliveryTimes.objects.exists()


def test_there_is_one_row_and_it_names_days_of_the_week(staff: Client) -> None:
    DeliveryTimes.objects.create()
    assert staff.get(ADD).status_code == 403
    wrongs: list[dict[str, Any]] = [{"id": 2}, {"leaves_on": []}, {"leaves_on": [7]}]
    for wrong in wrongs:
        with pytest.raises(IntegrityError), transaction.atomic():
            DeliveryTimes.objects.update(**wrong)


def test_a_method_says_by_whom_and_how_long(staff: Client) -> None:
    method = Method.objects.create(zone=Zone.objects.create(name="All"), kind="flat_rate", title="Ground", cost="10")
    address = reverse("admin:shipping_method_change", args=[method.pk])
    fields = read_form(staff.get(address).content.decode(), "method_form")
    for least, most in (("4", "2"), ("2", ""), ("", "2")):
        answer = staff.post(address, fields | {"transit_from": [least], "transit_to": [most]})
        assert "the smaller number first, or none" in answer.content.decode()
    sent = fields | {"carrier": ["FedEx Ground"], "transit_from": ["2"], "transit_to": ["4"]}
    assert staff.post(address, sent).status_code == 302
    method.refresh_from_db()
    assert (method.carrier, method.transit_from, method.transit_to) == ("FedEx Ground", 2, 4)
    with pytest.raises(IntegrityError), transaction.atomic():
        Method.objects.update(transit_to=None)
