"""Guessing passwords and codes: no form answers more guesses than the limits allow, wherever they seem to come from."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

import httpx
from allauth.account import app_settings
from allauth.account.models import EmailAddress
from django.conf import settings

from bench.accounts.browser import PASSWORD, AccountBrowser, where_to
from bench.accounts.factors import add_app
from bench.bars import Bar
from bench.invariants.database import wipe
from bench.invariants.shoppers import run_at_once
from vintner.customers.models import User
from vintner.testing.builders import make_user
from vintner.testing.store import open_store
from vintner.web.models import Tries

GUESSES, SIDE_BY_SIDE = 1_000, 24
OPENED, TESTED, REFUSED, NOBODY = "opened", "tested", "refused", "not logged in"
ADA = "ada@example.com"
Guess = Callable[[AccountBrowser, str, str], str]
"""Tries a password for an e-mail address; returns what became of it."""


def by_page(browser: AccountBrowser, email: str, password: str) -> str:
    return _by_status(browser.log_in(email, password).status_code)


def by_call(browser: AccountBrowser, email: str, password: str) -> str:
    answer = browser.form("login", **{"xoo-el-username": email, "xoo-el-password": password})
    return _by_text(str(answer["notice"])) if answer["error"] else OPENED


def by_admin(browser: AccountBrowser, email: str, password: str) -> str:
    return _by_status(browser.post("/admin/login/", {"username": email, "password": password}).status_code)


def by_confirming(browser: AccountBrowser, email: str, password: str) -> str:
    return _by_step(browser.post("/my-source/confirm/", {"password": password}))


def by_changing(browser: AccountBrowser, email: str, password: str) -> str:
    names = {"account_first_name": "A", "account_last_name": "B", "account_display_name": "C"}
    sent = names | {"password_current": password, "password_1": PASSWORD, "password_2": PASSWORD}
    return _by_step(browser.post("/my-source/edit-account/", sent))


def by_second_factor(browser: AccountBrowser, email: str, code: str) -> str:
    return _by_step(browser.post("/my-source/second-factor/", {"code": code}))


def by_mailed_code(browser: AccountBrowser, email: str, code: str) -> str:
    answer = browser.post("/my-source/mailed-code/enter/", {"code": code})
    if answer.status_code == 302:  # to a new code, once there were too many
        return REFUSED if "/mailed-code/" in answer.headers["location"] else OPENED
    return TESTED


def from_one_address(address: str) -> list[Bar]:
    """Guess at every form, from one address that says it is others. The checkout logs in by the account's form."""
    _open()
    bars = [
        _guess("log-in page", by_page, address, "log_in"),
        _guess("log-in page, spoofed X-Forwarded-For", by_page, address, "log_in", spoofs=True),
        _guess("log-in page, over many accounts", by_page, address, "log_in_from", spreads=True),
        _guess("popup's call", by_call, address, "log_in"),
        _guess("popup's call, over many accounts, spoofed", by_call, address, "log_in_from", spoofs=True, spreads=True),
        _guess("/admin/ log-in", by_admin, address, "log_in"),
    ]
    Tries.objects.all().delete()
    inside = AccountBrowser(address)
    inside.log_in(ADA)
    bars.append(_guess("password asked for again", by_confirming, address, "log_in", cookies=inside.cookies))
    bars.append(_guess("change of the password", by_changing, address, "log_in", cookies=inside.cookies))
    return [*bars, *_codes(address)]


def behind_a_proxy(address: str) -> list[Bar]:
    """Guess through a proxy that the store trusts. It adds the address that it sees to whatever it was sent."""
    _open()
    return [
        _guess("behind a proxy, spoofed X-Forwarded-For", by_page, address, "log_in", spoofs=True, seen="203.0.113.9"),
        _guess("behind a proxy, popup's call, spoofed", by_call, address, "log_in", spoofs=True, seen="203.0.113.9"),
        _guess("behind a proxy, one account from 1,000 addresses", by_page, address, "log_in_to", spoofs=True),
        _guess(
            "behind a proxy, over many accounts", by_page, address, "log_in_from", spoofs=True, spreads=True, seen="::7"
        ),
    ]


def _open() -> None:
    wipe()
    open_store()
    make_user(ADA, password=PASSWORD)


def _guess(
    says: str,
    guess: Guess,
    address: str,
    limit: str,
    *,
    spoofs: bool = False,
    spreads: bool = False,
    seen: str = "",
    cookies: dict[str, str] | None = None,
) -> Bar:
    """Guess a thousand times, then enter what is right: it is refused like the rest."""
    Tries.objects.all().delete()
    actions = []
    for number in range(GUESSES):
        email = f"{number}-{ADA}" if spreads and number % 50 else ADA
        headers = _forwarded(number, seen) if spoofs else {}
        browser = AccountBrowser(address, cookies, headers)
        actions.append(partial(guess, browser, email, f"wrong password {number}"))
    came = Counter(timed.answer for timed in run_at_once(actions, side_by_side=SIDE_BY_SIDE))
    last = guess(AccountBrowser(address, cookies, _forwarded(0, seen) if spoofs else None), ADA, PASSWORD)
    return _bar(says, came, last, settings.LIMITS[limit][0])


def _forwarded(number: int, seen: str) -> dict[str, str]:
    claimed = f"198.51.{number // 250}.{number % 250 + 1}"
    return {"X-Forwarded-For": f"{claimed}, {seen}" if seen else claimed}


def _bar(says: str, came: Counter[str], last: str, most: int) -> Bar:
    beyond = max(0, came[TESTED] - most) + came[OPENED] + (last == OPENED)
    return Bar(
        says=f"{GUESSES:,} guesses: {says}",
        measured=f"{beyond} past the limit; {came[TESTED]} tested, {came[REFUSED]} refused, then the right one {last}",
        asked=f"0 past {most}",
        is_met=beyond == 0 and came[TESTED] + came[REFUSED] == GUESSES and last == REFUSED,
    )


def _codes(address: str) -> Sequence[Bar]:
    """Guess the codes of an authenticator app and of an e-mail, in the session that waits for them."""
    Tries.objects.all().delete()
    user = User.objects.get(email=ADA)
    EmailAddress.objects.update_or_create(user=user, email=ADA, defaults={"primary": True, "verified": True})
    mailed = AccountBrowser(address)
    mailed.post("/my-source/mailed-code/", {"email": ADA})
    came = [_try_codes(by_mailed_code, mailed)]
    add_app(address, ADA)
    waiting = AccountBrowser(address)
    waiting.log_in(ADA)
    came.append(_try_codes(by_second_factor, waiting))
    return [
        _bar("a mailed code", came[0], REFUSED, app_settings.LOGIN_BY_CODE_MAX_ATTEMPTS),
        _bar("a code of the authenticator app", came[1], REFUSED, settings.LIMITS["second_factor"][0]),
    ]


def _try_codes(guess: Guess, browser: AccountBrowser) -> Counter[str]:
    actions = [partial(guess, browser.copy(), ADA, f"{number:03}A{number:03}") for number in range(GUESSES)]
    return Counter(timed.answer for timed in run_at_once(actions, side_by_side=SIDE_BY_SIDE))


def _by_status(status: int) -> str:
    return {302: OPENED, 429: REFUSED, 401: TESTED, 200: TESTED}.get(status, f"answered with {status}")


def _by_step(answer: httpx.Response) -> str:
    """Read a page that leads on when it was told what is right; without a log-in it leads to that."""
    if answer.status_code == 302:
        return NOBODY if "next=" in where_to(answer) else OPENED
    return _by_text(answer.text)


def _by_text(text: str) -> str:
    return REFUSED if "Too many tries" in text else TESTED
