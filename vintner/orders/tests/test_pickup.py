"""Orders that are picked up: their e-mails and papers speak of the store, and of no parcel."""

import re
from dataclasses import replace

import pytest
from django.test import Client
from pytest_django import Settings

from vintner.orders import orders
from vintner.orders.documents.documents import invoice, packing_slip
from vintner.orders.emails import emails
from vintner.orders.emails.emails import EmailKind
from vintner.orders.emails.kinds import OF_MOVES
from vintner.orders.models import Email, Order, Refund
from vintner.shipping.models import Destination, Method, Zone
from vintner.shipping.regions import Address
from vintner.testing.builders import make_user
from vintner.testing.orders import new_order
from vintner.testing.papers import read_text, write_bodies

pytestmark = pytest.mark.django_db

JANE = Address(
    first_name="Jane", last_name="Doe", country="US", state="CA", city="Ojai", address_1="1 Main St", phone="555 0100"
)

STORE = ("Vintner", "2400 Harbor Row", "San Francisco, CA 94110")
WHERE = f"You pick it up at {', '.join(STORE)}."
WHO = "An adult of 21 or older has to collect it, and show a photo ID."
PARCEL = re.compile(r"parcel|on its way|track|sign(ed)? for|deliver|our cellar|sent|send it|door", re.IGNORECASE)
ABOUT_ORDERS = [
    EmailKind.PROCESSING,
    EmailKind.ON_HOLD,
    EmailKind.COMPLETED,
    EmailKind.FAILED,
    EmailKind.CANCELLED,
    EmailKind.REFUNDED,
    EmailKind.DETAILS,
    EmailKind.NEW_ORDER,
    EmailKind.CANCELLED_ORDER,
    EmailKind.FAILED_ORDER,
]


def place(rate: str = "local_pickup:3") -> Order:
    return orders.create(
        replace(new_order(), billing=JANE, shipping=JANE, shipping_rate=rate, shipping_title="Local pickup")
    )


def write(kind: EmailKind, rate: str = "local_pickup:3") -> Email:
    order = place(rate)
    emails.queue(order, kind, more={} if kind in OF_MOVES else {"refund": Refund(order=order, amount=order.total)})
    return order.emails.get()


@pytest.mark.parametrize("kind", ABOUT_ORDERS)
def test_no_e_mail_about_a_pickup_speaks_of_a_parcel(kind: EmailKind) -> None:
    email = write(kind)
    for body in (email.subject, *write_bodies(email)):
        assert not PARCEL.findall(body)
    for body in write_bodies(email):
        assert re.search(r"Pick up at\s", body)
        assert all(line in body for line in STORE)


def test_the_merchant_may_name_another_place_and_its_hours() -> None:
    zone = Zone.objects.create(name="All")
    barn = Method.objects.create(
        zone=zone,
        kind="local_pickup",
        title="Barn",
        pickup_address="The barn\r\n\r\n 7 Mill Lane \r\n",
        pickup_hours="Sat, 10 a.m. – 2 p.m.\nSun, by appointment",
    )
    rate = f"local_pickup:{barn.pk}"
    email = write(EmailKind.PROCESSING, rate)
    for body in write_bodies(email):
        assert "You pick it up at The barn, 7 Mill Lane." in body
        assert all(line in body for line in ("Sat, 10 a.m. – 2 p.m.", "Sun, by appointment"))
        assert STORE[1] not in body
    barn.delete()
    for body in write_bodies(write(EmailKind.COMPLETED, rate)):
        assert WHERE in body


@pytest.mark.parametrize("kind", [EmailKind.PROCESSING, EmailKind.COMPLETED])
def test_who_paid_for_a_pickup_is_told_where_it_is_and_who_gets_it(kind: EmailKind) -> None:
    for body in write_bodies(write(kind)):
        assert WHERE in body
        assert WHO in body


def test_a_completed_pickup_is_ready_or_handed_over_already() -> None:
    email = write(EmailKind.COMPLETED)
    assert email.subject == "Your order from Vintner is ready to pick up!"
    for body in write_bodies(email):
        assert "Your order is ready to pick up" in body
        assert "If you already have it, you’re all set." in body


def test_a_parcel_is_still_on_its_way() -> None:
    email = write(EmailKind.COMPLETED, "flat_rate:1")
    assert email.subject == "Your order from Vintner is on its way!"
    for body in write_bodies(email):
        assert "An adult must be there to sign for it." in body
        assert "Deliver to" in body
        assert "ick up" not in body.replace("Local pickup", "")


def test_a_store_that_has_told_no_address_is_asked_for_it(settings: Settings) -> None:
    settings.STORE_STREET = ""
    for body in write_bodies(write(EmailKind.PROCESSING)):
        assert "Write to cellar@vintner.example if you do not know where that is." in body
        assert "Pick up at" not in body


def test_the_age_is_that_of_the_law_where_the_store_is() -> None:
    Destination.objects.create(country="US", state="CA", wine_allowed=True, legal_age=19)
    Destination.objects.create(country="CA", state="ON", wine_allowed=True, legal_age=18)
    for body in write_bodies(write(EmailKind.COMPLETED)):
        assert "An adult of 19 or older" in body


@pytest.mark.parametrize(("rate", "title"), [("local_pickup:3", "Picked up by"), ("flat_rate:1", "Sent to")])
def test_staff_sees_whether_somebody_comes_for_it(client: Client, rate: str, title: str) -> None:
    client.force_login(make_user("manager@example.com", is_staff=True, is_superuser=True))
    page = client.get(f"/admin/orders/order/{place(rate).pk}/change/").content.decode()
    assert f"<h3>{title}</h3>" in page


def test_the_papers_of_a_pickup_name_who_comes_and_where_to() -> None:
    order = place()
    paid, slip = read_text(invoice(order)), read_text(packing_slip(order))
    assert all(line in paid for line in ("Pick up at", *STORE))
    assert not PARCEL.findall(paid)
    for words in ("Picked up by", "Jane Doe", "jane@example.com", "555 0100"):
        assert words in slip
    assert "hand it only to an adult of 21 or older, and look at a photo ID" in slip
    assert "1 Main St" not in slip, "nobody goes there"
    assert not PARCEL.findall(slip.replace("Delivery Local pickup", ""))
