"""Writes what a request changed in the cart, and says who is counted at all."""

import logging
from collections.abc import Callable
from functools import partial

from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from vintner.analytics.events import NewEvent, write_events
from vintner.analytics.purchases import note_buyer
from vintner.analytics.recording import begin_recording, end_recording
from vintner.analytics.rules import EventKind, PageType, device_of, is_bot
from vintner.analytics.visitors import visitor_hash
from vintner.consent.middleware import read_consent
from vintner.customers.middleware import user_of
from vintner.database_outage import is_outage
from vintner.orders.models import Order
from vintner.web.client_address import rate_limit_key
from vintner.web.middleware import PREVIEW_COOKIE, is_early

_CHECKOUTS = frozenset({"checkout", "block_checkout", "classic_checkout"})
log = logging.getLogger(__name__)


class AnalyticsMiddleware:
    """Records events of a request, and writes them once its answer was sent: nobody waits for statistics.

    It stands outermost, so that nothing is recorded of an answer that another middleware gives.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        events = begin_recording()
        try:
            response = self._get_response(request)
        finally:
            end_recording()
        if _begins_checkout(request, response):
            events.append(NewEvent(kind=EventKind.BEGIN_CHECKOUT, page_type=PageType.CHECKOUT))
        if events and response.status_code < 500:
            response._resource_closers.append(partial(_write, request, events))  # type: ignore[attr-defined]
        return response


def _begins_checkout(request: HttpRequest, response: HttpResponse) -> bool:
    match = request.resolver_match
    return (
        match is not None and match.url_name in _CHECKOUTS and request.method == "GET" and response.status_code == 200
    )


def _write(request: HttpRequest, events: list[NewEvent]) -> None:
    """Write the events. A fault of the database costs statistics, never the shopper's answer."""
    try:
        if not may_count(request):
            return
        now = timezone.now()
        write_events(events, visitor=visitor_of_today(request), device=device_of(_browser(request)), now=now)
    except (DatabaseError, InterfaceError) as error:
        log.error("%s events were not written", len(events), exc_info=not is_outage(error))


def visitor_of_today(request: HttpRequest) -> int:
    """Return the visitor's number of today."""
    return visitor_hash(rate_limit_key(request), _browser(request), timezone.now())


def remember_buyer(request: HttpRequest, order: Order) -> None:
    """Note which visitor of today placed an order, if the visitor is counted."""
    if may_count(request):
        note_buyer(order, visitor_of_today(request))


def may_count(request: HttpRequest) -> bool:
    """Return whether a request is counted: not those of staff, programs and previews, pages that are loaded ahead, and
    visitors who do not allow statistics.
    """
    if is_early(request) or is_bot(_browser(request)) or PREVIEW_COOKIE in request.COOKIES:
        return False
    if not read_consent(request).statistics:
        return False
    user = user_of(request) if hasattr(request, "user") else None
    return user is None or not user.is_staff


def _browser(request: HttpRequest) -> str:
    return request.headers.get("User-Agent", "")[:300]
