"""Who asks, as far as the network tells: the visitor's own address, also behind a proxy."""

from django.conf import settings
from django.http import HttpRequest
from granian.utils.proxies import wrap_wsgi_with_proxy_headers

from vintner.web.bodies import WsgiApplication


def behind_proxies(application: WsgiApplication) -> WsgiApplication:
    """Return the application as the proxies of TRUSTED_PROXIES see it.

    What they forward counts as the request's address (the last hop that is no proxy of ours) and scheme; what anybody
    else forwards is ignored.
    """
    wrapped: WsgiApplication = wrap_wsgi_with_proxy_headers(application, settings.TRUSTED_PROXIES)
    return wrapped


def address_of(request: HttpRequest) -> str:
    """Return the network address that a request came from."""
    return str(request.META.get("REMOTE_ADDR", ""))
