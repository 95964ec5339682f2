"""The page of a customer's alerts in the account, and its forms."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from vintner.alerts import own_alerts
from vintner.alerts.pages import OwnAlertsPage
from vintner.alerts.words import words_of
from vintner.customers.middleware import customer_required
from vintner.customers.models import User
from vintner.customers.pages import account_menu
from vintner.web.answers import page_response
from vintner.web.page import CSRF_TOKEN, Head
from vintner.web.shared_props import shared_props

PAGE = "own_alerts"


@require_safe
@customer_required(PAGE)
def list_alerts(request: HttpRequest, user: User) -> HttpResponse:
    """Show what the customer waits for."""
    page = OwnAlertsPage(
        head=Head(title=f"Alerts – {settings.STORE_NAME}", robots="noindex"),
        shared=shared_props(request),
        csrf_token=CSRF_TOKEN,
        menu=account_menu(PAGE, user),
        alerts=tuple(own_alerts.list_own_alerts(user)),
        weekly=own_alerts.reads_own_digest(user),
    )
    return page_response(request, page)


@require_POST
@customer_required(PAGE)
def stop(request: HttpRequest, user: User, alert_id: int) -> HttpResponse:
    """End an alert. Doing so again changes nothing."""
    alert = own_alerts.stop_own_alert(user, alert_id, timezone.now())
    if alert is not None:
        messages.success(request, f"You get no email when {words_of(alert).event}.")
    return HttpResponseRedirect(reverse(PAGE))


@require_POST
@customer_required(PAGE)
def choose_digest(request: HttpRequest, user: User) -> HttpResponse:
    """Let the customer's news come once a week, or as it happens: the field `weekly` is yes or no."""
    weekly = request.POST.get("weekly") == "yes"
    own_alerts.choose_own_digest(user, timezone.now(), wanted=weekly)
    when = "once a week, on Monday" if weekly else "as it happens"
    messages.success(request, f"You hear of prices and vintages {when}.")
    return HttpResponseRedirect(reverse(PAGE))
