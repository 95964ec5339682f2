"""Several requests in one, each with its own answer (docs/store-api.md#good-to-know).

One that fails undoes none of the others.
"""

import json
from io import BytesIO
from typing import Final, Literal
from urllib.parse import urlsplit

from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from ninja import Router, Status
from pydantic import Field, JsonValue

from vintner import clock
from vintner.store_api.errors import ApiError, no_route
from vintner.store_api.shapes import ApiShape, RequestModel
from vintner.web.nonce import nonce
from vintner.web.text_input import read_form

router = Router(tags=["Batch"])
PREFIX: Final = "/wc/store/v1/"
MOST: Final = 25
LONGEST_SECONDS: Final = 3.0
"""How long a batch takes up further requests: it keeps others from their answers meanwhile."""
_PASSED_ON: Final = ("Nonce", "Cart-Token")
_OWN: Final = ("HTTP_NONCE", "HTTP_CART_TOKEN", "HTTP_X_CSRFTOKEN")
"""Headers that each batched request sends itself. The others are those of the outer request."""
_NUMBERS: Final = ("Nonce-Timestamp", "User-ID")
_NOT_BATCHED: Final = frozenset({"api-root", "openapi-view", "openapi-json"})
"""Names of the addresses that are no calls: the root, and the descriptions of the API."""
_RETURNED: Final = (*_NUMBERS, "Nonce", "Cart-Token", "Cart-Hash", "Allow", "Link", "X-WP-Total", "X-WP-TotalPages")


class BatchedRequest(RequestModel):
    """A request: path `/wc/store/v1/…`. Of its headers, Nonce and Cart-Token count."""

    path: str = Field(max_length=2_000)
    method: Literal["GET", "POST", "PUT", "DELETE"] = "POST"
    body: dict[str, JsonValue] = Field(default_factory=dict)
    headers: dict[str, str] = Field(default_factory=dict)


class BatchInput(RequestModel):
    """At most 25 requests, done one after the other. Those that are not begun within three seconds are refused."""

    requests: tuple[BatchedRequest, ...] = Field(max_length=MOST)


class BatchedResponse(ApiShape):
    """The response to one request."""

    body: JsonValue
    status: int
    headers: dict[str, str | int]


class BatchResponse(ApiShape):
    """The responses in the order of the requests."""

    responses: tuple[BatchedResponse, ...]


@router.post("", response={207: BatchResponse}, summary="Several requests in one")
def batch(request: HttpRequest, body: BatchInput, response: HttpResponse) -> Status[BatchResponse]:
    """Each request needs its own Nonce or Cart-Token. A cart that the first one makes is the next one's."""
    for each in body.requests:
        if not each.path.startswith(PREFIX) or urlsplit(each.path).path == f"{PREFIX}batch":
            raise ApiError(400, "woocommerce_rest_invalid_path", f"A batch cannot ask for {each.path[:200]}.")
    nonce(request)  # made here, so that all responses have the same one and the browser gets its cookie
    responses, ends = [], clock.monotonic() + LONGEST_SECONDS
    for each in body.requests:
        inner = _inner_request(request, each)
        inner_response = _call(inner) if clock.monotonic() < ends else _refuse_late()
        for name, cookie in inner_response.cookies.items():
            response.cookies[name] = cookie
            request.COOKIES[name] = cookie.value
        responses.append(_as_batched_response(inner_response))
    return Status(207, BatchResponse(responses=tuple(responses)))


def _inner_request(around: HttpRequest, batched: BatchedRequest) -> HttpRequest:
    """Return the batched request as if the same visitor had sent it by itself."""
    parts = urlsplit(batched.path)
    content = json.dumps(batched.body).encode()
    environ = {name: value for name, value in around.META.items() if name not in _OWN}
    environ |= {
        "REQUEST_METHOD": batched.method,
        "PATH_INFO": f"/wp-json{parts.path}",
        "QUERY_STRING": parts.query,
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(content)),
        "wsgi.input": BytesIO(content),
    }
    sent = {name.lower(): value for name, value in batched.headers.items()}
    for name in _PASSED_ON:
        if name.lower() in sent:
            environ[f"HTTP_{name.upper().replace('-', '_')}"] = sent[name.lower()]
    inner = WSGIRequest(environ)
    inner.GET = read_form(inner.GET)
    inner.COOKIES, inner.user, inner.session = around.COOKIES, around.user, around.session
    return inner


def _call(inner: HttpRequest) -> HttpResponse:
    try:
        found = resolve(inner.path_info)
    except Resolver404:
        return HttpResponse("null", status=404)
    if found.url_name in _NOT_BATCHED:
        error = no_route()
        return HttpResponse(json.dumps(error.body()), status=error.status)
    response: HttpResponse = found.func(inner, *found.args, **found.kwargs)
    return response


def _refuse_late() -> HttpResponse:
    error = ApiError(503, "vintner_batch_too_long", "The batch took too long. Please send this request by itself.")
    return HttpResponse(json.dumps(error.body()), status=error.status)


def _as_batched_response(response: HttpResponse) -> BatchedResponse:
    returned = {name: value for name, value in response.items() if name in _RETURNED}
    headers: dict[str, str | int] = {
        **returned,
        **{name: int(returned[name]) for name in _NUMBERS if name in returned},
    }
    return BatchedResponse(body=json.loads(response.content or b"null"), status=response.status_code, headers=headers)
