"""The log of requests, without what addresses hold behind their '?': keys of orders, secrets of payments."""

from django.http import HttpRequest
from django_structlog.middlewares import RequestMiddleware


class LoggedRequests(RequestMiddleware):
    """Logs the beginning and the end of each request by method and path alone (payments 5, client_secret)."""

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        return f"{request.method} {request.path}"
