"""What a request looks like when it reaches the store, and what a proxy in front of it left out or changed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings

from vintner.web.client_address import country_key, is_trusted_proxy

CLAIMED_ADDRESS: Final = "192.0.2.1"
"""An address that the check of the proxy claims to have, and nobody has (RFC 5737)."""
CLAIMED_COUNTRY: Final = "QX"
"""A country that the check of the proxy claims to be in, and no proxy tells of (a code for private use, ISO 3166-1)."""
UNDERSCORED: Final = "X_Store_Check"
"""The name of a header that the check of the proxy sends. It arrives where headers with underscores do."""
_HTTPS_PORT: Final = 443
_HIDING_POLICIES: Final = ("no-referrer", "origin", "strict-origin")
"""Policies of referrers by which a form does not say from which page of the store it comes (Referrer Policy, 3)."""
_NO_SCHEME: Final = (
    "The proxy in front of the store does not send X-Forwarded-Proto, so the store cannot tell who came over https."
)
_NO_ADDRESS: Final = (
    "The proxy in front of the store does not send X-Forwarded-For, without which its X-Forwarded-Proto does not count."
)
_STRANGER: Final = (
    "{address} sends X-Forwarded-Proto, but TRUSTED_PROXIES does not name it, so it is not believed. Add it if it is"
    " your proxy."
)
_NO_PLAIN_SCHEME: Final = "X-Forwarded-Proto arrives as {value}. One proxy alone should set it, to http or https."
_WRONG_SCHEME: Final = (
    "X-Forwarded-Proto says http for a request that seems to have come over https. The proxy that speaks https should"
    " set it, and those behind it pass it on."
)
_CLAIMED_ADDRESS: Final = (
    "The proxy in front of the store passes X-Forwarded-For on as visitors write it, so anybody can claim any address"
    " and no limit holds. It should set the header, or add the visitor’s address to it."
)
_UNDERSCORES: Final = (
    "The proxy in front of the store passes on headers with underscores. The web server takes X_Forwarded_For for"
    " X-Forwarded-For, so anybody can claim any address and no limit holds. The proxy should drop such headers."
)
_CLAIMED_COUNTRY: Final = (
    "The proxy in front of the store passes {header} on as visitors write it. It should set the header, or"
    " COUNTRY_HEADER should be left out."
)
_HOST: Final = (
    "The proxy in front of the store changes the header Host: {host} arrives in place of {own}. It should pass on what"
    " the visitor sent, with the port."
)
_REFERRER_POLICY: Final = (
    "The proxy in front of the store changes the header Referrer-Policy to “{value}”, so that browsers do not say which"
    " page a form was sent from. It should leave the header as it is."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ForwardedRequest:
    """A request as it arrived. Scheme and address are those that the store believes; '' is a header that is missing."""

    scheme: str
    address: str
    host: str
    forwarded_for: str
    forwarded_proto: str
    country: str
    has_underscores: bool


def read_forwarded_request(meta: Mapping[str, Any]) -> ForwardedRequest:
    """Return what an HttpRequest's META says."""
    return ForwardedRequest(
        scheme=meta["wsgi.url_scheme"],
        address=meta.get("REMOTE_ADDR", ""),
        host=meta.get("HTTP_HOST", ""),
        forwarded_for=meta.get("HTTP_X_FORWARDED_FOR", ""),
        forwarded_proto=meta.get("HTTP_X_FORWARDED_PROTO", ""),
        country=meta.get(country_key(), ""),
        has_underscores="HTTP_" + UNDERSCORED.upper() in meta,
    )


def find_scheme_fault(request: ForwardedRequest, *, over_https: bool) -> str:
    """Return why a request does not count as one over https although it may have been one; '' where all is well.

    `over_https` says that it was one. A request of which nobody says anything came straight to the web server.
    """
    if request.scheme == "https":
        return ""
    if not request.forwarded_proto:
        return _NO_SCHEME if over_https or request.forwarded_for else ""
    if request.forwarded_proto == "https":
        return _NO_ADDRESS if is_trusted_proxy(request.address) else _STRANGER.format(address=request.address)
    if request.forwarded_proto != "http":
        return _NO_PLAIN_SCHEME.format(value=request.forwarded_proto)
    return _WRONG_SCHEME if over_https else ""


def find_proxy_faults(request: ForwardedRequest, referrer_policy: str) -> Iterator[str]:
    """Yield what the proxy left out or changed of a request of `proxy_check.py`, and of the header in its answer."""
    if fault := find_scheme_fault(request, over_https=True):
        yield fault
    if request.forwarded_for == CLAIMED_ADDRESS:  # no proxy added the address of the store, which may be a trusted one
        yield _CLAIMED_ADDRESS
    if request.has_underscores:
        yield _UNDERSCORES
    if request.country == CLAIMED_COUNTRY:
        yield _CLAIMED_COUNTRY.format(header=settings.COUNTRY_HEADER)
    own = urlsplit(settings.STORE_URL).netloc
    if _split_host(request.host) != _split_host(own):
        yield _HOST.format(host=request.host or "nothing", own=own)
    if referrer_policy.rpartition(",")[2].strip() in _HIDING_POLICIES:  # the last one counts
        yield _REFERRER_POLICY.format(value=referrer_policy)


def _split_host(host: str) -> tuple[str | None, int | None]:
    """Return name and port of a host; (None, None) for what is none."""
    try:
        parts = urlsplit(f"https://{host}")
        return parts.hostname, parts.port or _HTTPS_PORT
    except ValueError:
        return None, None
