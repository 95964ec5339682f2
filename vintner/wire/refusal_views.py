"""Answers to requests whose body is too large or cannot be read, in the shape that each kind of client expects."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from django.core.exceptions import (
    BadRequest,
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, QueryDict
from django.urls import reverse
from django.utils.html import format_html
from django.views.defaults import ERROR_PAGE_TEMPLATE

from vintner.web.admin.errors import admin_error
from vintner.web.answers import error_response, json_response
from vintner.web.middleware import is_admin_page

TITLE: Final = "That was too much at once"
MESSAGE: Final = "That was more than can be sent at once. Please shorten what you typed and try again."
UNREADABLE_TITLE: Final = "That form cannot be read"
UNREADABLE: Final = "That could not be read. Please go back, reload the page and try again. Nothing was changed."
_TOO_LARGE: Final = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def answer_unread_body(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 413 to a request that is too large, 400 to others.

    Django's own view of bad requests is not called: it looks for the form's token, and so reads an unreadable body
    once more.
    """
    if isinstance(exception, _TOO_LARGE):
        return _answer_too_large(request)
    if isinstance(exception, BadRequest):
        if is_admin_page(request):
            return admin_error(request, 400, UNREADABLE_TITLE, UNREADABLE)
        return answer_call(request, 400, UNREADABLE) or error_response(request, 400, UNREADABLE_TITLE, UNREADABLE)
    return HttpResponseBadRequest(ERROR_PAGE_TEMPLATE % {"title": "Bad Request (400)", "details": ""})


def _answer_too_large(request: HttpRequest) -> HttpResponse:
    try:
        request.GET  # noqa: B018 - parsed here, if it can be
    except TooManyFieldsSent:
        request.GET = QueryDict()
    return answer_call(request, 413, MESSAGE) or error_response(request, 413, TITLE, MESSAGE)


def answer_call(request: HttpRequest, status: int, message: str) -> HttpResponse | None:
    """Return the answer to a call in its own shape, None for a request of a page."""
    if "wc-ajax" in request.GET:
        return answer_call_by_name(request.GET["wc-ajax"], message, status)
    if request.path == reverse("admin_ajax"):  # the body, which is not read, names the call
        return _envelope_answer(message, status)
    return None


def answer_call_by_name(name: str, message: str, status: int) -> HttpResponse:
    """Return a refusal in the shape that clients of a call at the root expect."""
    return _answer_for(name)(message, status)


def _error_list(message: str) -> str:
    return str(format_html('<ul class="woocommerce-error" role="alert"><li>{}</li></ul>', message))


def _html_answer(message: str, status: int) -> HttpResponse:
    return HttpResponse(_error_list(message), status=status)


def _form_answer(message: str, status: int) -> HttpResponse:
    return json_response(
        {"result": "failure", "messages": _error_list(message), "refresh": False, "reload": False}, status
    )


def _envelope_answer(message: str, status: int) -> HttpResponse:
    return json_response({"success": False, "data": {"error": {"message": message}}}, status)


def _cart_answer(message: str, status: int) -> HttpResponse:
    return json_response({"error": _error_list(message), "message": message}, status)


def _sheet_answer(message: str, status: int) -> HttpResponse:
    """Answer a call of a wallet's sheet, each of which has its own place for the reason."""
    failure = {"success": False, "data": {"message": message}}
    return json_response({**failure, "error": message, "result": "fail", "message": message}, status)


_Answer = Callable[[str, int], HttpResponse]
_SHAPES: Final[Mapping[str, _Answer]] = MappingProxyType(
    {
        "apply_coupon": _html_answer,
        "remove_coupon": _html_answer,
        "checkout": _form_answer,
        "update_order_review": _form_answer,
        "wc_stripe_add_to_cart": _sheet_answer,
        "wc_stripe_get_selected_product_data": _sheet_answer,
        "wc_stripe_get_shipping_options": _sheet_answer,
        "wc_stripe_update_shipping_method": _sheet_answer,
        "wc_stripe_get_cart_details": _sheet_answer,
    }
)


def _answer_for(call: str) -> _Answer:
    return _SHAPES.get(call, _envelope_answer if call.startswith("wc_stripe_") else _cart_answer)
