"""What the log of requests holds."""

import structlog
from django.conf import settings
from django.test import RequestFactory

from vintner.web.middleware import LoggedRequests


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
