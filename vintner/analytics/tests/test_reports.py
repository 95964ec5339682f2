"""What the reports say, and who may read them."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries as CountQueries

from vintner.analytics.models import EventCount
from vintner.analytics.reports.charts import line_chart
from vintner.analytics.reports.figures import DayFigures, figures_by_day
from vintner.analytics.reports.period import ReportPeriod
from vintner.analytics.reports.period_form import PeriodForm
from vintner.analytics.reports.tables import REPORTS
from vintner.analytics.reports.vitals import percentile
from vintner.analytics.sources import describe_source
from vintner.money import Money
from vintner.orders import orders
from vintner.orders.refundable import NewRefund, refund_of_line
from vintner.payments import refunds
from vintner.testing.builders import make_user
from vintner.testing.orders import new_order

pytestmark = pytest.mark.django_db
MAY = ReportPeriod(date(2026, 5, 1), date(2026, 5, 31))


def count(day: date, dimension: str, key: str = "", events: int = 1, visits: int = 0, visitors: int = 0) -> None:
    """Count at noon of a day of UTC."""
    EventCount.objects.create(
        hour=datetime(day.year, day.month, day.day, 12, tzinfo=UTC),
        dimension=dimension,
        key=key,
        events=events,
        visits=visits,
        visitors=visitors,
    )


def rows(name: str, period: ReportPeriod = MAY) -> list[tuple[object, ...]]:
    return [tuple(row) for row in REPORTS[name](period).rows]


@pytest.fixture
def staff() -> Client:
    user = make_user("staff@example.com", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="view_eventcount"))
    client = Client()
    client.force_login(user)
    return client


def test_every_day_of_a_period_has_its_figures() -> None:
    count(date(2026, 5, 3), "views", events=9, visits=4, visitors=3)
    count(date(2026, 6, 1), "views", events=50)
    days = figures_by_day(MAY)
    assert len(days) == 31
    assert days[2] == DayFigures(date(2026, 5, 3), 9, 4, 3)
    assert sum(each.events for each in days) == 9


def test_an_hour_belongs_to_the_day_of_the_store() -> None:
    EventCount.objects.create(hour=datetime(2026, 5, 4, 6, tzinfo=UTC), dimension="views", events=1)  # 23:00 there
    assert figures_by_day(MAY)[2].events == 1


def test_the_funnel_says_how_many_came_how_far() -> None:
    for key, visitors in (("2", 200), ("6", 50), ("8", 20), ("purchase", 10)):
        count(date(2026, 5, 3), "kind", key, events=999, visitors=visitors)
    count(date(2026, 4, 30), "kind", "purchase", visitors=4)
    assert rows("funnel") == [
        ("Viewed a wine", 200, "100.0 %", 0),
        ("Put one into the cart", 50, "25.0 %", 0),
        ("Came to the checkout", 20, "10.0 %", 0),
        ("Bought", 10, "5.0 %", 4),
    ]


def test_sources_are_compared_with_the_period_before() -> None:
    count(date(2026, 5, 3), "source", "organic|google|organic", visits=7)
    count(date(2026, 4, 30), "source", "organic|google|organic", visits=5)
    assert rows("sources") == [("Organic: Google", 7, 5)]


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("typein|(direct)|(none)", "Direct"),
        ("referral|wine.example|referral", "Referral: Wine.example"),
        ("utm|news|email|May", "Source: News (email, May)"),
        ("utm||email", "Source: (not set) (email)"),
        ("(other)", "(other)"),
        ("admin", "Web admin"),
    ],
)
def test_a_source_is_worded(key: str, words: str) -> None:
    assert describe_source(key) == words


def test_wines_are_sold_by_paid_orders_less_what_came_back() -> None:
    order = orders.create(new_order())
    orders.create(new_order())
    orders.mark_paid(order, "Paid.")
    line = order.lines.all()[0]
    today = timezone.localdate()
    count(today, "viewed", str(line.product_id), events=8)
    count(today, "added", str(line.product_id), events=3)
    period = ReportPeriod(today - timedelta(days=1), today + timedelta(days=1))
    [(_, viewed, _, added, sold)] = rows("products", period)
    assert (viewed, added, sold) == (8, 3, line.quantity)
    back = refund_of_line(line, 1)
    refunds.refund(order.pk, NewRefund(amount=back.amount + back.tax, lines=(back,)), by=make_user(), by_hand=True)
    assert rows("products", period)[0][4] == line.quantity - 1
    assert Money.total([back.amount]) == back.amount


def test_speed_is_the_75th_percentile() -> None:
    assert percentile({70: 75, 90: 25}) == pytest.approx(1043, rel=0.06)
    assert percentile({70: 74, 90: 26}) == pytest.approx(7700, rel=0.06)
    count(date(2026, 5, 3), "vital", "LCP|4|2|81", events=10)
    assert rows("speed") == [("Product", "Mobile", "LCP", "3,134", "fair", 10)]


def test_orders_of_visitors_who_were_not_counted_make_no_share_above_everything(staff: Client) -> None:
    orders.mark_paid(orders.create(new_order()), "Paid.")
    count(date(2026, 5, 3), "kind", "2", visitors=1)
    count(date(2026, 5, 3), "kind", "purchase", visitors=2)
    assert rows("funnel")[3] == ("Bought", 2, "–", 0)
    totals = {label: figure for label, figure, _ in staff.get("/admin/analytics/reports/").context["totals"]}
    assert (totals["Orders paid"], totals["Orders by visits"]) == ("1", "–")


def test_a_chart_of_one_day_is_a_level_line() -> None:
    days = [DayFigures(date(2026, 5, 1))]
    assert line_chart(days, days).now == "0.0,160.0 600.0,160.0"


@pytest.mark.parametrize(
    ("fields", "first", "errors"),
    [
        ({}, date(2026, 5, 2), set()),
        ({"days": "7"}, date(2026, 5, 25), set()),
        ({"first": "2026-01-05", "last": "2026-02-01"}, date(2026, 1, 5), set()),
        ({"first": "2026-01-05"}, date(2026, 1, 5), set()),
        ({"last": "2026-05-09"}, date(2026, 5, 2), {"first"}),
        ({"days": "8"}, date(2026, 5, 2), {"days"}),
        ({"first": "x"}, date(2026, 5, 2), {"first"}),
        ({"first": "2026-05-09", "last": "2026-05-01"}, date(2026, 5, 2), {"first"}),
        ({"first": "2026-05-09", "last": "2026-06-01"}, date(2026, 5, 2), {"last"}),
        ({"first": "0001-01-01", "last": "0001-01-02"}, date(2026, 5, 2), {"first"}),
    ],
)
def test_a_period_that_cannot_be_is_refused_at_its_field(fields: dict[str, str], first: date, errors: set[str]) -> None:
    form = PeriodForm(fields, today=date(2026, 5, 31))
    assert form.read_period().first == first
    assert set(form.errors) == errors


def test_the_page_has_all_reports(staff: Client, django_assert_max_num_queries: CountQueries) -> None:
    count(timezone.localdate(), "term", "<script>")
    with django_assert_max_num_queries(30):
        answer = staff.get("/admin/analytics/reports/")
    page = answer.content.decode()
    assert all(f'id="{name}"' in page for name in REPORTS)
    assert "&lt;script&gt;" in page


def test_each_report_is_a_file(staff: Client) -> None:
    count(date(2026, 5, 3), "term", "=cmd()", events=3)
    for name in REPORTS:
        assert staff.get(f"/admin/analytics/reports/{name}.csv").status_code == 200
    answer = staff.get("/admin/analytics/reports/searches.csv?first=2026-05-01&last=2026-05-31")
    assert answer.content.decode().splitlines() == ["Words,Searches,Period before", "'=cmd(),3,0"]
    assert staff.get("/admin/analytics/reports/unknown.csv").status_code == 404
    assert staff.get("/admin/analytics/reports/searches.csv?first=x").status_code == 404


def test_staff_without_the_permission_reads_no_report() -> None:
    client = Client()
    client.force_login(make_user("packer@example.com", is_staff=True))
    assert client.get("/admin/analytics/reports/").status_code == 403
    assert client.get("/admin/analytics/reports/funnel.csv").status_code == 403
