"""A box whose address no checkout would take is not charged: its subscriber corrects the address first."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from vintner.orders.models import Email, Order
from vintner.refusal import Refusal
from vintner.renewals.announcements import announce_due_boxes
from vintner.renewals.claims import claim_due_box
from vintner.renewals.forecast import dry_run, list_troubled
from vintner.renewals.tests.subscriber import Subscriber, subscribe
from vintner.shipping.regions import Address
from vintner.subscriptions import boxes, subscriptions
from vintner.subscriptions.area.address_views import BILL_DONE, UNCHANGED
from vintner.subscriptions.changes import own_actions
from vintner.subscriptions.links import address_url
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import NOTICE_AHEAD, SHORTEST_NOTICE, BoxState
from vintner.testing.sandbox import VISA, Sandbox

pytestmark = pytest.mark.usefixtures("store")
FAILS_LATER = "4000000000000341"
JSON = {"Accept": "application/json"}
SUBJECT = "Please correct the address of your subscription"
CALIFORNIA = {"country": "US", "state": "CA", "city": "San Francisco", "postcode": "94110"}
BAD = [
    ({"postcode": "9000"}, "ZIP Code should look like"),
    ({"postcode": ""}, "ZIP Code is a required field."),
    ({"city": ""}, "City is a required field."),
    ({"postcode": "84101"}, "ZIP Code"),
    ({"first_name": "", "last_name": ""}, "First name is a required field. Last name is a required field."),
    ({"country": "", "state": "", "postcode": ""}, "Country is a required field."),
]
IDS = ["short ZIP", "no ZIP", "no town", "ZIP of Utah", "no name", "no country"]


def spoil(subscriber: Subscriber, column: str, **values: str) -> None:
    former = getattr(subscriber.subscription, column)
    Subscription.objects.filter(pk=subscriber.number).update(**{column: {**former, **values}})


def correct(subscriber: Subscriber, now: datetime, column: str = "shipping") -> str:
    address = Address.read({**subscriber.subscription.first_order.shipping, "address_1": "2 Elm St"})
    if column == "billing":
        return own_actions.change_bill(subscriber.number, address, by=None)
    return own_actions.change_address(subscriber.number, address, now, by=None)


def open_address_page(subscriber: Subscriber, client: Client) -> tuple[str, dict[str, Any]]:
    """Log the subscriber in, and return the path and the props of the page on which the address is changed."""
    user = subscriber.subscription.user
    assert user is not None
    client.force_login(user)
    path = reverse("subscription_address", args=[subscriber.number])
    return path, client.get(path, headers=JSON).json()


@pytest.mark.parametrize("column", ["shipping", "billing"])
@pytest.mark.parametrize(("values", "words"), BAD, ids=IDS)
def test_it_is_told_before_the_charge_is_announced(
    sandbox: Sandbox, column: str, values: dict[str, str], words: str
) -> None:
    subscriber = subscribe(sandbox)
    spoil(subscriber, column, **values)
    subscriber.is_told().is_told()
    box, kind = subscriber.box, "delivery" if column == "shipping" else "billing"
    assert (box.state, box.reason, box.announced_at) == (BoxState.SCHEDULED, "address", None)
    assert box.message.startswith(f"Its {kind} address cannot be used: {words}")
    assert (subscriber.notices("blocked"), subscriber.notices("charge")) == ([SUBJECT], [])
    assert subscriber.subscription.events.filter(text__startswith="Box 2 waits for another address.").count() == 1
    [to_merchant, told] = Email.objects.filter(kind="subscription_blocked").order_by("subject")
    assert (told.subject, told.to) == (SUBJECT, subscriber.subscription.email)
    assert all(part in told.text for part in (words, "Nothing was charged.", address_url(subscriber.subscription)))
    assert words in to_merchant.text
    assert "You can change it on the subscription’s page, too." in to_merchant.text


@pytest.mark.parametrize("column", ["shipping", "billing"])
def test_nothing_is_charged_if_it_was_announced_already(sandbox: Sandbox, column: str) -> None:
    subscriber = subscribe(sandbox).is_told()
    spoil(subscriber, column, city="")
    box = subscriber.is_charged(subscriber.box.next_try_at + timedelta(minutes=1))
    assert (box.state, box.reason, subscriber.charges_of(box)) == (BoxState.SCHEDULED, "address", 0)
    assert not Order.objects.filter(cart_id=box.cart_id).exists()
    assert claim_due_box(box.due_at + timedelta(days=3)) is None
    assert subscriber.notices("blocked") == [SUBJECT]


@pytest.mark.parametrize("column", ["shipping", "billing"])
def test_the_corrected_one_is_announced_on_its_day_and_charged(sandbox: Sandbox, column: str) -> None:
    subscriber = subscribe(sandbox)
    spoil(subscriber, column, postcode="9000")
    day = subscriber.is_told().box.due_at
    assert correct(subscriber, timezone.now(), column).endswith("is announced by email before it is charged.")
    assert (subscriber.box.reason, subscriber.box.message) == ("", "")
    assert subscriber.is_told().box.announced_for == day
    box = subscriber.is_charged()
    order = subscriber.order_of(box)
    assert (box.state, subscriber.charges_of(box)) == (BoxState.PAID, 1)
    streets = {"shipping": order.shipping["address_1"], "billing": order.billing["address_1"]}
    assert streets == {"shipping": "1 Main St", "billing": "1 Main St", column: "2 Elm St"}


def test_a_box_that_waits_for_an_address_can_be_skipped_as_any_other(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox)
    spoil(subscriber, "shipping", postcode="9000")
    now = subscriber.is_told().box.due_at - NOTICE_AHEAD
    assert own_actions.skip(subscriber.number, now, by=None).number == 3
    assert subscriber.box_number(2).message == ""


def test_one_mistake_in_the_address_of_both_is_corrected_once(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox)
    for column in ("shipping", "billing"):
        spoil(subscriber, column, postcode="9000")
    box = subscriber.is_told().box
    assert box.message == "Its address cannot be used: ZIP Code should look like 94110."
    correct(subscriber, box.due_at)
    assert subscriber.subscription.billing["address_1"] == "2 Elm St"
    assert subscriber.is_told().box.announced_at is not None


def test_a_box_waits_until_both_of_its_addresses_are_corrected(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox)
    spoil(subscriber, "shipping", postcode="9000")
    spoil(subscriber, "billing", last_name="")
    box = subscriber.is_told().box
    said = correct(subscriber, box.due_at)
    assert "It is still waiting. Its billing address cannot be used: Last name is a required field." in said
    assert subscriber.box.message == "Its billing address cannot be used: Last name is a required field."
    correct(subscriber, box.due_at, "billing")
    assert subscriber.box.reason == ""


def test_a_box_that_was_declined_before_keeps_its_declines_and_loses_its_order(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    subscriber.turns_card(FAILS_LATER)
    box = subscriber.is_charged()
    spoil(subscriber, "shipping", postcode="9000")
    subscriber.is_charged(box.next_try_at)
    correct(subscriber, box.next_try_at)
    assert [order.status for order in Order.objects.filter(cart_id=box.cart_id)] == ["cancelled"]
    assert (subscriber.box.state, subscriber.box.declines) == (BoxState.RETRYING, 1)
    subscriber.turns_card(VISA)
    announce_due_boxes(box.next_try_at)
    assert subscriber.is_charged().state == BoxState.PAID


def test_one_that_is_corrected_late_is_charged_after_its_notice(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    spoil(subscriber, "shipping", postcode="9000")
    now = subscriber.is_charged().due_at
    correct(subscriber, now)
    announce_due_boxes(now)
    assert subscriber.box.due_at == now + SHORTEST_NOTICE
    assert subscriber.is_charged().state == BoxState.PAID


def test_a_long_list_of_mistakes_is_told_once(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox)
    for column in ("shipping", "billing"):
        blank = dict.fromkeys(subscriber.subscription.shipping, "")
        Subscription.objects.update(**{column: {**blank, "company": column, "phone": "x" * 99, "postcode": "1" * 30}})
    subscriber.is_told().is_told()
    assert len(subscriber.box.message) == 500
    assert subscriber.subscription.events.filter(text__startswith="Box 2 waits for another address.").count() == 1


def test_the_account_says_that_the_box_waits(sandbox: Sandbox, client: Client) -> None:
    subscriber = subscribe(sandbox)
    spoil(subscriber, "shipping", postcode="9000")
    user = subscriber.is_told().subscription.user
    assert user is not None
    client.force_login(user)
    page = client.get(reverse("view_subscription", args=[subscriber.number]), headers=JSON).json()
    assert page["next_words"] == [f"Box 2 waits for another address. {subscriber.box.message}"]
    [row] = client.get(reverse("subscriptions"), headers=JSON).json()["subscriptions"]
    assert row["needs_action"]


def test_the_page_shows_what_is_to_be_corrected(sandbox: Sandbox, client: Client) -> None:
    subscriber = subscribe(sandbox)
    spoil(subscriber, "shipping", postcode="9000")
    _, page = open_address_page(subscriber, client)
    assert page["error"].startswith("Its delivery address cannot be used: ZIP Code")
    shown = {each["name"]: (each["value"], bool(each["error"])) for each in page["fields"]}
    assert (shown["shipping_postcode"], shown["shipping_city"]) == (("9000", True), ("San Francisco", False))


@pytest.mark.parametrize("column", ["shipping", "billing"])
def test_the_same_wrong_address_again_is_refused_at_its_fields(sandbox: Sandbox, client: Client, column: str) -> None:
    subscriber = subscribe(sandbox)
    spoil(subscriber, column, postcode="9000")
    path, page = open_address_page(subscriber.is_told(), client)
    sent = {"csrfmiddlewaretoken": page["csrf_token"], "kind": page["kind"]}
    typed = {each["name"]: each["value"] for each in page["fields"]}
    response = client.post(path, {**sent, **typed}, headers=JSON)
    assert response.status_code == 422
    wrong = {each["name"]: each["error"] for each in response.json()["fields"] if each["error"]}
    assert wrong == {"shipping_postcode": "ZIP Code should look like 94110."}
    response = client.post(path, {**sent, "address": "current"}, headers=JSON)
    assert response.status_code == 422
    assert response.json()["choice_error"] == "ZIP Code should look like 94110."


def test_the_right_address_again_changes_nothing_though_the_bill_is_wrong(sandbox: Sandbox, client: Client) -> None:
    subscriber = subscribe(sandbox)
    spoil(subscriber, "billing", last_name="")
    path, page = open_address_page(subscriber.is_told(), client)
    sent = {"csrfmiddlewaretoken": page["csrf_token"], "kind": "delivery", "address": "current"}
    assert UNCHANGED in client.post(path, sent, follow=True).content.decode()
    assert subscriber.box.reason == "address"


def test_a_bill_is_corrected_on_the_same_page_and_the_boxes_go_where_they_went(
    sandbox: Sandbox, client: Client
) -> None:
    subscriber = subscribe(sandbox)
    spoil(subscriber, "billing", last_name="")
    path, page = open_address_page(subscriber.is_told(), client)
    assert page["title"] == f"Billing address of subscription {subscriber.number}"
    typed = {each["name"]: each["value"] for each in page["fields"]} | {"shipping_last_name": "Roe"}
    sent = {"csrfmiddlewaretoken": page["csrf_token"], "kind": page["kind"], **typed}
    response = client.post(path, sent, follow=True)
    assert BILL_DONE in response.content.decode()
    subscription = subscriber.subscription
    assert (subscription.billing["last_name"], subscription.shipping["last_name"]) == ("Roe", "Doe")
    assert subscriber.is_told().box.announced_at is not None
    assert Email.objects.filter(kind="subscription_bill", to=subscription.email).count() == 1


def test_an_address_that_became_right_by_itself_is_announced(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox)
    right = subscriber.subscription.shipping
    spoil(subscriber, "shipping", postcode="9000")
    subscriber.is_told()
    Subscription.objects.update(shipping=right)
    assert (subscriber.is_told().box.reason, len(subscriber.notices("charge"))) == ("", 1)


def test_another_payment_method_is_no_other_address(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox)
    spoil(subscriber, "shipping", postcode="9000")
    subscriber.is_told()
    Box.objects.filter(subscription=subscriber.number, number=2).update(state=BoxState.RETRYING)
    assert not boxes.retry_with_new_method(subscriptions.lock(subscriber.number), timezone.now())
    assert subscriber.box.reason == "address"


def test_nor_does_its_page_promise_a_charge(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    spoil(subscriber, "shipping", postcode="9000")
    subscriber.is_charged()
    assert boxes.find_charged_at_once(subscriber.subscription) is None


def test_no_box_is_sent_to_another_bad_address(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox)
    bad = Address.read({**subscriber.subscription.shipping, "postcode": "84101"})
    with pytest.raises(Refusal, match="ZIP Code"):
        own_actions.change_address(subscriber.number, bad, timezone.now(), by=None)
    assert subscriber.subscription.shipping["postcode"] == "94110"


def test_staff_finds_it_among_what_is_not_charged(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox)
    spoil(subscriber, "shipping", city="")
    subscriber.is_told()
    [run] = dry_run(subscriber.box.due_at)
    assert run.problems == ("Its delivery address cannot be used: City is a required field.",)
    assert list_troubled() == [subscriber.box]


def test_a_country_to_which_no_parcels_go_any_more_is_told_before_the_charge(
    sandbox: Sandbox, settings: Settings
) -> None:
    subscriber = subscribe(sandbox)
    home = {"country": "CA", "state": "ON", "city": "Ottawa", "postcode": "K1A 0B1"}
    spoil(subscriber, "billing", **home)
    subscriber.is_told()
    assert subscriber.box.reason == ""
    spoil(subscriber, "shipping", **home)
    settings.STORE_COUNTRIES = ["US"]
    Box.objects.update(announced_at=None, announced_for=None)
    subscriber.is_told()
    words = "Its delivery address cannot be used: We have no delivery to Canada, only to the United States."
    assert subscriber.box.message.startswith(words)
    assert subscriber.notices("blocked") == [SUBJECT]
    address = Address.read({**subscriber.subscription.shipping, **CALIFORNIA})
    own_actions.change_address(subscriber.number, address, subscriber.box.due_at, by=None)
    assert (subscriber.subscription.billing["country"], subscriber.box.reason) == ("CA", "")
