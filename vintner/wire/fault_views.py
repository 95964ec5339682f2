"""Answers to requests that failed: 503 while the database cannot be reached, 500 for every other fault."""

import sys
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers

from vintner.database_outage import is_outage
from vintner.store_api.errors import ApiError
from vintner.storefront.views import fault
from vintner.web.admin.errors import admin_error
from vintner.web.answers import error_response, json_response
from vintner.web.middleware import is_admin_page
from vintner.wire.refusal_views import answer_call

RETRY_SECONDS: Final = 5
TITLE: Final = "Back in a moment"
MESSAGE: Final = "The store cannot be reached for the moment. Nothing is lost: please try again in a few seconds."
CODE: Final = "store_unavailable"
_TEXTS: Final = ("/feed/", "/sitemap", "/robots.txt", "/metrics/")


def answer_fault(request: HttpRequest) -> HttpResponse:
    """Answer the exception that Django handles at this moment. Nothing is read from the database."""
    if not is_outage(sys.exc_info()[1]):
        return fault(request)
    response = _answer_outage(request)
    response["Retry-After"] = str(RETRY_SECONDS)
    add_never_cache_headers(response)
    return response


def _answer_outage(request: HttpRequest) -> HttpResponse:
    if call := answer_call(request, 503, MESSAGE):
        return call
    if request.path.startswith("/wp-json/"):
        return json_response(ApiError(503, CODE, MESSAGE).body(), 503)
    if request.path.startswith(_TEXTS) or "wc-api" in request.GET:
        return HttpResponse(f"{MESSAGE}\n", "text/plain; charset=utf-8", 503)
    if is_admin_page(request):
        return admin_error(request, 503, TITLE, MESSAGE)
    return error_response(request, 503, TITLE, MESSAGE)
