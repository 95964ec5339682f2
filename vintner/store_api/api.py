"""The Store API as one thing: its routes, its errors, its description (contract 3)."""

import json
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Final

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path
from django.views.decorators.csrf import csrf_exempt
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.openapi.schema import OpenAPISchema
from ninja.parser import Parser

from vintner.refusal import Refusal
from vintner.store_api import batch, cart, cart_parts, checkout, checkout_order, orders, product_terms, products
from vintner.store_api.problems import Problem, invalid, missing, no_route, of_refusal
from vintner.store_api.visitors import BY_TOKEN_OR_NONCE, Visitor


class _StorableJson(Parser):
    """Reads JSON whose texts can be kept. Half of a surrogate pair ("\\ud83d") is valid JSON, but no character."""

    def parse_body(self, request: HttpRequest) -> dict[str, object]:
        body = super().parse_body(request)
        if not isinstance(body, dict):
            raise TypeError
        json.dumps(body, ensure_ascii=False).encode()  # a UnicodeEncodeError: told as JSON that is not valid
        return body


class _Api(NinjaAPI):
    """Describes itself once: that takes as long as twenty carts, and comes out the same."""

    _described: OpenAPISchema | None = None

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: dict[str, object] | None = None
    ) -> OpenAPISchema:
        if self._described is None:
            self._described = super().get_openapi_schema(path_prefix=path_prefix, path_params=path_params)
        return self._described


api: Final = _Api(
    parser=_StorableJson(),
    title=f"{settings.STORE_NAME} Store API",
    version="v1",
    urls_namespace="store_api",
    description=(
        "Carts and products. Amounts are whole cents, as text. Every answer about a cart has a new `Cart-Token`: "
        "send it back to go on with that cart, instead of cookies and the `Nonce`."
    ),
)
api.add_router("/cart", cart.router, auth=BY_TOKEN_OR_NONCE)
api.add_router("/cart", cart_parts.router, auth=BY_TOKEN_OR_NONCE)
api.add_router("/checkout", checkout.router, auth=BY_TOKEN_OR_NONCE)
api.add_router("/checkout", checkout_order.router, auth=BY_TOKEN_OR_NONCE)
api.add_router("/order", orders.router, auth=BY_TOKEN_OR_NONCE)
# Before the products: their last address takes any word.
api.add_router("/products", product_terms.router)
api.add_router("/products", products.router)
api.add_router("/batch", batch.router)


@api.exception_handler(Problem)
def _problem(request: HttpRequest, problem: Problem) -> HttpResponse:
    return api.create_response(request, problem.body(), status=problem.status)


@api.exception_handler(Refusal)
def _refusal(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    return _problem(request, of_refusal(refusal))


@api.exception_handler(ValidationError)
def _not_valid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Say which parameters make no sense, or, if that is all, which are missing."""
    found = {_name(each["loc"]): each for each in error.errors}
    left_out = [name for name, each in found.items() if each["type"] == "missing"]
    if len(left_out) == len(found):
        return _problem(request, missing(left_out))
    return _problem(request, invalid({name: ("rest_invalid_type", each["msg"]) for name, each in found.items()}))


def _name(where: Sequence[str | int]) -> str:
    """Return the parameter's name: `where` begins with the place and, in a body, what the function calls it."""
    return str(where[2] if where[0] == "body" and len(where) > 2 else where[-1 if len(where) < 3 else 1])


@api.exception_handler(HttpError)
def _not_read(request: HttpRequest, error: HttpError) -> HttpResponse:
    words = "The body is not valid JSON. Send the parameters by their names in a JSON object."
    return _problem(request, Problem(error.status_code, "rest_invalid_json", words))


@api.exception_handler(RequestDataTooBig)
def _too_big(request: HttpRequest, error: RequestDataTooBig) -> HttpResponse:
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    return _problem(request, Problem(413, "rest_request_too_large", f"A request may have at most {most} bytes."))


View = Callable[..., HttpResponse]
_FORMS: Final = ("multipart/form-data", "application/x-www-form-urlencoded")


def _refuse_form(request: HttpRequest) -> HttpResponse | None:
    if request.content_type not in _FORMS:
        return None
    problem = Problem(415, "rest_unsupported_media_type", "Send the body as JSON, with Content-Type application/json.")
    return _problem(request, problem)


def _door(view: View) -> View:
    """Wrap a view: answers about carts are signed, nobody keeps them, and a wrong method is told in the API's way."""

    @csrf_exempt
    @wraps(view)
    def answer(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
        if request.META.get("CONTENT_LENGTH", "") in ("", "0"):
            request._body = b"{}"  # nothing sent: every parameter is missing, and is told by its name
        response = _refuse_form(request) or view(request, *args, **named)
        if response.status_code == 405:
            allowed = response["Allow"]
            response = _problem(request, Problem(405, "rest_no_route", no_route().message))
            response["Allow"] = allowed
        visitor = getattr(request, "auth", None)
        if isinstance(visitor, Visitor):
            visitor.sign(response)
        response["Cache-Control"] = "no-store" if visitor else "no-cache"
        response["X-Robots-Tag"] = "noindex"
        return response

    return answer


@csrf_exempt
def no_such_route(request: HttpRequest, rest: str) -> HttpResponse:
    """Answer for every address below /wp-json/ at which there is nothing."""
    return _door(lambda _: _problem(request, no_route()))(request)


def _urls() -> tuple[list[URLPattern | URLResolver], str, str]:
    """Return ninja's addresses, each behind the door, and one for all that is nowhere."""
    patterns, app_name, namespace = api.urls
    for each in patterns:
        if isinstance(each, URLPattern) and each.callback is not None:
            each.callback = _door(each.callback)
    return [*patterns, path("<path:rest>", no_such_route)], app_name, namespace


urls: Final = _urls()
