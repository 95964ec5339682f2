"""Where a form leads to: only to addresses of this store."""

from typing import Final
from urllib.parse import urlencode, urlsplit, urlunsplit

from django.utils.http import url_has_allowed_host_and_scheme

LONGEST: Final = 2000
"""Characters of an address that is led to."""


def own_address(wanted: str, *, host: str, is_secure: bool, default: str) -> str:
    """Return the address if it lies in this store at `host`, else the default.

    Addresses relative to a page are none: what they lead to depends on the page.
    """
    if len(wanted) > LONGEST or not wanted.isprintable():
        return default
    if not url_has_allowed_host_and_scheme(wanted, {host}, require_https=is_secure):
        return default
    is_whole = wanted.startswith(("http://", "https://"))
    return wanted if is_whole or (wanted.startswith("/") and "\\" not in wanted) else default


def with_parameter(address: str, name: str, value: str) -> str:
    """Return the address with a parameter added to its query."""
    parts = urlsplit(address)
    query = "&".join(filter(None, [parts.query, urlencode({name: value})]))
    return urlunsplit(parts._replace(query=query))
