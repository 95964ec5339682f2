"""Guests find their order by a link that is mailed to them; nobody else learns anything."""

import re
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.test import Client
from procrastinate.contrib.django.models import ProcrastinateJob
from pytest_django import Settings

from vintner.orders.emails import mailed_link
from vintner.orders.models import Email, Order
from vintner.orders.rules import Status
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import ProviderDouble
from vintner.testing.shopper import Shopper, only_order

pytestmark = pytest.mark.usefixtures("store")
PATH = "/checkout/find-order/"
JSON = {"Accept": "application/json"}


@pytest.fixture
def order(provider: ProviderDouble) -> Order:
    Shopper().puts(make_product()).pays()
    return only_order()


def asks(client: Client, number: str, email: str) -> tuple[int, str, bytes]:
    """Send the form; return the answer's status, where it leads and what it says."""
    response = client.post(PATH, {"order_number": number, "email": email}, headers=JSON)
    return response.status_code, response.headers.get("Location", ""), response.content


def mailed(order: Order) -> str:
    """Let the job run that the form left behind; return the path of the link in the mail."""
    for job in ProcrastinateJob.objects.filter(task_name="orders.send_link"):
        mailed_link.send(**job.args)
    text = Email.objects.get(order=order, kind="link").text
    found = re.search(r"https?://\S+", text)
    assert found
    return urlsplit(found[0]).path


def test_the_mailed_link_opens_the_order_on_any_device(order: Order) -> None:
    visitor = Client()
    assert asks(visitor, f"#{order.number} ", " JANE@example.com")[:2] == (302, f"{PATH}?sent")
    assert visitor.get(f"{PATH}?sent", headers=JSON).json()["link_requested"] is True
    Order.objects.update(placed_at=order.placed_at - timedelta(days=9))
    response = Client().get(mailed(order), follow=True, headers=JSON)
    assert response.json()["number"] == order.number
    assert Email.objects.get(kind="link").to == "jane@example.com"


def test_what_fits_and_what_does_not_is_answered_alike(order: Order) -> None:
    cases = [
        (order.number, "jane@example.com"),
        (order.number, "other@example.com"),
        ("999999", "jane@example.com"),
        ("9" * 18, "jane@example.com"),
    ]
    answers = {asks(Client(), number, email) for number, email in cases}
    assert answers == {(302, f"{PATH}?sent", b"")}
    assert ProcrastinateJob.objects.filter(task_name="orders.send_link").count() == len(cases)
    for job in ProcrastinateJob.objects.filter(task_name="orders.send_link"):
        mailed_link.send(**job.args)
    assert [email.to for email in Email.objects.filter(kind="link")] == ["jane@example.com"]


def test_drafts_are_nobody_s_orders(order: Order) -> None:
    draft = Order.objects.create(status=Status.DRAFT, email="jane@example.com", billing={})
    mailed_link.send(draft.number, "jane@example.com")
    assert not Email.objects.filter(kind="link").exists()


@pytest.mark.parametrize(
    ("number", "email", "field"),
    [("", "jane@example.com", "number"), ("twelve", "jane@example.com", "number"), ("12", "jane", "email")],
)
def test_what_cannot_be_is_said_at_its_field_and_nothing_is_lost(
    client: Client, number: str, email: str, field: str
) -> None:
    page = client.post(PATH, {"order_number": number, "email": email}, headers=JSON).json()
    assert page[field]["error"]
    assert (page["number"]["value"], page["email"]["value"]) == (number, email)
    assert not ProcrastinateJob.objects.filter(task_name="orders.send_link").exists()


def test_tries_are_counted_by_address_asked_for(client: Client, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "order_look_ups": (1, 900)}
    assert asks(client, "1", "jane@example.com")[0] == 302
    status, _, said = asks(Client(REMOTE_ADDR="10.0.0.2"), "2", "JANE@example.com")
    assert status == 429
    assert b"Too many tries" in said
    assert ProcrastinateJob.objects.filter(task_name="orders.send_link").count() == 1


@pytest.mark.parametrize("wrong", ["1:abc:def", "nonsense", "1"])
def test_a_link_that_was_not_written_here_opens_nothing(order: Order, wrong: str) -> None:
    response = Client().get(f"{PATH}{wrong}/", follow=True, headers=JSON)
    assert "too old, or incomplete" in str(response.json()["shared"]["notices"])


def test_a_link_of_another_order_s_number_opens_nothing(order: Order) -> None:
    mailed_link.send(order.number, order.email)
    token = mailed(order).rstrip("/").rpartition("/")[2]
    forged = token.replace(str(order.pk), str(order.pk + 1), 1)
    assert mailed_link.order_of(token) == order
    assert mailed_link.order_of(forged) is None


def test_a_link_is_good_for_an_hour(order: Order, monkeypatch: pytest.MonkeyPatch) -> None:
    mailed_link.send(order.number, order.email)
    token = mailed(order).rstrip("/").rpartition("/")[2]
    monkeypatch.setattr(mailed_link, "VALID_FOR", timedelta(seconds=-1))
    assert mailed_link.order_of(token) is None


def test_a_customer_s_order_still_asks_for_the_log_in(order: Order) -> None:
    Order.objects.update(user=make_user())
    mailed_link.send(order.number, order.email)
    response = Client().get(mailed(order))
    last = Client().get(response.headers["Location"])
    assert last.headers["Location"].startswith("/my-source/?next=")
