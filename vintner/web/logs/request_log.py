"""The log of requests, without their queries."""

import structlog
from django.http import HttpRequest
from django_structlog.middlewares import RequestMiddleware

from vintner.web.client_address import client_address


class LoggedRequests(RequestMiddleware):
    """Logs the beginning and the end of each request by method and path alone.

    The query may hold the key of an order or the client secret of a payment, and whoever reads the log could use them.
    """

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        return f"{request.method} {request.path}"

    @classmethod
    def bind_ip(cls, request: HttpRequest) -> None:
        """Log the address that rate limits use. The parent class trusts the headers of any client."""
        structlog.contextvars.bind_contextvars(ip=client_address(request))
