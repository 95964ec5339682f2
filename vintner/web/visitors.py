"""Who asks, as far as the network tells: the visitor's own address, also behind a proxy."""

from ipaddress import IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest
from granian.utils.proxies import wrap_wsgi_with_proxy_headers

from vintner.web.bodies import WsgiApplication

SUBNET = 64
"""Bits of an IPv6 address that name a subscriber's network: the other half is the subscriber's to choose."""


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


def limit_key_of(request: HttpRequest) -> str:
    """Return what limits count a request's address by (`limit_key`)."""
    return limit_key(address_of(request))


def limit_key(address: str) -> str:
    """Return the IPv4 address, also of one written as IPv6; of any other IPv6 address its network.

    Who has one IPv6 address has 2⁶⁴ of them, and would never meet a limit that counts each apart.
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Network((int(found), SUBNET), strict=False))
