"""The health page for staff, and the metrics for monitoring."""

from typing import Final

from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from vintner.catalogue.models import Variation
from vintner.customers.models import User
from vintner.orders.invariants.audit_runs import AuditFault
from vintner.payments.gateway import ProviderDown
from vintner.payments.health.health import PaymentHealth, find_problems, read_health, render_metrics
from vintner.payments.wallets.domains import check_domain, register_domain, store_domain
from vintner.payments.wallets.models import StoreDomain
from vintner.refusal import Refusal

STATUS_LABELS = {
    "created": "Begun",
    "action_required": "At the bank",
    "processing": "On their way",
    "authorized": "Set aside",
    "succeeded": "Paid",
    "declined": "Declined",
    "cancelled": "Given up",
    "unexpected": "Not expected",
}
"""The statuses of attempts, as in the list of orders."""
REGISTER: Final = "payments.change_storedomain"
"""The permission to register the store's domain for wallets."""
MODE_LABELS = {
    "sandbox": "Sandbox: test cards only, no real money moves.",
    "test": "Test keys: the card service's own test mode, no real money moves.",
    "live": "Live: cards are really charged.",
    "": "Unknown: the secret key is not one of the card service's.",
}


def may_open(request: HttpRequest) -> bool:
    """Return whether a user may open the page: whoever may view orders."""
    return request.user.has_perm("orders.view_order")


@require_safe
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """Render the health page."""
    if not may_open(request):
        raise PermissionDenied
    now = timezone.now()
    health = read_health(now)
    context = {
        **admin.site.each_context(request),
        "title": "Payment health",
        "health": health,
        "problems": find_problems(health, now),
        "audit_faults": _list_faults(health),
        "mode": MODE_LABELS[health.keys.mode],
        "may_register": request.user.has_perm(REGISTER),
        "outcomes": [(STATUS_LABELS[status], health.outcomes.get(status, 0)) for status in STATUS_LABELS],
    }
    return TemplateResponse(request, "payments/health.html", context)


def _list_faults(health: PaymentHealth) -> list[tuple[AuditFault, list[Variation]]]:
    """Return what the last audit found, each fault with the wines that it is about, where it is about no order."""
    faults = health.audit.faults if health.audit else ()
    named = {pk for fault in faults for pk in fault.variation_ids}
    wines = Variation.objects.select_related("product").in_bulk(named) if named else {}
    return [
        (fault, [] if fault.order_ids else [wines[pk] for pk in fault.variation_ids if pk in wines]) for fault in faults
    ]


@require_POST
@never_cache
def domain(request: HttpRequest) -> HttpResponse:
    """Ask the card service about the store's domain, or register it there; lead back to the page with the answer."""
    by = request.user
    if not isinstance(by, User) or not may_open(request) or not by.has_perm(REGISTER):
        raise PermissionDenied
    name, registers = store_domain(), request.POST.get("do") == "register"
    try:
        row = (register_domain if registers else check_domain)(name, timezone.now())
    except ProviderDown:
        messages.error(request, "The card service did not answer. Please try again in a minute.")
    except Refusal as refusal:
        messages.error(request, refusal.message)
    else:
        text = _describe(row, registers=registers)
        LogEntry.objects.log_actions(by.pk, [row], CHANGE, text, single_object=True)
        messages.success(request, text)
    return redirect("payments_health")


def _describe(row: StoreDomain, *, registers: bool) -> str:
    if not row.provider_id:
        return f"{row.name} is not registered at the card service."
    return f"{row.name} is registered at the card service{' now' if registers else ''}."


@require_safe
@never_cache
def figures(request: HttpRequest) -> HttpResponse:
    """Return the metrics to monitoring with the right token. Without METRICS_TOKEN the address does not exist."""
    token = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not settings.METRICS_TOKEN or not constant_time_compare(token, settings.METRICS_TOKEN):
        raise Http404
    now = timezone.now()
    return HttpResponse(render_metrics(read_health(now), now), CONTENT_TYPE_PLAIN_0_0_4)
