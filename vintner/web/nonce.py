"""One form token per visitor, accepted under every field name that clients use
(docs/behaviour/catalogue.md#form-token).
"""

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware, get_token


class _Check(CsrfViewMiddleware):
    """Django's own check, called directly. It returns the reason of a refusal instead of a page."""

    def _reject(self, request: HttpRequest, reason: str) -> str:
        return reason


def _no_response(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def nonce(request: HttpRequest) -> str:
    """Return this visitor's token for one response, which also sets the cookie that the token is checked against."""
    return get_token(request)


def valid_nonce(request: HttpRequest, field: str) -> bool:
    """Say whether a POST carries this visitor's token in `field` and comes from our own origin."""
    return valid_token(request, request.POST.get(field, ""))


def valid_token(request: HttpRequest, token: str) -> bool:
    """Say whether a token is this visitor's and the request comes from our own origin."""
    if not token:
        return False
    request.META["HTTP_X_CSRFTOKEN"] = token
    check = _Check(_no_response)
    check.process_request(request)
    request.csrf_processing_done = False  # type: ignore[attr-defined]
    return check.process_view(request, _unprotected, (), {}) is None


def _unprotected(request: HttpRequest) -> HttpResponse:
    """Stands for the view in Django's check, which looks for a `csrf_exempt` mark on it."""
    return HttpResponse()
