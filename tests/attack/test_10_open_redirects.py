"""10. No form and no link of the store leads to another site, however its address is spelt."""

from collections.abc import Callable
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client

from tests.attack.attack import FULL, Tries, attack, replaced, replaced_everywhere, together
from tests.attack.foreign_addresses import ELSEWHERE
from vintner.accounts.auth_forms import redirects
from vintner.testing.builders import make_product, make_user

pytestmark = pytest.mark.usefixtures("store")
PASSWORD, HOST = "violet tractor seven moons", "testserver"


def _goes_elsewhere(location: str) -> bool:
    """Return whether a browser would leave the store, by what the URL standard does to an address."""
    stripped = "".join(each for each in location.strip("\x00\x01\x08\x1f ") if each not in "\t\n\r")
    try:
        target = urlsplit(urljoin(f"http://{HOST}/a/b", stripped.replace("\\", "/").replace("。", ".")))
    except ValueError:  # no address: a browser stays where it is
        return False
    return target.scheme not in ("http", "https") or target.netloc != HOST


def _by_log_in(wanted: str) -> str:
    return _log_in("/my-source/", {"xoo_el_redirect": wanted})


def _by_next(wanted: str) -> str:
    return _log_in("/my-source/", {"next": wanted})


def _by_admin(wanted: str) -> str:
    return _log_in("/admin/login/", {"next": wanted})


def _by_age_gate(wanted: str) -> str:
    return _post("/age/", {"answer": "yes", "back": wanted})


def _by_ship_to(wanted: str) -> str:
    return _post("/ship-to/", {"place": "94110", "back": wanted}, {"Origin": f"http://{HOST}"})


def _by_referer(wanted: str) -> str:
    """Put a wine into the cart from a page whose address has another one for its path."""
    wine = make_product()
    headers = {"Referer": f"http://{HOST}/{wanted}" if wanted.startswith("/") else wanted}
    if not wanted.isascii() or not wanted.isprintable():
        headers = {}
    return _post("/cart/add/", {"add-to-cart": str(wine.pk)}, headers)


def _log_in(form: str, fields: dict[str, str]) -> str:
    return _post(form, {"username": "ada@example.com", "password": PASSWORD, **fields})


def _post(path: str, fields: dict[str, str], headers: dict[str, str] | None = None) -> str:
    """Return where the form leads."""
    answer = Client(raise_request_exception=False).post(path, fields, headers=headers or {})
    return answer.headers.get("Location", "/")


def _by_rule(wanted: str) -> str:
    """Ask what the forms of the account ask, without logging in."""
    return redirects.own_address(wanted, host=HOST, is_secure=False, default="/my-source/")


QUICK: tuple[Callable[[str], str], ...] = (_by_rule, _by_age_gate, _by_ship_to)
SLOW: tuple[Callable[[str], str], ...] = (_by_log_in, _by_next, _by_admin, _by_referer)
WAYS = (*QUICK, *SLOW)
NO_CHECKS = together(
    replaced_everywhere(
        "vintner.accounts.auth_forms.redirects", "own_address", lambda wanted, **_: wanted.strip() or "/"
    ),
    replaced_everywhere("vintner.web.client_address", "local_path", lambda path: path),
    replaced("vintner.web.client_address.url_has_allowed_host_and_scheme", lambda *_: True),
)


@attack(without=NO_CHECKS)
def test_every_spelling_in_every_form() -> Tries:
    make_user("ada@example.com", password=PASSWORD, is_staff=True)
    for number, wanted in enumerate(ELSEWHERE):
        for way in _ways_of(number):
            yield f"{way.__name__}: {wanted[:60]!r}", _goes_elsewhere(way(wanted))


def _ways_of(number: int) -> tuple[Callable[[str], str], ...]:
    """Return how a spelling is tried: in all ways by `make attacks`, in a test mostly in those that are quick."""
    if FULL:
        return WAYS
    return (*QUICK, SLOW[number % len(SLOW)]) if number % 8 == 0 else QUICK
