"""Hours are counted again and again, and always the same."""

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from django.db import DataError, connection

from vintner.analytics import roll_up
from vintner.analytics.events import NewEvent, write_events
from vintner.analytics.models import Event, EventCount, Purchase
from vintner.analytics.partitions import KEPT_DAYS, drop_partitions, make_days, make_partitions
from vintner.analytics.roll_up import MOST_KEYS, REST, count_hour, count_hours, merge_day
from vintner.analytics.rules import Device, EventKind, PageType
from vintner.orders import orders
from vintner.testing.orders import new_order
from vintner.testing.races import run_together

pytestmark = pytest.mark.django_db
HOUR = datetime(2026, 5, 4, 19, tzinfo=UTC)
"""Noon in the store."""


def happen(kind: EventKind, minutes: float, visitor: int = 1, **fields: object) -> None:
    write_events(
        [NewEvent(kind=kind, **fields)],  # type: ignore[arg-type]
        visitor=visitor,
        device=Device.DESKTOP,
        now=HOUR + timedelta(minutes=minutes),
    )


def see(minutes: float, visitor: int = 1, path: str = "/shop/", detail: str = "") -> None:
    happen(EventKind.PAGE_VIEW, minutes, visitor, path=path, detail=detail)


def figures(dimension: str) -> dict[str, tuple[int, int, int]]:
    """Return key → events, visits, visitors of all hours."""
    found: dict[str, tuple[int, int, int]] = {}
    for each in EventCount.objects.filter(dimension=dimension).order_by("hour"):
        events, visits, visitors = found.get(each.key, (0, 0, 0))
        found[each.key] = (events + each.events, visits + each.visits, visitors + each.visitors)
    return found


def test_a_visit_ends_after_half_an_hour_without_a_view() -> None:
    for minutes in (0, 29, 58, 89):
        see(minutes)
    see(5, visitor=2)
    count_hours(HOUR, HOUR + timedelta(hours=1))
    assert figures("views") == {"": (5, 3, 2)}


def test_a_visit_over_the_hour_is_counted_once() -> None:
    see(50, detail="organic|google|organic")
    see(70, path="/cart/")
    count_hours(HOUR, HOUR + timedelta(hours=1))
    assert figures("source") == {"organic|google|organic": (1, 1, 1)}
    assert figures("landing") == {"/shop/": (1, 1, 1)}


def test_a_visitor_counts_once_a_day_in_each_step() -> None:
    for hours in (0, 3):
        happen(EventKind.ADD_TO_CART, hours * 60, product_id=7, number=2)
    count_hours(HOUR, HOUR + timedelta(hours=3))
    assert figures("kind") == {str(int(EventKind.ADD_TO_CART)): (2, 0, 1)}
    assert figures("added") == {"7": (4, 0, 0)}


def test_counting_again_changes_nothing_and_takes_up_what_came_late() -> None:
    see(1)
    count_hour(HOUR)
    before = figures("views")
    count_hour(HOUR)
    assert figures("views") == before
    see(2, visitor=2)
    count_hour(HOUR)
    assert figures("views") == {"": (2, 2, 2)}


def test_searches_and_wines_are_counted_by_their_key() -> None:
    happen(EventKind.SEARCH, 1, number=0, detail="retsina", page_type=PageType.SEARCH)
    happen(EventKind.SEARCH, 2, number=3, detail="port", page_type=PageType.SEARCH)
    happen(EventKind.VIEW_ITEM, 3, product_id=7, path="/product/a/")
    happen(EventKind.WEB_VITAL, 4, number=2500, detail="LCP", page_type=PageType.PRODUCT)
    count_hour(HOUR)
    assert figures("term") == {"retsina": (1, 0, 0), "port": (1, 0, 0)}
    assert figures("no_result") == {"retsina": (1, 0, 0)}
    assert figures("viewed") == {"7": (1, 0, 0)}
    assert list(figures("vital")) == ["LCP|4|1|79"]


def test_purchases_are_counted_when_the_money_came() -> None:
    order = orders.create(new_order())
    Purchase.objects.create(order=order, visitor=1, purchased_at=HOUR + timedelta(minutes=5))
    count_hour(HOUR)
    assert figures("kind") == {"purchase": (1, 0, 1)}


def test_a_day_that_is_over_becomes_a_row_for_each_key() -> None:
    for hours in range(3):
        see(hours * 60)
    count_hours(HOUR, HOUR + timedelta(hours=3))
    before = figures("views")
    merge_day(HOUR)
    merge_day(HOUR)
    assert figures("views") == before == {"": (3, 3, 1)}
    assert EventCount.objects.get(dimension="views").hour == datetime(2026, 5, 4, 7, tzinfo=UTC)


def test_invented_keys_are_added_up() -> None:
    EventCount.objects.bulk_create(
        EventCount(hour=HOUR, dimension="term", key=f"word {number}", events=1 + (number == 0))
        for number in range(MOST_KEYS + 5)
    )
    merge_day(HOUR)
    found = figures("term")
    assert len(found) == MOST_KEYS + 1
    assert found["word 0"] == (2, 0, 0)
    assert found[REST] == (5, 0, 0)


def test_partitions_are_made_once_and_dropped_after_ninety_days() -> None:
    make_partitions(HOUR)
    make_partitions(HOUR)
    see(1)
    old = (HOUR - timedelta(days=KEPT_DAYS + 1)).date()
    make_days(old, old)
    write_events(
        [NewEvent(kind=EventKind.PAGE_VIEW)], visitor=1, device=Device.MOBILE, now=HOUR - timedelta(days=KEPT_DAYS + 1)
    )
    assert Event.objects.count() == 2
    assert drop_partitions(HOUR) == [old]
    assert Event.objects.count() == 1


def test_an_event_fits_into_its_bytes() -> None:
    make_partitions(HOUR)
    for visitor in range(200):
        see(visitor / 10, visitor, path=f"/product/{'x' * 40}/", detail="organic|google|organic")
    with connection.cursor() as cursor:
        cursor.execute("SELECT sum(pg_column_size(e.*)) / count(*) FROM analytics_event e")
        [size] = cursor.fetchone() or [0]
    assert size < 160


@pytest.mark.django_db(transaction=True)
def test_two_workers_count_an_hour_once() -> None:
    for visitor in range(5):
        see(visitor, visitor=visitor)
    run_together([lambda: count_hour(HOUR)] * 4)
    assert figures("views") == {"": (5, 5, 5)}


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_dies_leaves_the_former_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    see(1)
    count_hour(HOUR)
    see(2, visitor=2)
    monkeypatch.setattr(roll_up, "_COUNT", "SELECT 1 / 0")
    with pytest.raises(DataError):
        count_hour(HOUR)
    assert figures("views") == {"": (1, 1, 1)}


@pytest.mark.django_db(transaction=True)
def test_the_first_events_of_a_day_make_its_partition_once() -> None:
    day = HOUR + timedelta(days=40)
    event = NewEvent(kind=EventKind.PAGE_VIEW)
    write = partial(write_events, [event], device=Device.MOBILE, now=day)
    run_together([partial(write, visitor=number) for number in range(4)])
    assert Event.objects.filter(at=day).count() == 4
