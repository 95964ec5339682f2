"""The visitor's token holds under every name, and only for its visitor."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from vintner.web.nonce import nonce, valid_nonce


def _visitor() -> tuple[str, str]:
    """Return a visitor's cookie and token."""
    request = RequestFactory().get("/")
    token = nonce(request)
    return request.META["CSRF_COOKIE"], token


def _post(field: str, token: str, cookie: str, **headers: str) -> HttpRequest:
    request = RequestFactory().post("/", {field: token}, headers=headers)
    if cookie:
        request.COOKIES["csrftoken"] = cookie
    return request


def test_a_visitors_own_token_is_accepted_under_any_field_name() -> None:
    cookie, token = _visitor()
    for field in ("security", "_ajax_nonce", "woocommerce-process-checkout-nonce"):
        assert valid_nonce(_post(field, token, cookie), field)


def test_a_missing_foreign_or_made_up_token_is_refused() -> None:
    cookie, token = _visitor()
    other_cookie, _ = _visitor()
    assert not valid_nonce(_post("security", "", cookie), "security")
    assert not valid_nonce(_post("security", token, other_cookie), "security")
    assert not valid_nonce(_post("security", token, ""), "security")
    assert not valid_nonce(_post("security", "bad", cookie), "security")


def test_a_form_on_a_foreign_page_is_refused_though_the_token_is_right() -> None:
    cookie, token = _visitor()
    request = _post("security", token, cookie, origin="https://elsewhere.example")
    assert not valid_nonce(request, "security")


def test_the_check_leaves_the_view_alone() -> None:
    view: Callable[[HttpRequest], HttpResponse] = lambda request: HttpResponse()  # noqa: E731
    assert not hasattr(view, "csrf_exempt")
