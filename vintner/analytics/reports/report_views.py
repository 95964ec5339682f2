"""The reports of the admin, and their CSV files."""

from collections.abc import Sequence

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from vintner.analytics.reports.charts import bar_rows, line_chart
from vintner.analytics.reports.figures import DayFigures, figures_by_day
from vintner.analytics.reports.period import CHOICES, ReportPeriod
from vintner.analytics.reports.period_form import PeriodForm
from vintner.analytics.reports.revenue import count_orders
from vintner.analytics.reports.tables import REPORTS, share
from vintner.web.admin.csv_export import csv_response


def may_open(request: HttpRequest) -> bool:
    """Return whether a user may read the reports."""
    return request.user.has_perm("analytics.view_eventcount")


@require_safe
@never_cache
def reports(request: HttpRequest) -> HttpResponse:
    """Render all reports of a period."""
    form = _read_form(request)
    period = form.read_period()
    days, before = figures_by_day(period), figures_by_day(period.before)
    tables = [make(period) for make in REPORTS.values()]
    context = {
        **admin.site.each_context(request),
        "title": "Reports",
        "form": form,
        "choices": CHOICES,
        "period": period,
        "totals": _totals(period, days, before),
        "chart": line_chart(days, before),
        "tables": [(each, bar_rows(each)) for each in tables],
    }
    return TemplateResponse(request, "analytics/reports.html", context)


@require_safe
@never_cache
def report_csv(request: HttpRequest, name: str) -> HttpResponse:
    """Return a report as CSV. A period with errors is refused: the file would not say which days it has."""
    form = _read_form(request)
    if name not in REPORTS or not form.is_valid():
        raise Http404
    period = form.read_period()
    table = REPORTS[name](period)
    return csv_response(f"{name}-{period.first}-{period.last}.csv", table.columns, table.texts)


def _read_form(request: HttpRequest) -> PeriodForm:
    if not may_open(request):
        raise PermissionDenied
    return PeriodForm(request.GET, today=timezone.localdate())


def _totals(
    period: ReportPeriod, days: Sequence[DayFigures], before: Sequence[DayFigures]
) -> list[tuple[str, str, str]]:
    """Return (label, figure, words about the period before) of the figures above the charts."""
    orders, earlier = count_orders(period), count_orders(period.before)
    sums = [
        ("Visits", sum(each.visits for each in days), sum(each.visits for each in before)),
        ("Page views", sum(each.events for each in days), sum(each.events for each in before)),
        ("Visitors a day, added up", sum(each.visitors for each in days), sum(each.visitors for each in before)),
        ("Orders paid", orders, earlier),
    ]
    rows = [(label, f"{now:,}", _change(now, then)) for label, now, then in sums]
    return [
        *rows,
        ("Orders by visits", share(orders, sums[0][1]), f"{share(earlier, sums[0][2])} in the period before"),
    ]


def _change(now: int, then: int) -> str:
    if not then:
        return "none in the period before"
    return f"{100 * (now - then) / then:+.0f} % against {then:,} before".replace("-", "−")
