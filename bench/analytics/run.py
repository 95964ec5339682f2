"""Measures reports, writes and sums."""

from datetime import timedelta
from time import perf_counter
from typing import Final

from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from bench.analytics import filling
from bench.bars import Bar, table
from vintner.analytics.events import NewEvent, write_events
from vintner.analytics.reports.charts import line_chart
from vintner.analytics.reports.figures import figures_by_day
from vintner.analytics.reports.period import last_days
from vintner.analytics.reports.revenue import revenue_by_source
from vintner.analytics.reports.tables import REPORTS
from vintner.analytics.rules import Device, EventKind
from vintner.money import Money
from vintner.orders.amounts import amount_paid
from vintner.orders.invariants import audit
from vintner.orders.invariants.revenue import REVENUE
from vintner.orders.models import Order, Refund

REPORT_MS, WRITE_MS, ROW_BYTES, ORDERS = 300, 1, 250, 20_000
REPORTS_READ, WRITES = 20, 500
_SIZE: Final = """
SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits WHERE inhparent = 'analytics_event'::regclass
"""


def run(events: int) -> int:
    """Fill, measure, print the table; returns the exit status."""
    call_command("migrate", verbosity=0)
    now = timezone.now()
    begin = (now - timedelta(days=filling.DAYS)).replace(minute=0, second=0, microsecond=0)
    begun = perf_counter()
    filling.write_events(events, begin)
    size = _bytes_of_events() / events
    print(f"{events:,} events written in {perf_counter() - begun:.0f} s", flush=True)
    begun = perf_counter()
    filling.count_events(begin)
    print(f"counted in {perf_counter() - begun:.0f} s", flush=True)
    filling.write_orders(ORDERS)
    bars = [_reports(events), _writes(), _row(size), *_sums()]
    print(f"\n{table(bars)}")
    return 0 if all(bar.is_met for bar in bars) else 1


def _reports(events: int) -> Bar:
    period = last_days(30, timezone.localdate())
    times = []
    for _ in range(REPORTS_READ):
        begun = perf_counter()
        line_chart(figures_by_day(period), figures_by_day(period.before))
        for make in REPORTS.values():
            make(period)
        times.append((perf_counter() - begun) * 1000)
    p95 = sorted(times)[int(0.95 * (len(times) - 1))]
    says = f"all reports of 30 days, {events:,} events, {ORDERS:,} orders, p95"
    return Bar(says=says, measured=f"{p95:.0f} ms", asked=f"≤ {REPORT_MS} ms", is_met=p95 <= REPORT_MS)


def _writes() -> Bar:
    """Write a page's view, one statement each, as the beacon does."""
    event = NewEvent(kind=EventKind.PAGE_VIEW, path="/shop/", detail="organic|google|organic")
    times = []
    for visitor in range(WRITES):
        begun = perf_counter()
        write_events([event], visitor=visitor, device=Device.MOBILE, now=timezone.now())
        times.append((perf_counter() - begun) * 1000)
    times.sort()
    median, p95 = times[WRITES // 2], times[int(0.95 * WRITES)]
    measured = f"{median:.2f} ms; p95 {p95:.2f} ms"
    return Bar(says="a beacon's events, median", measured=measured, asked=f"≤ {WRITE_MS} ms", is_met=median <= WRITE_MS)


def _row(size: float) -> Bar:
    return Bar(
        says="a row with its indexes", measured=f"{size:.0f} bytes", asked=f"≤ {ROW_BYTES}", is_met=size <= ROW_BYTES
    )


def _sums() -> list[Bar]:
    """Compare the report with what each order says of itself, and with the audit."""
    found = revenue_by_source(last_days(366, timezone.localdate()))
    net = Money.total(each.net for each in found)
    paid = Money.total(amount_paid(order) for order in Order.objects.all())
    back = Money.total(each.amount for each in Refund.objects.filter(state=Refund.State.DONE))
    off = abs(net.minor - (paid - back).minor)
    return [
        Bar(
            says=f"revenue by source less ledger, {ORDERS:,} orders, {Refund.objects.count():,} refunds",
            measured=f"{off} cents of {net.text}",
            asked="0",
            is_met=off == 0,
        ),
        Bar(says="the audit of revenue", measured=f"{len(audit(REVENUE))}", asked="0", is_met=not audit(REVENUE)),
    ]


def _bytes_of_events() -> int:
    with connection.cursor() as cursor:
        cursor.execute(_SIZE)
        row = cursor.fetchone()
    return int(row[0]) if row else 0
