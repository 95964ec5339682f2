"""Several requests in one, each with its own answer (contract 3). One that fails undoes none of the others."""

import json
from io import BytesIO
from typing import Final, Literal
from urllib.parse import urlsplit

from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from ninja import Router, Status
from pydantic import Field, JsonValue

from vintner.store_api.problems import Problem
from vintner.store_api.shapes import Asked, Shape
from vintner.web.nonce import nonce

router = Router(tags=["Batch"])
PREFIX: Final = "/wc/store/v1/"
MOST: Final = 25
_PASSED_ON: Final = ("Nonce", "Cart-Token")
_OWN: Final = ("HTTP_NONCE", "HTTP_CART_TOKEN", "HTTP_X_CSRFTOKEN")
"""What a request within says itself. Everything else is as in the request around it."""
_NUMBERS: Final = ("Nonce-Timestamp", "User-ID")
_TOLD: Final = (*_NUMBERS, "Nonce", "Cart-Token", "Cart-Hash", "Allow", "Link", "X-WP-Total", "X-WP-TotalPages")


class RequestAsked(Asked):
    """A request: path `/wc/store/v1/…`. Of its headers, Nonce and Cart-Token count."""

    path: str = Field(max_length=2_000)
    method: Literal["GET", "POST", "PUT", "DELETE"] = "POST"
    body: dict[str, JsonValue] = Field(default_factory=dict)
    headers: dict[str, str] = Field(default_factory=dict)


class BatchAsked(Asked):
    """At most 25 requests, done one after the other."""

    requests: tuple[RequestAsked, ...] = Field(max_length=MOST)


class Answer(Shape):
    """What a request was answered."""

    body: JsonValue
    status: int
    headers: dict[str, str | int]


class Answers(Shape):
    """The answers in the order of the requests."""

    responses: tuple[Answer, ...]


@router.post("", response={207: Answers}, summary="Several requests in one")
def batch(request: HttpRequest, asked: BatchAsked, response: HttpResponse) -> Status[Answers]:
    """Each request needs its own Nonce or Cart-Token. A cart that the first one makes is the next one's."""
    for each in asked.requests:
        if not each.path.startswith(PREFIX) or urlsplit(each.path).path == f"{PREFIX}batch":
            raise Problem(400, "woocommerce_rest_invalid_path", f"A batch cannot ask for {each.path[:200]}.")
    nonce(request)  # made here, so that all answers have the same and the browser gets its cookie
    answers = []
    for each in asked.requests:
        inner = _within(request, each)
        answered = _answer(inner)
        for name, cookie in answered.cookies.items():
            response.cookies[name] = cookie
            request.COOKIES[name] = cookie.value
        answers.append(_told(answered))
    return Status(207, Answers(responses=tuple(answers)))


def _within(around: HttpRequest, asked: RequestAsked) -> HttpRequest:
    """Return a request as if it had come by itself from the same visitor."""
    parts = urlsplit(asked.path)
    content = json.dumps(asked.body).encode()
    environ = {name: value for name, value in around.META.items() if name not in _OWN}
    environ |= {
        "REQUEST_METHOD": asked.method,
        "PATH_INFO": f"/wp-json{parts.path}",
        "QUERY_STRING": parts.query,
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(content)),
        "wsgi.input": BytesIO(content),
    }
    sent = {name.lower(): value for name, value in asked.headers.items()}
    for name in _PASSED_ON:
        if name.lower() in sent:
            environ[f"HTTP_{name.upper().replace('-', '_')}"] = sent[name.lower()]
    inner = WSGIRequest(environ)
    inner.COOKIES, inner.user, inner.session = around.COOKIES, around.user, around.session
    return inner


def _answer(inner: HttpRequest) -> HttpResponse:
    try:
        found = resolve(inner.path_info)
    except Resolver404:
        return HttpResponse("null", status=404)
    response: HttpResponse = found.func(inner, *found.args, **found.kwargs)
    return response


def _told(response: HttpResponse) -> Answer:
    kept = {name: value for name, value in response.items() if name in _TOLD}
    headers: dict[str, str | int] = {**kept, **{name: int(kept[name]) for name in _NUMBERS if name in kept}}
    return Answer(body=json.loads(response.content or b"null"), status=response.status_code, headers=headers)
