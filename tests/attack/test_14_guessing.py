"""14. Passwords and codes are not guessed at any form, and the key of a reset works once, for its own account."""

from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from pytest_django import Settings

from bench.accounts.browser import PASSWORD, AccountBrowser, mailed
from bench.accounts.guesses import OPENED, TESTED, Guess, by_admin, by_call, by_changing, by_confirming, by_page
from tests.attack.attack import FULL, Tries, attack, replaced, setting, without_limits
from vintner.accounts.auth_forms.tests.visitor import Visitor
from vintner.accounts.engine import password_reset
from vintner.customers.models import User
from vintner.orders.models import Email
from vintner.testing.builders import make_user
from vintner.web.client_address import BrowserInfo
from vintner.web.models import Tries as Counts

ADA, EVE, NEW = "ada@example.com", "eve@example.com", "copper lantern nine rivers"
MOST, GUESSES = (10, 1_000) if FULL else (3, 6)
FORMS: tuple[tuple[Guess, bool], ...] = (
    (by_page, False),
    (by_call, False),
    (by_admin, False),
    (by_confirming, True),
    (by_changing, True),
)
"""The forms that take a password, and whether they stand inside the account."""


@pytest.fixture(autouse=True)
def _few_tries(settings: Settings) -> None:
    limits = dict.fromkeys(("log_in", "log_in_from", "log_in_to"), (MOST, 900))
    settings.LIMITS = {**settings.LIMITS, **limits}


@attack(without=without_limits("log_in", "log_in_from", "log_in_to"))
@pytest.mark.parametrize("spoofed", ["", "198.51.100."], ids=["one address", "as if from many"])
def test_guessing_at_every_form(served: str, spoofed: str) -> Tries:
    """After many wrong passwords the right one is refused as well. More of it: bench/accounts/guesses.py."""
    make_user(ADA, password=PASSWORD, is_staff=True)
    for guess, is_inside in FORMS:
        Counts.objects.all().delete()
        inside = AccountBrowser(served)
        if is_inside:
            inside.log_in(ADA)
        browsers = list(_browsers(inside, spoofed))
        came = Counter(guess(each, ADA, f"wrong {number}") for number, each in enumerate(browsers))
        yield f"{guess.__name__}: {came[TESTED]} tested", came[TESTED] > MOST
        yield f"{guess.__name__}: then the right one", guess(browsers[0], ADA, PASSWORD) == OPENED


def _browsers(inside: AccountBrowser, spoofed: str) -> Iterator[AccountBrowser]:
    for number in range(GUESSES):
        headers = {"X-Forwarded-For": f"{spoofed}{number % 250}"} if spoofed else {}
        yield AccountBrowser(inside.address, inside.cookies, headers)


def _any_key(user_id: str, token: str) -> User | None:
    return User.objects.filter(pk=password_reset._read_id(user_id)).first()


@attack(without=replaced("vintner.accounts.engine.password_reset.find_user", _any_key))
@pytest.mark.django_db
def test_keys_of_resets() -> Tries:
    """A key that was used, of somebody else, of another state of the account, or made up."""
    for says, makes in KEYS.items():
        make_user(ADA, password=PASSWORD)
        make_user(EVE, password=PASSWORD)
        user_id, token = makes()
        User.objects.filter(email=ADA).update(first_name="unchanged")
        sent = {"rp_login": user_id, "rp_key": token, "xoo-el-rp-pass": NEW, "xoo-el-rp-pass-again": NEW}
        Visitor().sends("resetPassword", **sent)
        yield says, User.objects.get(email=ADA).check_password(NEW)
        User.objects.all().delete()


def _key(email: str = ADA) -> tuple[str, str]:
    password_reset.request_reset(email)
    *_, user_id, token, _ = mailed("password_reset", email).split("/")
    return user_id, token


def _used() -> tuple[str, str]:
    key = _key()
    password_reset.reset_password(*key, "nine quiet herons on a wall", BrowserInfo())
    return key


def _others() -> tuple[str, str]:
    return _key()[0], _key(EVE)[1]


def _from_before() -> tuple[str, str]:
    key = _key()
    user = User.objects.get(email=ADA)
    user.set_password("nine quiet herons on a wall")
    user.save()
    return key


def _made_up() -> tuple[str, str]:
    return _key()[0], "c0ffee-" + "0" * 32


KEYS: dict[str, Callable[[], tuple[str, str]]] = {
    "used": _used,
    "somebody else's": _others,
    "from before a change": _from_before,
    "made up": _made_up,
}


@attack(without=setting(ALLOWED_HOSTS=["*"]))
@pytest.mark.django_db
def test_a_mailed_link_to_another_host() -> Tries:
    """Whoever asks for a link by a Host of their own would get the key of the victim's press."""
    make_user(ADA)
    for host in ("evil.example", "testserver.evil.example", "evil.example:80", "testserver@evil.example"):
        for name in ("Host", "X-Forwarded-Host"):
            answer = Client().post("/my-source/lost-password/", {"user_login": ADA}, headers={name: host})
            is_taken = name == "Host" and answer.status_code == 302
            yield f"{name}: {host}", is_taken or "evil.example" in _last_mail()


def _last_mail() -> str:
    mail = Email.objects.filter(kind="password_reset").last()
    return mail.text if mail else ""
