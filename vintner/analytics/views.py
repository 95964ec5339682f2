"""The address that pages report to."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from vintner.analytics.beacon import LARGEST_BODY, UnreadableBeacon, read_beacon
from vintner.analytics.events import write_events
from vintner.analytics.middleware import may_count, visitor_of_today
from vintner.analytics.rules import device_of
from vintner.web.client_address import rate_limit_key, same_origin
from vintner.web.rate_limits import count_try


@csrf_exempt
@require_POST
def events(request: HttpRequest) -> HttpResponse:
    """Count what a page reports. The answer never says whether it was counted; only an unreadable body is refused."""
    if not _is_sent_by_our_page(request):
        return HttpResponse(status=403)
    if not 0 < _length(request) <= LARGEST_BODY:
        return HttpResponse(status=413)
    try:
        found = read_beacon(request.body, origin=settings.STORE_URL)
    except UnreadableBeacon:
        return HttpResponse(status=400)
    if found and may_count(request) and _is_within_limit(request, len(found)):
        device = device_of(request.headers.get("User-Agent", ""))
        write_events(found, visitor=visitor_of_today(request), device=device, now=timezone.now())
    return HttpResponse(status=204)


def _is_within_limit(request: HttpRequest, events: int) -> bool:
    return count_try("events", rate_limit_key(request), tries=events)


def _is_sent_by_our_page(request: HttpRequest) -> bool:
    """Return whether a browser says that a page of ours sent this. Programs that say nothing are not counted."""
    says = "Sec-Fetch-Site" in request.headers or "Origin" in request.headers
    return says and same_origin(request)


def _length(request: HttpRequest) -> int:
    text = request.META.get("CONTENT_LENGTH") or ""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
