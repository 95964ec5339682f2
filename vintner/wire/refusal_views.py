"""Answers to requests whose body is too large to be read, in the shape that each kind of client expects."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from django.core.exceptions import (
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.html import format_html
from django.views.defaults import bad_request

from vintner.web.answers import error_response, json_response

TITLE: Final = "That was too much at once"
MESSAGE: Final = "That was more than can be sent at once. Please shorten what you typed and try again."
_TOO_LARGE: Final = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def answer_unread_body(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 413 to a request that is too large. Other bad requests get Django's own short answer."""
    if not isinstance(exception, _TOO_LARGE):
        return bad_request(request, exception)
    try:
        request.GET  # noqa: B018 - parsed here, if it can be
    except TooManyFieldsSent:
        request.GET = QueryDict()
    if "wc-ajax" in request.GET:
        return _answer_for(request.GET["wc-ajax"])(MESSAGE)
    if request.path == reverse("admin_ajax"):  # the body, which is not read, names the call
        return _envelope_answer(MESSAGE)
    return error_response(request, 413, TITLE, MESSAGE)


def _error_list(message: str) -> str:
    return str(format_html('<ul class="woocommerce-error" role="alert"><li>{}</li></ul>', message))


def _html_answer(message: str) -> HttpResponse:
    return HttpResponse(_error_list(message), status=413)


def _form_answer(message: str) -> HttpResponse:
    return json_response(
        {"result": "failure", "messages": _error_list(message), "refresh": False, "reload": False}, 413
    )


def _envelope_answer(message: str) -> HttpResponse:
    return json_response({"success": False, "data": {"error": {"message": message}}}, 413)


def _cart_answer(message: str) -> HttpResponse:
    return json_response({"error": _error_list(message)}, 413)


_SHAPES: Final[Mapping[str, Callable[[str], HttpResponse]]] = MappingProxyType(
    {
        "apply_coupon": _html_answer,
        "remove_coupon": _html_answer,
        "checkout": _form_answer,
        "update_order_review": _form_answer,
    }
)


def _answer_for(call: str) -> Callable[[str], HttpResponse]:
    return _SHAPES.get(call, _envelope_answer if call.startswith("wc_stripe_") else _cart_answer)
