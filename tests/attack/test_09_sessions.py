"""9. A session begins with the log-in, ends with the log-out, and is nobody else's."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from uuid import UUID

import pytest
from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest
from django.test import Client
from pytest_django import Settings

from tests.architecture.production import PRODUCTION
from tests.architecture.tree import REPOSITORY
from tests.attack.attack import Tries, attack, replaced
from vintner.accounts.security import staff_middleware
from vintner.cart.middleware import COOKIE as CART
from vintner.testing.api_client import ROOT
from vintner.testing.builders import make_cart, make_product, make_user

pytestmark = pytest.mark.usefixtures("store")
ADA, PASSWORD, OTHER = "ada@example.com", "violet tractor seven moons", "copper lantern nine rivers"
BASE = "django.contrib.sessions.backends.base.SessionBase."
JSON = {"Accept": "application/json"}
FORMS = ("/my-source/", "/admin/login/")


def _is_inside(client: Client) -> bool:
    return client.get("/my-source/security/", headers=JSON).status_code == 200


def _with_session(key: str) -> Client:
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    return client


def _log_in(client: Client, form: str = FORMS[0]) -> None:
    assert client.post(form, {"username": ADA, "password": PASSWORD}).status_code == 302


@attack(without=replaced(f"{BASE}cycle_key", lambda _: None))
def test_a_session_that_the_attacker_has_made() -> Tries:
    """The attacker's own session, and a made-up key, set in the victim's browser before the log-in."""
    make_user(ADA, password=PASSWORD, is_staff=True)
    for form in FORMS:
        session: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore()
        session["known"] = True
        session.create()
        for says, key in (("own", str(session.session_key)), ("made up", "a" * 32)):
            _log_in(_with_session(key), form)
            yield f"{form}: {says}", _is_inside(_with_session(key))


def _only_forget(session: SessionBase) -> None:
    """Start anew without a word to the database."""
    session.clear()
    session._session_key = None


@attack(without=replaced(f"{BASE}flush", _only_forget))
def test_a_cookie_from_before_the_log_out() -> Tries:
    make_user(ADA, password=PASSWORD)
    client = Client()
    _log_in(client)
    key = client.cookies[settings.SESSION_COOKIE_NAME].value
    assert _is_inside(_with_session(key))
    client.post("/my-source/customer-logout/")
    yield "used again", _is_inside(_with_session(key))


@attack(without=replaced("django.contrib.auth.base_user.AbstractBaseUser.get_session_auth_hash", lambda _: "same"))
def test_a_stolen_session_after_a_new_password() -> Tries:
    user = make_user(ADA, password=PASSWORD)
    thief, owner = Client(), Client()
    _log_in(thief)
    _log_in(owner)
    names = {"account_first_name": "A", "account_last_name": "B", "account_display_name": "C"}
    owner.post(
        "/my-source/edit-account/", {**names, "password_current": PASSWORD, "password_1": OTHER, "password_2": OTHER}
    )
    user.refresh_from_db()
    assert user.check_password(OTHER)
    yield "by the owner", _is_inside(thief)
    again = Client()
    assert again.post(FORMS[0], {"username": ADA, "password": OTHER}).status_code == 302
    user.set_password(PASSWORD)
    user.save()
    yield "by staff", _is_inside(again)


@attack(without=replaced("vintner.accounts.security.staff_middleware._is_expired", lambda _: False))
def test_staff_s_computer_that_was_left_alone() -> Tries:
    make_user(ADA, password=PASSWORD, is_staff=True, is_superuser=True)
    for says, name, seconds in (
        ("31 minutes", staff_middleware.SEEN, 31 * 60),
        ("13 hours", staff_middleware.SINCE, 13 * 60 * 60),
    ):
        client = Client()
        _log_in(client, FORMS[1])
        session = client.session
        session[name] -= seconds
        session.save()
        yield says, client.get("/admin/customers/user/").status_code == 200


def _unsigned(request: HttpRequest) -> UUID | None:
    return UUID(hex=request.COOKIES[CART].split(":")[0]) if CART in request.COOKIES else None


@attack(without=replaced("vintner.cart.middleware.read_cart_id", _unsigned))
def test_a_cart_by_its_id() -> Tries:
    """Cookies that a neighbour's page or a guess has put there: an id unsigned, or signed for something else."""
    cart, own = make_cart((make_product(), 3)), make_cart((make_product(), 1))
    signed = Client()
    signed.post("/?wc-ajax=add_to_cart", {"product_id": str(make_product().variations.get().pk)})
    _, _, signature = signed.cookies[CART].value.strip('"').partition(":")
    for value in (cart.pk.hex, f"{cart.pk.hex}:{signature}", f"{cart.pk.hex}:x:y", f"{cart.pk}:{own.pk}"):
        client = Client()
        client.cookies[CART] = value
        yield value, client.get(f"{ROOT}/cart").json()["items_count"] == 3


COOKIES = {
    "vintner/settings.py": ("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "COOKIE_PREFIX"),
    "vintner/cart/middleware.py": ("COOKIE",),
    "vintner/express/middleware.py": ("QUOTES", "CART"),
    "vintner/payments/appearance.py": ("APPEARANCES",),
}
"""The modules that name the cookies by which a browser is known, and their constants."""


def _read_source(path: str) -> str:
    return (REPOSITORY / path).read_text()


def _read_without_prefix(path: str) -> str:
    return (REPOSITORY / path).read_text().replace('"__Host-', '"')


@pytest.fixture
def production(settings: Settings, tmp_path: Path) -> Iterator[None]:
    settings.HTTPS = True
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {**PRODUCTION, "VINTNER_VAR": str(tmp_path), "DATABASE_URL": "postgres://db/store"}.items():
            patch.setenv(name, value)
        yield


@attack(without=replaced(f"{__name__}._read_source", _read_without_prefix))
@pytest.mark.usefixtures("production")
def test_cookies_that_a_neighbour_host_sets(settings: Settings) -> Tries:
    """Another host of the domain, or a page without encryption, sets a cookie of the store's name.

    Browsers take one whose name begins with `__Host-` from the store's own encrypted pages alone.
    """
    for path, constants in COOKIES.items():
        written: dict[str, object] = {"__file__": str(REPOSITORY / path), "__name__": "vintner.production"}
        exec(compile(_read_source(path), path, "exec"), written)  # noqa: S102 - the store's own code, as it starts
        settings.COOKIE_PREFIX = written.get("COOKIE_PREFIX", settings.COOKIE_PREFIX)
        for constant in constants:
            name = getattr(written[constant], "cookie", written[constant])
            yield f"{path}: {constant}", not str(name).startswith("__Host-")
