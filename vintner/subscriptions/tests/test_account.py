"""A subscriber's pages in the account, and what can be done there."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.timezone import localdate
from pytest_django import DjangoAssertNumQueries

from vintner.accounts.address_book.addresses import add_address
from vintner.cart.models import CartLine
from vintner.catalogue.models import Plan
from vintner.money import Money
from vintner.orders.models import Email
from vintner.shipping.models import Destination, Method
from vintner.shipping.regions import Address
from vintner.subscriptions.dates import day_of
from vintner.subscriptions.models import Box, Subscription, SubscriptionNotice
from vintner.subscriptions.rules import BoxState, SubscriptionStatus
from vintner.subscriptions.tests.club_member import JSON, LIST, ClubMember
from vintner.testing.builders import make_plan, make_user
from vintner.testing.sandbox import Sandbox

pytestmark = pytest.mark.usefixtures("store")
ALBANY = Address(
    first_name="Jane",
    last_name="Doe",
    country="US",
    address_1="2 Elm St",
    city="Albany",
    state="NY",
    postcode="12207",
)
ACTIONS = ("skip", "unskip", "delay", "pause", "resume", "cancel", "reactivate", "resubscribe")


def in_days(days: int) -> str:
    """The day in so many days, in words."""
    return day_of(timezone.now() + timedelta(days=days))


def day(days: int) -> str:
    return (localdate() + timedelta(days=days)).isoformat()


def menu_of(page: dict[str, Any]) -> list[str]:
    return [each["label"] for each in page["menu"]]


def test_the_menu_has_it_for_subscribers_only(sandbox: Sandbox, client: Client) -> None:
    client.force_login(make_user())
    page = client.get("/my-source/", headers=JSON).json()
    assert "Subscriptions" not in menu_of(page)
    assert client.get(LIST, headers=JSON).json()["subscriptions"] == []
    assert "Subscriptions" in menu_of(ClubMember(sandbox).page("/my-source/"))


def test_the_list_says_what_comes_next(sandbox: Sandbox, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    jane = ClubMember(sandbox, count=2)
    [second, first] = jane.page(LIST)["subscriptions"]
    assert first["number"] == jane.subscription.number
    assert (first["status"], first["cadence"], first["needs_action"]) == ("Active", "every month", False)
    assert first["amount"] == "$75.08"  # $60.00, $10.00 for the delivery, 7.25 % of both
    assert first["url"] == jane.path()
    assert second["number"] > first["number"]
    with django_assert_num_queries(10):
        jane.client.get(LIST, headers=JSON)


def test_the_page_has_all_of_it(sandbox: Sandbox, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    jane = ClubMember(sandbox)
    page = jane.page()
    assert page["method"] == "Visa ending in 4242"
    assert page["recipient"] == ["Jane Doe", "1 Main St", "San Francisco, CA 94110"]
    assert "A box every month, until you cancel." in page["terms"]
    assert page["next_words"] == [
        f"Box 2 is charged to Visa ending in 4242 on {page['next_box']['date']}, and sent after that."
    ]
    [second, first] = page["boxes"]
    assert (second["state"], first["state"]) == ("Planned", "Paid")
    assert first["total"].startswith("Order total $")
    assert first["order_url"] == f"/my-source/view-order/{jane.subscription.first_order_id}/"
    assert page["pay_url"] == ""
    with django_assert_num_queries(11):
        jane.client.get(jane.path(), headers=JSON)


def test_nobody_sees_or_changes_somebody_else_s(sandbox: Sandbox, client: Client) -> None:
    jane = ClubMember(sandbox)
    assert client.get(jane.path()).status_code == 302  # to the log-in
    client.force_login(make_user())
    assert client.get(jane.path()).status_code == 404
    for action in ACTIONS:
        assert client.post(jane.path(f"{action}/"), {"date": day(60)}).status_code == 404
    for name in ("address/", "undelay/x/"):
        assert client.post(jane.path(name)).status_code == 404
    assert client.get(f"/my-source/subscription-payment-method/{jane.subscription.pk}/").status_code == 404
    assert jane.subscription.status == SubscriptionStatus.ACTIVE
    assert [box.state for box in jane.subscription.boxes.all()] == [BoxState.PAID, BoxState.SCHEDULED]


def test_no_action_is_done_by_opening_its_address_or_without_a_token(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    for action in ACTIONS:
        opened = jane.client.get(jane.path(f"{action}/"))
        assert (opened.status_code, opened["Location"]) == (302, jane.path())
        assert jane.client.post(jane.path(f"{action}/"), {"date": day(60)}).status_code == 403
    assert jane.subscription.status == SubscriptionStatus.ACTIVE


def test_a_box_is_skipped_and_the_skip_taken_back(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    due = jane.box.due_at
    [said] = jane.does("skip", box="2")
    assert said.startswith("The box is skipped. The next one is due on ")
    assert jane.box.number == 3
    assert jane.actions()["skip_url"] == ""  # one in a row
    assert jane.does("skip") == [
        "You cannot skip two boxes in a row. You can delay the box, or pause the subscription."
    ]
    assert jane.does("skip", box="2") == ["This is about an earlier box, so nothing was changed."]
    assert jane.actions()["unskip_url"] == jane.path("unskip/")
    jane.does("unskip")
    assert (jane.box.number, jane.box.due_at) == (2, due)
    assert Box.objects.count() == 2
    assert jane.does("unskip") == ["This cannot be taken back any more."]


def test_a_box_is_delayed_and_gets_its_date_back(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    before = jane.box.due_at
    posted = {"csrfmiddlewaretoken": jane.token(), "date": day(50), "box": "2"}
    answer = jane.client.post(jane.path("delay/"), posted)
    assert localdate(jane.box.due_at) == localdate() + timedelta(days=50)
    page = jane.page(answer["Location"])
    undo = page["actions"]["undelay_url"]
    jane.client.post(undo, {"csrfmiddlewaretoken": jane.token()})
    assert jane.box.due_at == before
    assert jane.subscription.anchor_number == 1


@pytest.mark.parametrize(
    ("date", "problem"),
    [
        ("", "Please choose a date."),
        ("soon", "Please choose a date."),
        (day(1), "Please choose a later date than the box has now."),
        (day(400), "Please choose a date within a year."),
    ],
)
def test_a_date_that_cannot_be_is_refused_at_its_field(sandbox: Sandbox, date: str, problem: str) -> None:
    jane = ClubMember(sandbox)
    field = jane.refused("delay", date=date)["actions"]["delay"]["field"]
    assert (field["error"], field["value"]) == (problem, date[:10])


def test_the_former_date_of_another_subscription_gives_nothing_back(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox, count=2)
    other = jane.subscriptions[1]
    posted = {"csrfmiddlewaretoken": jane.token(), "date": day(50)}
    answer = jane.client.post(f"/my-source/view-subscription/{other.pk}/delay/", posted)
    former = answer["Location"].partition("undo=")[2].replace("%3A", ":")
    jane.does("delay", date=day(60))
    assert jane.does(f"undelay/{former}") == ["This cannot be taken back any more."]


def test_it_is_paused_and_goes_on(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    [said] = jane.does("pause", date=day(30))
    assert "Nothing is charged until then." in said
    assert jane.subscription.is_paused
    assert str(jane.page()["status"]).startswith("Paused until ")
    assert jane.does("resume") == ["The subscription goes on."]
    assert jane.subscription.status == SubscriptionStatus.ACTIVE
    subjects = list(
        Email.objects.filter(kind__startswith="subscription_").order_by("pk").values_list("subject", flat=True)
    )
    number = jane.subscription.number
    assert subjects == [f"Your subscription {number} is paused", f"Your subscription {number} goes on"]


def test_a_pause_that_is_too_long_is_refused_at_its_field(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox, make_plan(longest_pause=14))
    field = jane.refused("pause", date=day(30))["actions"]["pause"]["field"]
    assert field["error"] == f"Please choose a date from {in_days(1)} to {in_days(14)}."
    past = jane.refused("pause", date=day(-1))["actions"]["pause"]["field"]
    assert past["error"] == field["error"]
    assert f"Until {in_days(14)} at the latest." in past["hint"]


def test_it_is_cancelled_and_the_cancellation_taken_back(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    assert jane.page()["actions"]["cancel_words"][0].startswith("It ends on ")
    [said] = jane.does("cancel")
    assert said.startswith("The subscription is canceled. It ends on ")
    assert jane.subscription.status == SubscriptionStatus.PENDING_CANCEL
    page = jane.page()
    assert (page["next_box"], page["actions"]["cancel_url"]) == (None, "")
    jane.does("reactivate")
    assert jane.subscription.status == SubscriptionStatus.ACTIVE
    assert jane.box.number == 2
    kinds = SubscriptionNotice.objects.order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["changed", "changed"]


def test_who_is_bound_is_told_so_before(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox, make_plan(least_boxes=3))
    assert jane.page()["actions"]["cancel_words"] == [
        "You agreed to take at least 3 boxes. 2 more boxes are charged and sent; then it ends."
    ]
    [said] = jane.does("cancel")
    assert said.endswith("so it ends after box 3. Boxes after that are not charged.")
    assert jane.does("cancel") == ["This subscription is canceled already."]
    email = Email.objects.get(kind="subscription_cancelled")
    assert email.subject == f"Your subscription {jane.subscription.number} ends after box 3"
    assert "is canceled" not in email.text
    assert str(jane.page()["status"]) == "Active, ends after box 3"
    jane.does("reactivate")
    assert jane.subscription.cancel_after_box is None


def test_who_left_for_good_subscribes_anew_by_the_cart(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    assert jane.does("resubscribe") == ["This subscription has not ended: there is no need to subscribe again."]
    jane.does("cancel")
    Subscription.objects.update(status=SubscriptionStatus.CANCELLED)
    assert jane.actions()["resubscribe_url"] == jane.path("resubscribe/")
    assert jane.does("resubscribe") == ["The wine is in your cart, at today’s price and on today’s terms."]
    assert CartLine.objects.filter(removed_at=None, cart__user=jane.user).get().quantity == 1
    assert [jane.actions()[name] for name in ("skip_url", "cancel_url", "address_url", "method_url")] == [""] * 4


def test_a_box_that_is_being_charged_is_left_alone(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    Box.objects.filter(number=2).update(state=BoxState.CHARGING)
    busy = ["This box is being charged at the moment. Please try again in a few minutes."]
    assert jane.does("skip") == jane.does("cancel") == busy
    assert jane.page()["next_words"] == ["Box 2 is being charged at the moment."]


def test_the_page_tells_how_many_bottles_were_agreed(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox, make_plan(bottles=3))
    Plan.objects.update(bottles=12)
    assert jane.page()["wine_details"].endswith("3 bottles in a box")


def test_boxes_go_to_an_address_of_the_book(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    saved = add_address(jane.user, ALBANY)
    page = jane.page(jane.path("address/"))
    assert [choice["text"] for choice in page["choices"]][-1] == "Another address"
    [in_use] = [choice for choice in page["choices"] if choice["chosen"]]
    assert in_use["text"] == "Jane Doe, 1 Main St, San Francisco, CA 94110"
    assert jane.does("address", address=in_use["id"])[0].startswith("Nothing was changed")
    assert jane.does("address", address="current") == ["Nothing was changed: the boxes go to this address already."]
    assert not Email.objects.filter(kind="subscription_address").exists()
    costs = "A box costs $76.22 there, with delivery and tax, instead of $75.08."
    assert jane.does("address", address=str(saved.pk)) == [f"The boxes go to the new address from now on. {costs}"]
    assert costs in Email.objects.get(kind="subscription_address").text
    page = jane.page(jane.path("address/"))
    assert [choice["id"] for choice in page["choices"] if choice["chosen"]] == [str(saved.pk)]
    assert jane.does("address", address=str(saved.pk))[0].startswith("Nothing was changed")
    assert Email.objects.filter(kind="subscription_address").count() == 1
    assert jane.page()["recipient"] == ["Jane Doe", "2 Elm St", "Albany, NY 12207"]
    assert jane.page()["next_box"]["amount"] == "$76.22"  # 8.875 % of $60.00 and $10.00
    assert "2 Elm St" not in Email.objects.get(kind="subscription_address").text


def test_boxes_that_are_picked_up_go_to_no_address(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    pickup = Method.objects.get(kind="local_pickup")
    Subscription.objects.update(shipping_rate=f"local_pickup:{pickup.pk}")
    saved = add_address(jane.user, ALBANY)
    said = jane.does("address", address=str(saved.pk))
    assert said == ["The address is saved with your subscription. Its boxes are picked up as before."]
    assert jane.subscription.shipping_rate == f"local_pickup:{pickup.pk}"
    email = Email.objects.get(kind="subscription_address").text
    assert "picked up as before" in email
    assert "go to the address" not in email


def test_or_to_one_that_is_typed(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    typed = {f"shipping_{name}": value for name, value in ALBANY.stored().items()}
    page = jane.refused("address", address="new", **{**typed, "shipping_city": ""})
    errors = {field["name"]: field["error"] for field in page["fields"]}
    assert errors["shipping_city"] == "City is a required field."
    jane.does("address", address="new", **typed)
    assert jane.subscription.shipping["city"] == "Albany"


def test_wine_goes_nowhere_where_it_may_not(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    Destination.objects.filter(country="US", state="NY").update(wine_allowed=False)
    typed = {f"shipping_{name}": value for name, value in ALBANY.stored().items()}
    page = jane.refused("address", address="new", **typed)
    errors = {field["name"]: field["error"] for field in page["fields"]}
    assert "New York" in errors["shipping_state"]
    saved = add_address(jane.user, ALBANY)
    assert "New York" in str(jane.refused("address", address=str(saved.pk))["choice_error"])
    assert jane.refused("address", address="999")["choice_error"] == "This address is no longer in your address book."
    assert jane.page()["recipient"] == ["Jane Doe", "1 Main St", "San Francisco, CA 94110"]


def test_an_address_of_somebody_else_is_not_taken(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    foreign = add_address(make_user(), ALBANY)
    assert jane.refused("address", address=str(foreign.pk))["choice_error"]


def test_what_was_announced_counts_no_more_when_the_address_changes_the_total(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    Box.objects.filter(number=2).update(announced_at=timezone.now(), announced_total=Money(7508))
    add = add_address(jane.user, ALBANY)
    jane.does("address", address=str(add.pk))
    assert jane.box.announced_at is None


def test_a_blocked_box_is_tried_again_at_the_new_address(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    later = timezone.now() + timedelta(days=1)
    Box.objects.filter(number=2).update(state=BoxState.RETRYING, next_try_at=later, reason="no_wine_there")
    jane.does("address", address=str(add_address(jane.user, ALBANY).pk))
    assert jane.box.next_try_at < timezone.now() + timedelta(minutes=1)


def test_whose_first_order_opens_one_is_a_subscriber(sandbox: Sandbox) -> None:
    jane = ClubMember(sandbox)
    assert jane.user.subscribed_at is not None
