"""The page of renewals in the admin: what is coming, whom it would reach, and who could not be charged."""

from typing import Final

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from vintner.money import Money
from vintner.renewals import forecast
from vintner.subscriptions.models import Subscription

PER_PAGE: Final = 50


@require_safe
@never_cache
def renewals(request: HttpRequest) -> HttpResponse:
    """Render the forecast, the dry run of a page of boxes, and the boxes that could not be charged."""
    if not request.user.has_perm("subscriptions.view_subscription"):
        raise PermissionDenied
    now = timezone.now()
    days = forecast.forecast_days(now)
    pages = Paginator(range(forecast.count_boxes(now)), PER_PAGE)
    page = pages.get_page(request.GET.get("page"))
    context = {
        **admin.site.each_context(request),
        "title": "Renewals",
        "opts": Subscription._meta,
        "days": days,
        "boxes": sum(each.boxes for each in days),
        "bottles": sum(each.bottles for each in days),
        "wine": Money.total(each.wine for each in days),
        "shortages": forecast.find_shortages(now),
        "page": page,
        "runs": forecast.dry_run(now, first=max(page.start_index() - 1, 0), most=PER_PAGE),
        "troubled": forecast.list_troubled(),
        "may_change": request.user.has_perm("subscriptions.change_subscription"),
        "now": now,
    }
    return TemplateResponse(request, "back_office/subscriptions/renewals.html", context)
