"""The log of requests, without what addresses hold behind their '?': keys of orders, secrets of payments."""

import structlog
from django.http import HttpRequest
from django_structlog.middlewares import RequestMiddleware

from vintner.web.visitors import address_of


class LoggedRequests(RequestMiddleware):
    """Logs the beginning and the end of each request by method and path alone (payments 5, client_secret)."""

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        return f"{request.method} {request.path}"

    @classmethod
    def bind_ip(cls, request: HttpRequest) -> None:
        """Write down the address that counts everywhere; the parent believes the headers of whoever sends them."""
        structlog.contextvars.bind_contextvars(ip=address_of(request))
