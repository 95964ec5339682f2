"""An order after its purchase: when the receipt becomes its page, how it stands, and what happens next."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from vintner.customers.models import User
from vintner.money import Money
from vintner.order_pages.receipt_texts import (
    CONFIRMATION,
    NEXT_STEPS,
    PICKUP_NEXT_STEPS,
    PICKUP_STATUS_TEXTS,
    STATUS_TEXTS,
)
from vintner.orders import orders
from vintner.orders.emails import mailed_link
from vintner.orders.models import Order, Refund, Shipment, ShipmentLine
from vintner.orders.ownership import GRACE, link
from vintner.orders.progress import ON_ITS_WAY, PICKUP_STATES, STATES, Stage, find_stage, list_steps
from vintner.orders.rules import Status
from vintner.orders.shipments.shipments import NewShipment, record
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import DECLINED, THREE_D_SECURE, ProviderDouble
from vintner.testing.shopper import Shopper, only_order

pytestmark = pytest.mark.usefixtures("store")
JSON = {"Accept": "application/json"}
THANKS = "Thank you. Your order has been received."
NUMBER = "1Z999AA10123456784"


def buy(*cards: str, user: bool = False) -> tuple[Client, Order]:
    shopper = Shopper(Client())
    if user:
        shopper.client.force_login(make_user("ana@example.com"))
    shopper.puts(make_product(name="Quinta do Teste"), 2).pays(*cards)
    return shopper.client, only_order()


def read(client: Client, path: str) -> dict[str, Any]:
    return dict(client.get(path, headers=JSON).json())


def is_receipt(client: Client, order: Order) -> bool:
    page = read(client, link("order_received", order))
    assert ("heading" in page) != ("state" in page)
    return page.get("heading") == THANKS


def made_earlier(order: Order, ago: timedelta) -> None:
    then = timezone.now() - ago
    Order.objects.filter(pk=order.pk).update(placed_at=then, paid_at=order.paid_at and then)


# when the receipt becomes the order's page


def test_the_browser_that_bought_reads_the_receipt_and_may_reload_it(provider: ProviderDouble) -> None:
    client, order = buy()
    assert [is_receipt(client, order) for _ in range(3)] == [True, True, True]


def test_later_the_same_address_opens_as_the_order(provider: ProviderDouble) -> None:
    client, order = buy()
    made_earlier(order, GRACE)
    assert not is_receipt(client, order)


def test_an_order_that_is_paid_late_has_its_receipt_then(provider: ProviderDouble) -> None:
    client, order = buy()
    made_earlier(order, timedelta(hours=5))
    Order.objects.update(paid_at=timezone.now())
    assert is_receipt(client, order)


def test_the_account_has_no_receipt_at_all(provider: ProviderDouble) -> None:
    client, order = buy(user=True)
    assert read(client, f"/my-source/view-order/{order.pk}/")["state"] == "Being packed"
    other_device = Client()
    other_device.force_login(User.objects.get(email="ana@example.com"))
    assert is_receipt(client, order)
    assert not is_receipt(other_device, order)


def test_a_link_in_a_mail_opens_as_the_order_at_once(provider: ProviderDouble) -> None:
    _, order = buy()
    assert not is_receipt(Client(), order), "the key in the confirmation, opened in another browser"
    mailed_link.send(order.number, order.email)
    path = order.emails.get(kind="link").text.split("8000")[1].split()[0]
    reader = Client()
    reader.get(path)
    assert not is_receipt(reader, order)


def test_who_confirms_the_address_reads_the_order(provider: ProviderDouble) -> None:
    _, order = buy()
    made_earlier(order, GRACE)
    friend = Client()
    friend.post(link("order_received", order), {"email": order.email})
    Order.objects.update(paid_at=timezone.now())
    assert not is_receipt(friend, order)


def test_a_guest_pays_cancels_and_is_offered_an_account_there(provider: ProviderDouble) -> None:
    client, order = buy(DECLINED)
    made_earlier(order, timedelta(minutes=30))
    page = read(client, link("order_received", order))
    assert (page["menu"], page["tone"], bool(page["pay_url"]), bool(page["cancel_url"])) == ([], "bad", True, True)
    assert page["account"] is None


# how it stands, and what happens next: every stage, sent or picked up


@pytest.mark.parametrize("stage", Stage)
def test_each_stage_has_its_words(stage: Stage) -> None:
    for table in (STATES, PICKUP_STATES, STATUS_TEXTS, PICKUP_STATUS_TEXTS):
        assert table[stage]
    for steps in (NEXT_STEPS, PICKUP_NEXT_STEPS):
        assert steps[stage]
        assert all(step.format(email="e", where="w", who="o") for step in steps[stage])


@pytest.mark.parametrize("stage", sorted(set(Stage) - {Stage.REFUNDED, Stage.CANCELLED, Stage.FAILED}))
def test_what_is_picked_up_is_never_packed_or_sent(stage: Stage) -> None:
    steps = [step for step in PICKUP_NEXT_STEPS[stage] if step != CONFIRMATION]
    words = " ".join((PICKUP_STATES[stage], PICKUP_STATUS_TEXTS[stage], *steps)).lower()
    for parcel in ("pack", "parcel", "on its way", "cellar", "delivered", "carrier"):
        assert parcel not in words, words


@pytest.mark.parametrize("rate", ["flat_rate:1", "local_pickup:1"])
@pytest.mark.parametrize(
    ("status", "state", "pickup_state"),
    [
        ("pending", "Waiting for payment", "Waiting for payment"),
        ("failed", "Payment did not go through", "Payment did not go through"),
        ("on-hold", "On hold", "On hold"),
        ("processing", "Being packed", "Being set aside"),
        ("completed", "On its way", "Ready to pick up"),
        ("cancelled", "Canceled", "Canceled"),
        ("refunded", "Refunded", "Refunded"),
    ],
)
def test_each_status_says_how_the_order_stands(
    provider: ProviderDouble, status: str, state: str, pickup_state: str, rate: str
) -> None:
    begins = {"pending": [THREE_D_SECURE], "failed": [DECLINED]}
    client, order = buy(*begins.get(status, []), user=True)
    is_pickup = rate.startswith("local_pickup")
    Order.objects.update(status=status, shipping_rate=rate)
    page = read(client, f"/my-source/view-order/{order.pk}/")
    assert page["state"] == (pickup_state if is_pickup else state)
    assert page["status_text"]
    assert page["next_steps"]
    assert "confirmation" not in str(page["next_steps"]), "that was announced on the receipt"


def complete(order: Order, *, on: date | None = None, arrived: date | None = None, bottles: int = 0) -> None:
    """Send the order, or so many bottles of it, without completing it."""
    quantities = {order.lines.get().pk: bottles} if bottles else {}
    on = on or timezone.localdate()
    new = NewShipment(carrier="ups", tracking_number=NUMBER, shipped_on=on, delivered_on=arrived, quantities=quantities)
    record(order, new, by=make_user("staff@example.com", is_staff=True))


def stage_of(order: Order, now: datetime | None = None) -> Stage:
    order = Order.objects.get(pk=order.pk)
    return find_stage(order, list(order.shipments.all()), now or timezone.now())


def test_a_parcel_is_tracked_and_arrives(provider: ProviderDouble) -> None:
    client, order = buy(user=True)
    complete(order, bottles=1)
    assert stage_of(order) is Stage.PARTLY_SENT
    page = read(client, f"/my-source/view-order/{order.pk}/")
    (parcel,) = page["shipments"]
    assert (parcel["carrier"], parcel["number"], parcel["contents"]) == ("UPS", NUMBER, ["1 × Quinta do Teste"])
    assert NUMBER in parcel["url"]
    labels = [step["label"] for step in page["steps"]]
    assert labels == ["Placed", "Paid", "Sent with UPS", "The rest is sent"]
    orders.move(order, Status.COMPLETED, quietly=True)
    assert stage_of(order) is Stage.ON_ITS_WAY
    Shipment.objects.update(delivered_on=timezone.localdate())
    assert stage_of(order) is Stage.ARRIVED
    assert ShipmentLine.objects.get().quantity == 1


def test_a_parcel_is_not_on_its_way_for_ever(provider: ProviderDouble) -> None:
    _, order = buy()
    complete(order)
    assert stage_of(order) is Stage.ON_ITS_WAY, "all of it is sent, whatever the status"
    assert stage_of(order, timezone.now() + ON_ITS_WAY - timedelta(days=1)) is Stage.ON_ITS_WAY
    assert stage_of(order, timezone.now() + ON_ITS_WAY) is Stage.SENT


def test_a_completed_order_of_which_nothing_was_recorded_is_sent(provider: ProviderDouble) -> None:
    _, order = buy()
    orders.move(order, Status.COMPLETED, quietly=True)
    assert stage_of(order) is Stage.ON_ITS_WAY
    assert stage_of(order, timezone.now() + ON_ITS_WAY) is Stage.SENT
    steps = list_steps(order, [], Stage.ON_ITS_WAY)
    assert [step.label for step in steps] == ["Placed", "Paid", "Sent"]
    assert all(step.at for step in steps)


def test_money_that_went_back_stands_in_the_history(provider: ProviderDouble) -> None:
    _, order = buy()
    refund = Refund.objects.create(order=order, amount=Money(500), key="k")
    Refund.objects.create(order=order, amount=Money(100), key="not yet")
    Refund.objects.filter(pk=refund.pk).update(state="done", ended_at=timezone.now())
    labels = [step.label for step in list_steps(order, [], Stage.PACKING)]
    assert labels == ["Placed", "Paid", "$5.00 refunded", "Packed and sent"]


def test_what_went_wrong_stands_in_the_history(provider: ProviderDouble) -> None:
    _, order = buy(DECLINED)
    steps = list_steps(order, [], stage_of(order))
    assert [step.label for step in steps] == ["Placed", "Payment did not go through", "Payment", "Packed and sent"]
    assert [step.label for step in steps if step.is_bad] == ["Payment did not go through"]
    assert [step.label for step in steps if not step.at] == ["Payment", "Packed and sent"]
    orders.move(order, Status.CANCELLED, quietly=True)
    steps = list_steps(order, [], stage_of(order))
    assert [(step.label, step.is_bad) for step in steps] == [("Placed", False), ("Canceled", True)]
