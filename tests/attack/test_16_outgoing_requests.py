"""16. The store asks the hosts of its settings and no others, whatever a shopper writes."""

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from django.test import Client
from pytest_django import Settings

from tests.attack.attack import FULL, Tries, attack, replaced
from vintner.catalogue.reviews import forms
from vintner.payments import jobs
from vintner.payments.gateway import ProviderDown
from vintner.payments.models import ProviderEvent
from vintner.testing.builders import make_product
from vintner.testing.shopper import Shopper

pytestmark = pytest.mark.usefixtures("store")
INSIDE = (
    "http://169.254.169.254/latest/meta-data/",
    "http://localhost:22/",
    "http://[::1]:5432/",
    "http://127.0.0.1.nip.io/",
    "http://2130706433/",
    "file:///etc/passwd",
    "gopher://127.0.0.1:6379/_INFO",
    "../../v1/account?x=http://evil.example/",
    "//evil.example/x",
)
ALLOWED = ("127.0.0.1", 9)
"""Where the card provider is said to be, and nobody answers."""
_asked: list[tuple[str, int]] = []
_listening = False


def _hear(event: str, arguments: tuple[object, ...]) -> None:
    if not _listening:
        return
    if event == "socket.connect" and isinstance(arguments[1], tuple):
        _asked.append((str(arguments[1][0]), int(arguments[1][1])))
    elif event == "socket.getaddrinfo":
        _asked.append((str(arguments[0]), int(str(arguments[1] or 0))))


sys.addaudithook(_hear)


@contextmanager
def _outgoing() -> Iterator[list[tuple[str, int]]]:
    """Collect where Python's sockets are connected to, and which names are looked up."""
    global _listening  # noqa: PLW0603 - a hook of the interpreter is never taken away
    _asked.clear()
    _listening = True
    try:
        yield _asked
    finally:
        _listening = False


_read_review = forms.read_review


def _preview(fields: dict[str, str], *rest: object) -> object:
    """Look at the link that a review holds, as programs do to show its title."""
    host = fields["comment"].partition("//")[2].partition("/")[0]
    with suppress(OSError, PermissionError, UnicodeError):
        socket.getaddrinfo(host or "localhost", 80)
    return _read_review(fields, *rest)  # type: ignore[arg-type]


@attack(without=replaced("vintner.storefront.review_views.forms.read_review", _preview))
def test_addresses_in_every_field(settings: Settings) -> Tries:
    settings.SANDBOX_URL = f"http://{ALLOWED[0]}:{ALLOWED[1]}"
    wine = make_product()
    for address in INSIDE:
        at_provider = (_by_checkout, _by_intent) if FULL or address in INSIDE[:1] else ()  # each waits for it
        for way in (_by_review, _by_attribution, *at_provider):
            with _outgoing() as asked:
                way(address, wine.get_absolute_url())
            strange = [each for each in asked if each != ALLOWED]
            yield f"{way.__name__}: {address} {strange}", bool(strange)


def _by_review(address: str, wine: str) -> None:
    fields = {"author": address, "email": "ada@example.com", "comment": f"See {address}", "rating": "4", "url": address}
    Client().post(f"{wine}reviews/", fields)


def _by_checkout(address: str, wine: str) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays(address, billing_company=address, order_comments=address, return_url=address, redirect_url=address)


def _by_attribution(address: str, wine: str) -> None:
    headers = {"Referer": address, "User-Agent": f"Mozilla/5.0 {address}"}
    Client().get(wine, {"utm_source": address, "utm_campaign": address, "image": address}, headers=headers)


def _by_intent(address: str, wine: str) -> None:
    """Let an event name an address for the object that is to be read at the provider."""
    event = ProviderEvent.objects.create(event_id=address, type="payment_intent.succeeded", object_id=address)
    with suppress(ProviderDown):
        jobs.handle_event.func(event.pk)
