"""Revenue by source is the ledger of orders, to the cent."""

from datetime import timedelta
from random import Random

import pytest
from django.db import connection
from django.db.models import F
from django.utils import timezone

from vintner.analytics.events import NewEvent, write_events
from vintner.analytics.models import Purchase
from vintner.analytics.purchases import find_sources, note_buyer
from vintner.analytics.reports.period import ReportPeriod
from vintner.analytics.reports.revenue import UNKNOWN, count_orders, revenue_by_source, revenue_rows
from vintner.analytics.rules import Device, EventKind
from vintner.attribution.attributions import record_order
from vintner.money import Money
from vintner.orders import orders
from vintner.orders.amounts import amount_paid
from vintner.orders.invariants import audit
from vintner.orders.invariants.revenue import REVENUE
from vintner.orders.models import Order, Refund
from vintner.testing import big_orders
from vintner.testing.orders import new_order

pytestmark = pytest.mark.django_db
SOURCES = ("", "organic|google|organic", "typein|(direct)|(none)", "utm|news|email|May")


def all_days() -> ReportPeriod:
    today = timezone.localdate()
    return ReportPeriod(today - timedelta(days=300), today + timedelta(days=1))


def make_orders(count: int) -> None:
    """Make orders in all states, each with a total of its own, and refunds in all states."""
    totals = "101 + n * 7 %% 9973"
    with connection.cursor() as cursor:
        cursor.execute(big_orders.ORDERS.replace("2000, 0, 0, 0, 0, 2000", f"{totals}, 0, 0, 0, 0, {totals}"), [count])
    Order.objects.filter(status__in=["completed", "processing", "refunded"]).update(paid_at=F("placed_at"))
    chance = Random(7)  # noqa: S311 - the same orders in every run
    paid = list(Order.objects.exclude(paid_at=None).order_by("pk"))
    Purchase.objects.bulk_create(
        Purchase(order=order, source=chance.choice(SOURCES), purchased_at=order.paid_at) for order in paid[::2]
    )
    Refund.objects.bulk_create(
        Refund(
            order=order,
            amount=Money(chance.randint(1, order.total.minor)),
            key=f"refund-{order.pk}",
        )
        for order in paid[::3]
    )
    for refund in Refund.objects.all():  # each begins as a request
        Refund.objects.filter(pk=refund.pk).update(state=chance.choice(list(Refund.State)))


def test_the_sums_of_the_report_are_those_of_the_ledger() -> None:
    make_orders(300)
    found = revenue_by_source(all_days())
    paid = Money.total(amount_paid(order) for order in Order.objects.all())
    back = Money.total(each.amount for each in Refund.objects.filter(state=Refund.State.DONE))
    assert Money.total(each.gross for each in found) == paid
    assert Money.total(each.refunded for each in found) == back
    assert {each.source for each in found} == {UNKNOWN, "Organic: Google", "Direct", "Source: News (email, May)"}
    assert revenue_rows(all_days())[-1][4] == (paid - back).text
    assert audit(REVENUE) == []


def test_an_order_belongs_to_the_period_in_which_it_was_paid() -> None:
    order = orders.create(new_order())
    orders.mark_paid(order, "Paid.")
    today = timezone.localdate()
    [row] = revenue_by_source(ReportPeriod(today, today))
    assert (row.orders, row.gross, row.net) == (1, order.total, order.total)
    assert count_orders(ReportPeriod(today, today)) == 1
    Order.objects.update(paid_at=timezone.now() - timedelta(days=5))  # as the demo's past orders
    assert count_orders(ReportPeriod(today, today)) == 0
    assert count_orders(ReportPeriod(today - timedelta(days=9), today)) == 1
    Order.objects.update(paid_at=order.paid_at)
    assert revenue_by_source(ReportPeriod(today - timedelta(days=9), today - timedelta(days=1))) == []


@pytest.mark.parametrize(
    ("details", "source"),
    [
        (("organic|google|organic", "", "typein|(direct)|(none)"), "organic|google|organic"),
        (("organic|google|organic", "utm|news|email"), "utm|news|email"),
        (("typein|(direct)|(none)",), "typein|(direct)|(none)"),
        (("",), ""),
    ],
    ids=["direct says less", "the last", "direct", "none"],
)
def test_an_order_has_the_source_of_its_visitor(details: tuple[str, ...], source: str) -> None:
    now = timezone.now()
    for number, detail in enumerate(details):
        event = NewEvent(kind=EventKind.PAGE_VIEW, detail=detail)
        write_events([event], visitor=5, device=Device.MOBILE, now=now - timedelta(minutes=9 - number))
    other = NewEvent(kind=EventKind.PAGE_VIEW, detail="referral|other.example|referral")
    write_events([other], visitor=6, device=Device.MOBILE, now=now - timedelta(minutes=1))
    order = orders.create(new_order())
    note_buyer(order, 5)
    find_sources(timezone.now())
    assert Purchase.objects.get(order=order).source == source


def test_what_the_order_knows_goes_before_the_visit() -> None:
    order = orders.create(new_order())
    orders.mark_paid(order, "Paid.")
    Purchase.objects.update(source="organic|google|organic")
    today = timezone.localdate()
    [row] = revenue_by_source(ReportPeriod(today, today))
    assert row.source == "Organic: Google"
    record_order(order, {"source_type": "utm", "utm_source": "news", "utm_medium": "email"})
    [row] = revenue_by_source(ReportPeriod(today, today))
    assert (row.source, row.gross) == ("Source: News (email)", order.total)
