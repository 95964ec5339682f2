"""Where a request comes from: the client's network address, also behind a proxy, its browser, the page that sent it."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme
from granian.utils.proxies import wrap_wsgi_with_proxy_headers

from vintner.web.edge.bodies import WsgiApplication

SUBNET = 64
"""Bits of an IPv6 address that name a subscriber's network. The subscriber chooses the other half."""


@dataclass(frozen=True, slots=True)
class BrowserInfo:
    """The client that sent a form: its internet address and user agent, as they are stored with a mandate."""

    address: str = ""
    user_agent: str = ""


def behind_proxies(application: WsgiApplication) -> WsgiApplication:
    """Return the application as the proxies of TRUSTED_PROXIES see it.

    Their forwarding headers give the request's address (the last hop that is no proxy of ours) and scheme. Such headers
    of anybody else are ignored.
    """
    wrapped: WsgiApplication = wrap_wsgi_with_proxy_headers(application, settings.TRUSTED_PROXIES)
    return _without_claimed_country(wrapped) if settings.COUNTRY_HEADER else wrapped


def _without_claimed_country(application: WsgiApplication) -> WsgiApplication:
    """Return the application without the header of the visitor's country in requests that no trusted proxy sent."""

    def wrapped(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:  # noqa: ANN401 - WSGI's own
        if not is_trusted_proxy(environ.get("REMOTE_ADDR", "")):
            environ.pop(country_key(), None)
        return application(environ, start_response)

    return wrapped


def is_trusted_proxy(address: str) -> bool:
    """Return whether TRUSTED_PROXIES names an address, by itself or by its network."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    return any(parsed in network for network in _parse_networks(tuple(settings.TRUSTED_PROXIES)))


@cache
def _parse_networks(proxies: tuple[str, ...]) -> list[IPv4Network | IPv6Network]:
    return [ip_network(each) for each in proxies]


def client_country(request: HttpRequest) -> str:
    """Return where the proxy says a visitor is ('DE', 'CA-QC'), '' if it does not say."""
    return str(request.META.get(country_key(), "")) if settings.COUNTRY_HEADER else ""


def country_key() -> str:
    """Return the entry of an HttpRequest's META with the header that COUNTRY_HEADER names."""
    return "HTTP_" + settings.COUNTRY_HEADER.upper().replace("-", "_")


def client_address(request: HttpRequest) -> str:
    """Return the network address that a request came from."""
    return str(request.META.get("REMOTE_ADDR", ""))


def read_browser(request: HttpRequest) -> BrowserInfo:
    """Return the client that sent a request."""
    return BrowserInfo(client_address(request)[:45], request.headers.get("User-Agent", "unknown")[:300])


def rate_limit_key(request: HttpRequest) -> str:
    """Return the key that rate limits count a request's address by (`network_key`)."""
    return network_key(client_address(request))


def network_key(address: str) -> str:
    """Return an IPv4 address, also of one written as IPv6, or the network of any other IPv6 address.

    A subscriber has 2⁶⁴ IPv6 addresses and would never reach a limit that counts each of them.
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or IPv6Network((int(parsed), SUBNET), strict=False))


def same_origin(request: HttpRequest) -> bool:
    """Return whether a browser sent this from a page of ours, by Sec-Fetch-Site, else Origin, else Referer. Clients
    that are no browsers send none of these and may pass: they hold no visitor's cookies.

    Cached pages carry no form token, so what they post is checked by this.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("same-origin", "none")
    page = request.headers.get("Origin") or request.headers.get("Referer")
    return not page or _is_ours(page, request)


def came_from_path(request: HttpRequest) -> str:
    """Return path and query of the store's page that a form was sent from, '' if the browser does not say."""
    page = request.headers.get("Referer", "")
    own = {request.get_host(), urlsplit(settings.STORE_URL).netloc}
    if not page or not url_has_allowed_host_and_scheme(page, own):
        return ""
    parts = urlsplit(page)
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    return path if url_has_allowed_host_and_scheme(path, own) else ""  # it may begin with two slashes


def local_path(path: str) -> str:
    """Return the path if it is one of this store, else '/': a form must not redirect to another site."""
    ours = path.startswith("/") and url_has_allowed_host_and_scheme(path, allowed_hosts=None)
    return path if ours else "/"


def _is_ours(page: str, request: HttpRequest) -> bool:
    try:
        parts = urlsplit(page)
    except ValueError:  # no address
        return False
    return parts.netloc == request.get_host() or f"{parts.scheme}://{parts.netloc}" in settings.CSRF_TRUSTED_ORIGINS
