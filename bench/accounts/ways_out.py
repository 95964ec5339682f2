"""Redirects to other sites, however they are spelt, at every form that leads on."""

import re
from collections.abc import Callable
from functools import partial
from itertools import count
from urllib.parse import quote

from allauth.account.models import EmailAddress

from bench.accounts.browser import PASSWORD, AccountBrowser, mailed, where_to
from bench.accounts.factors import PASSKEY, add_passkey, ask_passkey, inside
from bench.accounts.once import CODE
from bench.bars import Bar, none_of
from bench.invariants.database import wipe
from bench.invariants.shoppers import run_at_once
from tests.attack.foreign_addresses import ELSEWHERE
from vintner.accounts.security.tests.authenticator import HOST
from vintner.testing.builders import make_user

ADA, EVE, STAFF = "ada@example.com", "eve@example.com", "manager@example.com"
CALLED = "xoo_el_redirect"
Way = Callable[[str], str]
"""Goes through a form that is told to lead to an address; returns where it leads."""


def stay_in_the_store(address: str) -> list[Bar]:
    """Go through every form with every spelling."""
    wipe()
    for email in (ADA, EVE):
        user = make_user(email, password=PASSWORD)
        EmailAddress.objects.create(user=user, email=email, primary=True, verified=True)
    make_user(STAFF, password=PASSWORD, is_staff=True, is_superuser=True)
    return [_bar(says, way, side_by_side) for says, way, side_by_side in _Ways(address).all()]


def _bar(says: str, way: Way, side_by_side: int) -> Bar:
    led = [timed.answer for timed in run_at_once([partial(way, each) for each in ELSEWHERE], side_by_side=side_by_side)]
    out = [location for location in led if leads_away(location)]
    seen = f"{len(led)} spellings, {sum(map(bool, led))} led on" + (f", to {out[:3]}" if out else "")
    return none_of(f"redirects to other sites: {says}", len(out), seen)


def leads_away(location: str) -> bool:
    """Return whether a browser leaves the store by this address. Browsers drop line breaks and read \\ as /."""
    read = re.sub(r"[\t\r\n]", "", location).strip("".join(map(chr, range(33)))).replace("\\", "/")
    return read.startswith("//") or re.match(r"[a-z][a-z0-9+.-]*:", read, re.IGNORECASE) is not None


class _Ways:
    """The forms that lead on."""

    def __init__(self, address: str) -> None:
        self._address, self._numbers = address, count()
        self._second = add_passkey(inside(address, EVE, HOST), alone=False)
        self._inside = inside(address, ADA)
        self._passkey = add_passkey(inside(address, ADA, HOST))

    def all(self) -> list[tuple[str, Way, int]]:
        """Return each with its name, and how many may be under way at once."""
        return [
            ("log-in page", self._log_in, 8),
            ("log-in page, as the forms’ own address", self._show, 8),
            ("log-in by the call", self._call, 8),
            ("registration", self._register, 8),
            ("mailed code", self._mailed_code, 1),
            ("passkey", self._use_passkey, 8),
            ("password asked for again", self._confirm, 8),
            ("second factor", self._second_factor, 8),
            ("reset", self._reset, 8),
            ("log-out", self._log_out, 8),
            ("/admin/ log-in", self._admin, 8),
        ]

    def _log_in(self, wanted: str) -> str:
        sent = {"username": ADA, "password": PASSWORD, "next": wanted}
        return where_to(AccountBrowser(self._address).post("/my-source/", sent))

    def _show(self, wanted: str) -> str:
        answer = AccountBrowser(self._address).get(f"/my-source/?next={quote(wanted, safe='')}")
        return str(answer.json()["forms"]["redirect"])

    def _call(self, wanted: str) -> str:
        sent = {"xoo-el-username": ADA, "xoo-el-password": PASSWORD, CALLED: wanted}
        return str(AccountBrowser(self._address).form("login", **sent)["redirect"])

    def _register(self, wanted: str) -> str:
        email = f"new{next(self._numbers)}@example.com"
        return str(register(AccountBrowser(self._address), email, **{CALLED: wanted})["redirect"])

    def _mailed_code(self, wanted: str) -> str:
        browser = AccountBrowser(self._address)
        asked = browser.post(f"/my-source/mailed-code/?next={quote(wanted, safe='')}", {"email": ADA})
        code = mailed("login_code", ADA, CODE)
        return where_to(browser.post(where_to(asked), {"code": code, "next": wanted}))

    def _use_passkey(self, wanted: str) -> str:
        browser = AccountBrowser(self._address, headers={"Host": HOST})
        sent = {"credential": ask_passkey(browser, self._passkey), "next": wanted}
        return str(browser.post(PASSKEY, sent).json()["redirect"])

    def _confirm(self, wanted: str) -> str:
        path = f"/my-source/confirm/?next={quote(wanted, safe='')}"
        return where_to(self._inside.copy().post(path, {"password": PASSWORD, "next": wanted}))

    def _second_factor(self, wanted: str) -> str:
        browser = AccountBrowser(self._address, headers={"Host": HOST})
        waits = where_to(browser.post("/my-source/", {"username": EVE, "password": PASSWORD, "next": wanted}))
        options = browser.get(waits).json()["passkey"]["options"]
        return where_to(browser.post(waits, {"credential": self._second.use(options), "next": wanted}))

    def _reset(self, wanted: str) -> str:
        browser = AccountBrowser(self._address)
        return where_to(browser.post("/my-source/lost-password/", {"user_login": ADA, "next": wanted}))

    def _log_out(self, wanted: str) -> str:
        path = f"/my-source/customer-logout/?next={quote(wanted, safe='')}"
        return where_to(AccountBrowser(self._address).post(path, {"next": wanted, "redirect_to": wanted}))

    def _admin(self, wanted: str) -> str:
        sent = {"username": STAFF, "password": PASSWORD, "next": wanted}
        return where_to(AccountBrowser(self._address).post("/admin/login/", sent))


def register(browser: AccountBrowser, email: str, **more: str) -> dict[str, object]:
    """Send the registration form of a new store; return the call's answer."""
    sent = {"email": email, "pass": PASSWORD, "pass_again": PASSWORD, "fname": "A", "lname": "B", "terms": "yes"}
    return browser.form("register", **{f"xoo_el_reg_{name}": value for name, value in sent.items()}, **more)
