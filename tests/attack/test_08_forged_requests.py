"""8. Another site makes a visitor's browser send nothing that changes anything, whoever the visitor is."""

import json
from collections.abc import Iterator, Mapping
from zlib import crc32

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client

from tests.attack.attack import FULL, Tries, attack, replaced, replaced_everywhere, together
from tests.attack.written import addresses, written_tables
from vintner.cart.views import add_from_product_page
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import ProviderDouble
from vintner.testing.shopper import FORM, Shopper
from vintner.wire.routes import ACTIONS, AJAX

pytestmark = pytest.mark.usefixtures("store")
EVIL = {"Origin": "https://evil.example", "Referer": "https://evil.example/", "Sec-Fetch-Site": "cross-site"}
BROWSERS: Mapping[str, Mapping[str, str]] = {
    "a new browser": EVIL,
    "an old browser": {"Origin": "https://evil.example"},
    "a page in a frame without an origin": {"Origin": "null"},
}
MADE_UP = {"<int:page>": "1", "<slug:slug>": "wine", "<path:rest>": "x", "<str:token>": "x", "<str:former>": "x"}
TOKENS = ("csrfmiddlewaretoken", "security", "_wpnonce", "_ajax_nonce", "woocommerce-process-checkout-nonce")
MAKES_DRAFT = "/wp-json/wc/store/v1/checkout"
"""Whose GET writes the draft of an order, as WooCommerce's clients expect. It holds no bottles and is forgotten."""
NO_CHECKS = together(
    replaced("django.middleware.csrf.CsrfViewMiddleware.process_view", lambda *_: None),
    replaced_everywhere("vintner.web.nonce", "valid_token", lambda *_: True),
    replaced_everywhere("vintner.web.nonce", "valid_nonce", lambda *_: True),
    replaced_everywhere("vintner.web.client_address", "same_origin", lambda *_: True),
)


def _victim() -> Client:
    """Return the browser of somebody who runs the store, is logged in and has a filled cart."""
    shopper = Shopper().puts(make_product(), 2)
    shopper.client.force_login(make_user("boss@example.com", is_staff=True, is_superuser=True))
    shopper.token()
    return shopper.client


def _paths() -> Iterator[str]:
    """Yield every address of the store and its admin, with names filled in; those with numbers are like others."""
    for pattern, _ in addresses():
        path = pattern
        for placeholder, value in MADE_UP.items():
            path = path.replace(placeholder, value)
        if not {"<", "(", "\\"} & set(path):
            yield path
    yield from (f"/?wc-ajax={name}" for name in AJAX)
    yield from (f"/wp-admin/admin-ajax.php?{name}" for name in ACTIONS)


def _fields(path: str, wine: int) -> dict[str, str]:
    """Return what would have an effect if it came from the store's own page."""
    action = {"action": path.partition("?")[2]} if "admin-ajax" in path else {}
    wines = dict.fromkeys(("product_id", "add-to-cart", "postid", "id", "product"), str(wine))
    account = {
        "email": "eve@example.com",
        "username": "eve@example.com",
        "password": "x",
        "user_login": "eve@x.example",
    }
    names = {"account_first_name": "Eve", "account_last_name": "Eve", "account_display_name": "Eve", "status": "active"}
    return {**FORM, **wines, **account, **names, "quantity": "1", "country": "US", "name": "Eve", **action}


def _kinds(path: str) -> list[tuple[str, str]]:
    """Return the browsers and tokens that an address is tried with: all by `make attacks`, one of them by a test."""
    every = [(browser, token) for browser in BROWSERS for token in ("", "a" * 64)]
    return every if FULL else [every[crc32(path.encode()) % len(every)]]


@attack(without=NO_CHECKS)
def test_a_form_on_another_site(provider: ProviderDouble) -> Tries:
    """Without a token, and with one of the attacker's own."""
    client, wine = _victim(), make_product()
    variation = wine.variations.get().pk
    for path in _paths():
        for browser, token in _kinds(path):
            fields = _fields(path, variation) | (dict.fromkeys(TOKENS, token) if token else {})
            with written_tables() as tables:
                client.post(path, fields, headers=dict(BROWSERS[browser]))
            yield f"{path} in {browser} {sorted(tables)}", bool(tables)
    yield "logged out", "_auth_user_id" not in client.session


@attack(without=NO_CHECKS)
def test_json_on_another_site() -> Tries:
    """What a form of another site can send as text is taken by no call of the Store API."""
    client, wine = _victim(), make_product()
    for path, _ in addresses():
        if not path.startswith("/wp-json/") or "<" in path:
            continue
        for kind in ("text/plain", "application/json"):
            with written_tables() as tables:
                body = json.dumps({"id": wine.pk, "quantity": 1, "code": "x", "key": "x"})
                client.post(path, body, content_type=kind, headers={**EVIL, "Nonce": "a" * 64})
            yield f"{path} {kind}", bool(tables)


def _adds_at_once(request: HttpRequest) -> HttpResponse:
    request.POST = request.GET
    return add_from_product_page(request)


@attack(without=replaced("vintner.cart.middleware.confirm_addition", _adds_at_once))
def test_a_link_that_does_something(provider: ProviderDouble) -> Tries:
    """A GET changes nothing: pictures and links on other sites send them with all cookies."""
    client, wine = _victim(), make_product()
    for path in _paths():
        if path == MAKES_DRAFT or (path.startswith("/admin/") and not FULL):
            continue  # tests/admin opens all of the admin
        with written_tables() as tables:
            client.get(path, _fields(path, wine.variations.get().pk))
        yield f"{path} {sorted(tables)}", bool(tables)
    yield "logged out", "_auth_user_id" not in client.session
