"""The store behind a proxy that speaks TLS: whose address counts, and whether a request came by https."""

import gc
import importlib
import sys
from typing import Any, cast
from urllib.parse import urlsplit
from wsgiref.util import setup_testing_defaults

import pytest
from django.conf import settings as configured
from pytest_django import Settings

from vintner.catalogue.finding import index_refresh
from vintner.checkout.tests.proxies import PROXY, STRANGER, open_browser
from vintner.testing.builders import make_product
from vintner.testing.provider import DECLINED, GOOD, ProviderDouble
from vintner.testing.shopper import Shopper
from vintner.web.edge import places, slow_clients
from vintner.web.edge.bodies import WsgiApplication
from vintner.web.outside import waits

pytestmark = pytest.mark.usefixtures("store")


@pytest.fixture(autouse=True)
def _proxy(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = ["10.1.0.0/16", "fd00::1"]


@pytest.mark.parametrize(
    ("peer", "forwarded_for", "address", "scheme"),
    [
        (PROXY, "198.51.100.7", "198.51.100.7", "https"),
        ("fd00::1", "2001:db8::7", "2001:db8::7", "https"),
        (PROXY, "6.6.6.6, 198.51.100.7", "198.51.100.7", "https"),
        (PROXY, "6.6.6.6, 198.51.100.7, 10.1.9.9", "198.51.100.7", "https"),
        (STRANGER, "198.51.100.7", STRANGER, "http"),
    ],
    ids=["by our proxy", "by IPv6", "after a hop that was made up", "by two proxies", "by anybody else"],
)
def test_only_our_proxies_say_where_a_request_came_from(
    peer: str, forwarded_for: str, address: str, scheme: str
) -> None:
    request = open_browser(peer, forwarded_for).get("/robots.txt").wsgi_request
    assert (request.META["REMOTE_ADDR"], request.scheme) == (address, scheme)


def test_without_proxies_in_the_settings_nobody_is_believed(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = []
    request = open_browser(PROXY, "198.51.100.7").get("/robots.txt").wsgi_request
    assert (request.META["REMOTE_ADDR"], request.scheme) == (PROXY, "http")


def test_what_came_by_https_is_not_led_to_https_again(settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert open_browser(PROXY, "198.51.100.7").get("/robots.txt").status_code == 200
    plain = open_browser(PROXY, "198.51.100.7", scheme="http").get("/robots.txt")
    assert (plain.status_code, plain.headers["Location"]) == (
        301,
        f"https://{urlsplit(configured.STORE_URL).netloc}/robots.txt",
    )


def test_who_paid_is_led_on_by_https(provider: ProviderDouble) -> None:
    shopper = Shopper(open_browser(PROXY, "198.51.100.7")).puts(make_product())
    assert shopper.pays(GOOD).redirect.startswith("https://")


def test_declined_cards_count_for_each_shopper_behind_the_proxy(provider: ProviderDouble, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "failed_payments_from": (1, 3600)}
    wine = make_product()
    Shopper(open_browser(PROXY, "198.51.100.7")).puts(wine).pays(DECLINED)
    again = Shopper(open_browser(PROXY, "6.6.6.6, 198.51.100.7")).puts(wine)
    assert "Too many payments were declined" in again.pays(GOOD).messages
    assert Shopper(open_browser(PROXY, "198.51.100.8")).puts(wine).pays(GOOD).result == "success"


@pytest.fixture
def served(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> WsgiApplication:
    """What granian serves, imported without what it does to the process that serves for good."""
    settings.TRUSTED_PROXIES = [PROXY]
    monkeypatch.setattr(index_refresh, "preload_index", lambda: None)
    monkeypatch.setattr(waits, "limit_waits", lambda: None)
    monkeypatch.setattr(slow_clients, "watch_bodies", lambda *about: None)
    monkeypatch.setattr(places, "in_places", lambda application, count: application)
    for name in ("freeze", "set_threshold"):
        monkeypatch.setattr(gc, name, lambda *numbers: None)
    monkeypatch.delitem(sys.modules, "vintner.wsgi", raising=False)
    return cast(WsgiApplication, importlib.import_module("vintner.wsgi").application)


def test_what_is_served_stands_behind_the_proxies(served: WsgiApplication) -> None:
    environ: dict[str, Any] = {"REMOTE_ADDR": PROXY, "HTTP_X_FORWARDED_FOR": "198.51.100.7"}
    setup_testing_defaults(environ)
    assert list(served(environ, lambda status, headers: None))
    assert environ["REMOTE_ADDR"] == "198.51.100.7"
