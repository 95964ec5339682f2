"""Browsers behind a proxy."""

from collections.abc import Iterable
from typing import Any, cast
from urllib.parse import urlsplit

from django.conf import settings as configured
from django.test import Client

from vintner.web.client_address import behind_proxies

PROXY = "10.1.2.3"
STRANGER = "203.0.113.9"


def open_browser(peer: str, forwarded_for: str, *, scheme: str = "https") -> Client:
    """A browser whose requests reach the store from `peer`, with what that one says of where they came from."""
    return reach_by(peer, {"X-Forwarded-For": forwarded_for, "X-Forwarded-Proto": scheme})


def reach_by(peer: str, headers: dict[str, str]) -> Client:
    """A browser whose requests reach the store from `peer` with some headers."""
    client = Client(REMOTE_ADDR=peer, headers={"Host": urlsplit(configured.STORE_URL).netloc, **headers})
    inner = cast(Any, client.handler)
    outer = behind_proxies(lambda environ, start: cast(Iterable[bytes], inner(environ)))
    client.handler = cast(Any, lambda environ: outer(environ, None))
    return client
