"""What a shopper is promised before the order is what the order keeps."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from unittest.mock import patch
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from vintner.orders import orders
from vintner.orders.documents.documents import packing_slip
from vintner.orders.models import Order
from vintner.orders.rules import Status
from vintner.pricing.choices import PromotionKind
from vintner.pricing.models import Promotion
from vintner.shipping.models import DeliveryTimes, Method
from vintner.testing.builders import make_product
from vintner.testing.papers import read_text, write_bodies
from vintner.testing.provider import DECLINED, ProviderDouble
from vintner.testing.shopper import Shopper

pytestmark = pytest.mark.usefixtures("store", "sends")
TUESDAY = datetime(2026, 12, 1, 10, tzinfo=ZoneInfo("America/Los_Angeles"))
PROMISE = "FedEx Ground, arrives Fri–Tue, Dec 4–8"
"""Packed on Wednesday, two to four working days on the way."""


@pytest.fixture
def sends() -> Iterator[None]:
    DeliveryTimes.objects.create()
    Method.objects.filter(kind="flat_rate").update(carrier="FedEx Ground", transit_from=2, transit_to=4)
    with patch.object(timezone, "now", return_value=TUESDAY):
        yield


def notes(shopper: Shopper, address: str) -> list[str]:
    page = shopper.client.get(address, headers={"Accept": "application/json"}).json()
    choices = page["contents" if address == "/cart/" else "review"]["shipping"]
    return [each["note"] for each in choices]


@pytest.mark.parametrize("address", ["/cart/", "/checkout/"])
def test_every_delivery_says_by_whom_and_when_it_arrives(address: str) -> None:
    assert notes(Shopper().puts(make_product()), address) == [PROMISE, "Ready Wed, Dec 2"]


def test_a_pickup_says_where_and_when_it_is_open() -> None:
    Method.objects.filter(kind="local_pickup").update(pickup_hours="Tue–Sat, 11 a.m. – 6 p.m.")
    shopper = Shopper().puts(make_product())
    page = shopper.client.get("/cart/", headers={"Accept": "application/json"}).json()
    assert [each["place"] for each in page["contents"]["shipping"]] == [
        [],
        ["Vintner, 2400 Harbor Row, San Francisco, CA 94110", "Tue–Sat, 11 a.m. – 6 p.m."],
    ]


def test_without_times_only_the_carrier_is_known() -> None:
    DeliveryTimes.objects.all().delete()
    assert notes(Shopper().puts(make_product()), "/cart/") == ["FedEx Ground", ""]


def test_a_delivery_that_a_promotion_pays_goes_the_way_of_the_others() -> None:
    Promotion.objects.create(title="On us", kind=PromotionKind.DELIVERY)
    assert notes(Shopper().puts(make_product()), "/cart/") == [PROMISE, PROMISE, "Ready Wed, Dec 2"]


def test_the_order_keeps_what_was_promised_and_tells_it_everywhere(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    answer = shopper.pays()
    DeliveryTimes.objects.all().delete()
    Method.objects.update(carrier="Another")
    order = Order.objects.get(pk=answer.order_id)
    assert (order.carrier, order.arrives_from, order.arrives_to) == (
        "FedEx Ground",
        date(2026, 12, 4),
        date(2026, 12, 8),
    )
    receipt = shopper.client.get(answer.redirect, headers={"Accept": "application/json"}).json()
    assert receipt["delivery"] == PROMISE
    for email in order.emails.filter(kind__in=["processing", "new_order"]):
        for body in write_bodies(email):
            assert f"Delivery {PROMISE}" in body.replace("Delivery:", "Delivery")
    assert PROMISE in read_text(packing_slip(order))


def test_a_pickup_is_ready_on_a_day(provider: ProviderDouble) -> None:
    pickup = Method.objects.get(kind="local_pickup")
    shopper = Shopper().puts(make_product())
    order = Order.objects.get(pk=shopper.pays(**{"shipping_method[0]": f"local_pickup:{pickup.pk}"}).order_id)
    assert order.arrival_words == "Ready Wed, Dec 2"
    for body in write_bodies(order.emails.get(kind="processing")):
        assert "Pickup Ready Wed, Dec 2" in body.replace("Pickup:", "Pickup")


def test_an_unpaid_order_promises_nothing_and_another_try_promises_anew(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays(DECLINED)
    order = Order.objects.get()
    assert order.arrival_words == PROMISE
    with patch.object(timezone, "now", return_value=TUESDAY + timedelta(hours=3)):  # after the cut-off
        assert shopper.pays().result == "success"
    order.refresh_from_db()
    assert order.arrival_words == "FedEx Ground, arrives Mon–Wed, Dec 7–9"


@pytest.mark.parametrize(
    ("hours", "words"), [(0, PROMISE), (0.9, PROMISE), (48, "FedEx Ground, arrives Tue–Thu, Dec 8–10")]
)
def test_what_is_paid_late_is_promised_from_its_payment_on(provider: ProviderDouble, hours: float, words: str) -> None:
    Shopper().puts(make_product()).pays(DECLINED)
    order = Order.objects.get()
    with patch.object(timezone, "now", return_value=TUESDAY + timedelta(hours=hours)):
        orders.move(order, Status.PROCESSING, "Paid in the end.")
    order.refresh_from_db()
    assert order.arrival_words == words
    for body in write_bodies(order.emails.get(kind="processing")):
        assert words in body


def test_an_order_whose_delivery_is_gone_promises_nothing_when_it_is_paid_late(provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(DECLINED)
    order = Order.objects.get()
    Method.objects.all().delete()
    with patch.object(timezone, "now", return_value=TUESDAY + timedelta(days=2)):
        orders.move(order, Status.PROCESSING, "Paid in the end.")
    assert (order.arrives_from, order.arrival_words) == (None, "FedEx Ground")
