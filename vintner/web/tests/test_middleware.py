"""What the log of requests holds, and which answers are compressed."""

import pytest
import structlog
from django.conf import settings
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.test import Client, RequestFactory

from vintner.web.middleware import LONGEST_ADDRESS, CompressionMiddleware, LoggedRequests


def test_what_stands_behind_the_question_mark_is_not_logged() -> None:
    request = RequestFactory().get(
        "/checkout/order-received/7/", {"key": "wc_order_1", "payment_intent_client_secret": "s"}
    )
    assert LoggedRequests.format_request(request) == "GET /checkout/order-received/7/"


def test_requests_are_logged_by_it() -> None:
    name = f"{LoggedRequests.__module__}.{LoggedRequests.__qualname__}"
    assert [each for each in settings.MIDDLEWARE if "RequestMiddleware" in each or each == name] == [name]


def test_an_address_that_anybody_may_make_up_is_not_logged() -> None:
    request = RequestFactory().get("/", REMOTE_ADDR="203.0.113.9", HTTP_X_FORWARDED_FOR="198.51.100.7")
    with structlog.contextvars.bound_contextvars():
        LoggedRequests.bind_ip(request)
        assert structlog.contextvars.get_contextvars()["ip"] == "203.0.113.9"


LONG_TEXT = "wine " * 200


def respond(accepted: str, kind: str) -> HttpResponseBase:
    request = RequestFactory().get("/", headers={"Accept-Encoding": accepted})
    return CompressionMiddleware(lambda _: HttpResponse()).process_response(request, HttpResponse(LONG_TEXT, kind))


@pytest.mark.parametrize(
    ("accepted", "kind", "compressed"),
    [
        ("gzip, br", "text/html; charset=utf-8", True),
        ("br;q=1.0, gzip;q=0.5", "text/html", True),
        ("*", "text/html", False),
        ("gzip;q=0", "text/html", False),
        ("gzip ; q=0.000", "text/html", False),
        ("gzip;q=0, *;q=1", "text/html", False),
        ("identity", "text/html", False),
        ("", "text/html", False),
        ("gzip", "image/svg+xml", True),
        ("gzip", "image/avif", False),
        ("gzip", "image/jpeg", False),
        ("gzip", "application/zip", False),
    ],
)
def test_answers_are_compressed_for_whoever_wants_it(accepted: str, kind: str, compressed: bool) -> None:
    response = respond(accepted, kind)
    assert (response.get("Content-Encoding") == "gzip") is compressed
    assert ("Vary" in response) is (kind.startswith("text/") or "svg" in kind)


@pytest.mark.django_db
def test_pages_and_the_admin_say_what_may_be_asked_of_the_browser(client: Client) -> None:
    for path in ("/robots.txt", "/admin/login/", "/no-such-page/"):
        policy = client.get(path)["Permissions-Policy"]
        assert "camera=()" in policy
        assert "payment=(self " in policy
        assert "geolocation=(self)" in policy, "the checkout fetches the address of where one is"


@pytest.mark.django_db
@pytest.mark.parametrize(("length", "status"), [(LONGEST_ADDRESS, 200), (LONGEST_ADDRESS + 1, 414)])
def test_an_address_that_is_too_long_is_refused(client: Client, length: int, status: int) -> None:
    path = "/robots.txt"
    response = client.get(f"{path}?{'q' * (length - len(path))}")
    assert (response.status_code, "too long" in response.content.decode()) == (status, status == 414)


@pytest.mark.django_db
def test_a_request_for_another_host_is_refused_without_a_traceback(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    assert client.get("/robots.txt", HTTP_HOST="elsewhere.example").status_code == 400
    assert "Traceback" not in caplog.text
    assert "Invalid HTTP_HOST" not in caplog.text
