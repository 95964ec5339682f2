"""The merchant sees what is coming, whom it reaches, and who could not be charged."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from vintner.catalogue.models import Variation
from vintner.customers.roles import EDITOR, MANAGER, VIEWER
from vintner.money import Money
from vintner.orders.models import Order, StockReservation
from vintner.payments.models import ProviderCustomer, SavedMethod
from vintner.renewals import forecast
from vintner.renewals.announcements import announce_due_boxes
from vintner.shipping.models import Destination
from vintner.subscriptions import subscriptions
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import NOTICE_AHEAD, BoxState, SubscriptionStatus
from vintner.testing.builders import make_box_wine, make_plan, make_subscription, set_stock
from vintner.testing.staff import log_in_staff
from vintner.testing.store import open_store

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]
NOW = timezone.now()
PAGE = "/admin/subscriptions/renewals/"


@pytest.fixture(autouse=True)
def _store() -> None:
    open_store()


def with_card(subscription: Subscription, year: int = 2099) -> Subscription:
    """Let a subscription be charged to a card."""
    owner = ProviderCustomer.objects.create(user_id=subscription.user_id or 0, customer_id=f"cus_{subscription.pk}")
    subscription.method = SavedMethod.objects.create(
        customer=owner,
        method_id=f"pm_{subscription.pk}",
        fingerprint=str(subscription.pk),
        brand="visa",
        last_four="4242",
        expires_year=year,
        expires_month=1,
    )
    subscription.save()
    return subscription


def weekly() -> Subscription:
    return with_card(make_subscription(make_box_wine(make_plan(interval_unit="week", bottles=3)), now=NOW))


def test_bottles_and_money_are_added_up_by_day() -> None:
    weekly()
    days = forecast.forecast_days(NOW)
    assert [each.boxes for each in days] == [1, 1, 1, 1]
    assert sum(each.bottles for each in days) == 12
    assert Money.total(each.wine for each in days) == Money(4 * 6000)


@pytest.mark.parametrize(
    ("change", "boxes"),
    [
        ({"most_boxes": 3}, 2),
        ({"cancel_after_box": 2}, 1),
        ({"status": SubscriptionStatus.ON_HOLD, "paused_until": NOW + timedelta(days=9)}, 0),
        ({"status": SubscriptionStatus.PENDING_CANCEL}, 0),
    ],
    ids=["ends after three", "leaves after two", "paused", "cancelled"],
)
def test_what_is_not_sent_is_not_counted(change: dict[str, object], boxes: int) -> None:
    weekly()
    Subscription.objects.update(**change)
    assert sum(each.boxes for each in forecast.forecast_days(NOW)) == boxes


def test_wines_that_will_be_short_are_told_with_the_first_box_that_gets_none(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    first, second = weekly(), weekly()
    Subscription.objects.filter(pk=second.pk).update(quantity=2, variation=first.variation)
    set_stock(first.variation, 7)
    with django_assert_num_queries(2):
        (short,) = forecast.find_shortages(NOW)
    assert (short.needed, short.free, short.missing) == (12, 7, 5)
    assert (short.box.subscription, short.number) == (second, 4)
    assert short.day == timezone.localtime(NOW + timedelta(weeks=3)).date()
    set_stock(first.variation, 12)
    assert forecast.find_shortages(NOW) == []


@pytest.mark.parametrize(("count", "unit"), [(1, "day"), (3, "day"), (1, "week"), (1, "month")])
def test_boxes_are_counted_on_the_days_on_which_they_are_charged(count: int, unit: str) -> None:
    plan = make_plan(interval_count=count, interval_unit=unit)
    subscription = with_card(make_subscription(make_box_wine(plan), now=NOW))
    foreseen = [each.day for each in forecast.forecast_days(NOW)]
    charged: list[date] = []
    now = NOW
    while now <= NOW + forecast.AHEAD:
        box = subscription.boxes.latest("number")
        announce_due_boxes(max(now, box.due_at - NOTICE_AHEAD))
        box.refresh_from_db()
        now = box.due_at
        charged.append(timezone.localtime(now).date())
        subscriptions.end_box(box, BoxState.PAID, now)
        subscriptions.schedule_box(subscription, box.number + 1, now)
    assert foreseen == charged[:-1]
    assert {(later - earlier).days for earlier, later in pairwise(foreseen)} <= {2, 3, 7}


def test_boxes_after_a_late_one_are_counted_on_days_to_come() -> None:
    weekly()
    announce_due_boxes(NOW + timedelta(weeks=1) - NOTICE_AHEAD)
    days = [each.day for each in forecast.forecast_days(NOW + timedelta(days=17))]
    assert days == [timezone.localtime(NOW + timedelta(days=each)).date() for each in (17, 21, 28, 35, 42)]


def test_the_numbers_of_a_wine_that_is_short_say_what_they_count() -> None:
    first = weekly()
    set_stock(first.variation, 0)
    assert [each.unit for each in forecast.find_shortages(NOW)] == ["boxes of 3 bottles"]
    Subscription.objects.update(bottles=1)
    assert [each.unit for each in forecast.find_shortages(NOW)] == ["bottles"]


def test_what_is_held_for_a_box_is_there_for_it_and_backorders_are_never_short() -> None:
    subscription = weekly()
    wine = subscription.variation
    set_stock(wine, 4)
    assert forecast.find_shortages(NOW) == []
    box = subscription.boxes.get(number=2)
    box.state = BoxState.RETRYING
    box.save()
    order = Order.objects.create(cart_id=box.cart_id, email=subscription.email, billing={})
    StockReservation.objects.create(order=order, variation=wine, quantity=1, expires_at=NOW + timedelta(hours=1))
    Variation.objects.filter(pk=wine.pk).update(reserved=1)
    assert forecast.find_shortages(NOW) == []
    Variation.objects.filter(pk=wine.pk).update(reserved=2)
    assert [each.missing for each in forecast.find_shortages(NOW)] == [1]
    Variation.objects.filter(pk=wine.pk).update(backorders="notify")
    assert forecast.find_shortages(NOW) == []


def test_a_dry_run_says_what_is_charged() -> None:
    subscription = weekly()
    (run,) = forecast.dry_run(NOW)
    assert (run.subscription, run.bottles, run.problems) == (subscription, 3, ())
    assert run.total == Money(6000 + 1000 + 508)
    assert Box.objects.count() == 2


def test_a_dry_run_says_who_cannot_be_charged_and_why() -> None:
    closed, dry, young, by_hand, expired = (weekly() for _ in range(5))
    Destination.objects.create(country="US", state="TX", wine_allowed=False)
    Subscription.objects.filter(pk=closed.pk).update(shipping={**closed.shipping, "state": "TX", "postcode": "78701"})
    set_stock(dry.variation.product, 0)
    young.consent.age_fields = {}
    young.consent.save()
    Subscription.objects.filter(pk=by_hand.pk).update(method=None)
    SavedMethod.objects.filter(subscriptions=expired).update(expires_year=2020)
    found = {run.subscription.pk: " ".join(run.problems) for run in forecast.dry_run(NOW)}
    assert "Texas" in found[closed.pk]
    assert "sold out" in found[dry.pk]
    assert "21 or older" in found[young.pk]
    assert forecast.NO_METHOD in found[by_hand.pk]
    assert "has expired by then (01/20)" in found[expired.pk]


def test_a_dry_run_of_many_boxes_takes_few_queries(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    for _ in range(12):
        weekly()
    forecast.dry_run(NOW)
    with django_assert_max_num_queries(16):
        assert len(forecast.dry_run(NOW)) == 12


def test_the_page_shows_what_comes_and_who_waits() -> None:
    subscription = weekly()
    Box.objects.filter(number=2).update(
        state=BoxState.RETRYING, message="Your card was declined.", declines=1, next_try_at=NOW + timedelta(hours=12)
    )
    page = log_in_staff(VIEWER).get(PAGE).content.decode()
    for words in ("4 boxes, 12 bottles, $240.00", "Your card was declined.", "1 decline", "Tried again on", "$75.08"):
        assert words in page
    assert "Only the next box of each subscription is listed here; the days above count later boxes, too." in page
    assert f"/admin/subscriptions/subscription/{subscription.pk}/change/" in page
    assert "Too little wine" not in page
    set_stock(subscription.variation, 3)
    short = log_in_staff(VIEWER).get(PAGE).content.decode()
    assert "Too little wine" in short
    assert "Box 5, " in short
    assert "Skip this box" not in short
    assert "Skip this box" in log_in_staff(MANAGER).get(PAGE).content.decode()


def test_an_empty_page_says_so_and_others_may_not_see_it() -> None:
    assert "No box is due within 30 days." in log_in_staff(VIEWER).get(PAGE).content.decode()
    assert log_in_staff(EDITOR).get(PAGE).status_code == 403
