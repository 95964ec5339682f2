"""The Store API: its routes, its error responses and its OpenAPI description."""

import json
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Final, cast

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path
from django.views.decorators.csrf import csrf_exempt
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation
from ninja.parser import Parser

from vintner.refusal import Refusal
from vintner.store_api import (
    batch_views,
    cart_collections_views,
    cart_views,
    checkout_order_views,
    checkout_views,
    orders_views,
)
from vintner.store_api.errors import ApiError, error_of_refusal, invalid_parameters, missing_parameters, no_route
from vintner.store_api.middleware import BY_TOKEN_OR_NONCE, ApiVisitor
from vintner.store_api.products import products_views, terms_views
from vintner.web.text_input import read_values


class _StorableJson(Parser):
    """Reads JSON whose texts can be stored. Half of a surrogate pair ("\\ud83d") is valid JSON, but no character."""

    def parse_body(self, request: HttpRequest) -> dict[str, object]:
        body = super().parse_body(request)
        if not isinstance(body, dict):
            raise TypeError
        json.dumps(body, ensure_ascii=False).encode()  # a UnicodeEncodeError is answered as invalid JSON
        return cast("dict[str, object]", read_values(body))


class _Api(NinjaAPI):
    """Caches its OpenAPI description: making it takes as long as twenty carts."""

    _description: OpenAPISchema | None = None

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: dict[str, object] | None = None
    ) -> OpenAPISchema:
        if self._description is None:
            self._description = super().get_openapi_schema(path_prefix=path_prefix, path_params=path_params)
        return self._description

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """Return the name that the description gives to a view, without the end of its module's name."""
        module = operation.view_func.__module__.removesuffix("_views").replace(".", "_")
        return f"{module}_{operation.view_func.__name__}"


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
api.add_router("/cart", cart_views.router, auth=BY_TOKEN_OR_NONCE)
api.add_router("/cart", cart_collections_views.router, auth=BY_TOKEN_OR_NONCE)
api.add_router("/checkout", checkout_views.router, auth=BY_TOKEN_OR_NONCE)
api.add_router("/checkout", checkout_order_views.router, auth=BY_TOKEN_OR_NONCE)
api.add_router("/order", orders_views.router, auth=BY_TOKEN_OR_NONCE)
# Before the products, whose last address matches any word.
api.add_router("/products", terms_views.router)
api.add_router("/products", products_views.router)
api.add_router("/batch", batch_views.router)


@api.exception_handler(ApiError)
def _error_response(request: HttpRequest, error: ApiError) -> HttpResponse:
    return api.create_response(request, error.body(), status=error.status)


@api.exception_handler(Refusal)
def _refusal_response(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    return _error_response(request, error_of_refusal(refusal))


@api.exception_handler(ValidationError)
def _validation_response(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Name the invalid parameters or, if nothing else is wrong, the missing ones."""
    errors = {_name(each["loc"]): each for each in error.errors}
    left_out = [name for name, each in errors.items() if each["type"] == "missing"]
    if len(left_out) == len(errors):
        return _error_response(request, missing_parameters(left_out))
    return _error_response(
        request, invalid_parameters({name: ("rest_invalid_type", each["msg"]) for name, each in errors.items()})
    )


def _name(where: Sequence[str | int]) -> str:
    """Return the parameter's name. `where` begins with the place and, in a body, the name of the view's argument."""
    return str(where[2] if where[0] == "body" and len(where) > 2 else where[-1 if len(where) < 3 else 1])


@api.exception_handler(HttpError)
def _invalid_json_response(request: HttpRequest, error: HttpError) -> HttpResponse:
    words = "The body is not valid JSON. Send the parameters by their names in a JSON object."
    return _error_response(request, ApiError(error.status_code, "rest_invalid_json", words))


@api.exception_handler(RequestDataTooBig)
def _too_large_response(request: HttpRequest, error: RequestDataTooBig) -> HttpResponse:
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    return _error_response(
        request, ApiError(413, "rest_request_too_large", f"A request may have at most {most} bytes.")
    )


View = Callable[..., HttpResponse]
_FORMS: Final = ("multipart/form-data", "application/x-www-form-urlencoded")


def _refuse_form(request: HttpRequest) -> HttpResponse | None:
    if request.content_type not in _FORMS:
        return None
    error = ApiError(415, "rest_unsupported_media_type", "Send the body as JSON, with Content-Type application/json.")
    return _error_response(request, error)


def _wrap(view: View) -> View:
    """Wrap a view: adds the headers of a cart and of caching, and answers a wrong method as the API does."""

    @csrf_exempt
    @wraps(view)
    def answer(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
        if request.META.get("CONTENT_LENGTH", "") in ("", "0"):
            request._body = b"{}"  # without a body, every parameter is reported as missing by its name
        response = _refuse_form(request) or view(request, *args, **named)
        if response.status_code == 405:
            allowed = response["Allow"]
            response = _error_response(request, ApiError(405, "rest_no_route", no_route().message))
            response["Allow"] = allowed
        visitor = getattr(request, "auth", None)
        if isinstance(visitor, ApiVisitor):
            visitor.sign(response)
        response["Cache-Control"] = "no-store" if visitor else "no-cache"
        response["X-Robots-Tag"] = "noindex"
        return response

    return answer


@csrf_exempt
def no_such_route(request: HttpRequest, rest: str) -> HttpResponse:
    """Return 404 for every unknown address below /wp-json/."""
    return _wrap(lambda _: _error_response(request, no_route()))(request)


def _urls() -> tuple[list[URLPattern | URLResolver], str, str]:
    """Return ninja's addresses with their views wrapped, and one for unknown addresses."""
    patterns, app_name, namespace = api.urls
    for each in patterns:
        if isinstance(each, URLPattern) and each.callback is not None:
            each.callback = _wrap(each.callback)
    return [*patterns, path("<path:rest>", no_such_route)], app_name, namespace


urls: Final = _urls()
