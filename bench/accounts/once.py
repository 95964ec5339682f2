"""Keys and codes that work once, each used fifty times at the same moment."""

from collections.abc import Callable, Sequence
from functools import partial

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator

from bench.accounts.browser import PASSWORD, AccountBrowser, mailed
from bench.accounts.factors import PASSKEY, add_app, add_passkey, app_code, ask_passkey, inside
from bench.bars import Bar
from bench.invariants.database import wipe
from bench.invariants.shoppers import run_at_once
from vintner.accounts.security.tests.authenticator import HOST
from vintner.orders.models import Email
from vintner.testing.builders import make_user

TIMES = 50
ADA = "ada@example.com"
CODE = r"^([A-Z0-9]{3,4}-?[A-Z0-9]{3,4})$"


def used_once(address: str) -> list[Bar]:
    """Use each kind of key many times at once."""
    return [
        _reset_key(address),
        _mailed_code(address),
        *_second_factors(address),
        _email_link(address),
        *_passkey(address),
    ]


def _customer() -> None:
    wipe()
    user = make_user(ADA, password=PASSWORD)
    EmailAddress.objects.create(user=user, email=ADA, primary=True, verified=True)


def _together(says: str, actions: Sequence[Callable[[], object]], successes: Callable[[], int]) -> Bar:
    answers = [timed.answer for timed in run_at_once(actions)]
    broken = sum(getattr(answer, "status_code", 200) >= 500 for answer in answers)
    count = successes()
    measured = f"{count} of {len(actions)}" + (f", {broken} × 5xx" if broken else "")
    return Bar(
        says=f"{says}, used {TIMES} times at once", measured=measured, asked="1", is_met=count == 1 and not broken
    )


def _reset_key(address: str) -> Bar:
    _customer()
    AccountBrowser(address).post("/my-source/lost-password/", {"user_login": ADA})
    *_, user_id, key, _ = mailed("password_reset", ADA).split("/")
    successes: list[bool] = []

    def use(number: int) -> None:
        new = f"{PASSWORD} and {number} stars"
        sent = {"rp_login": user_id, "rp_key": key, "xoo-el-rp-pass": new, "xoo-el-rp-pass-again": new}
        answer = AccountBrowser(address).form("resetPassword", **sent)
        if answer["error"] == 0:
            successes.append(AccountBrowser(address).log_in(ADA, new).status_code == 302)

    return _together("A reset key", [partial(use, each) for each in range(TIMES)], lambda: sum(successes))


def _mailed_code(address: str) -> Bar:
    _customer()
    browser = AccountBrowser(address)
    browser.post("/my-source/mailed-code/", {"email": ADA})
    code = mailed("login_code", ADA, CODE)
    return _in_one_session(browser, "A mailed code", "/my-source/mailed-code/enter/", {"code": code})


def _in_one_session(browser: AccountBrowser, says: str, path: str, fields: dict[str, str]) -> Bar:
    """Use a key in copies of one browser, which an attacker who reads its cookies has."""
    copies = [browser.copy() for _ in range(TIMES)]
    actions = [partial(each.post, path, fields) for each in copies]
    return _together(says, actions, lambda: sum(each.is_inside for each in copies))


def _second_factors(address: str) -> list[Bar]:
    _customer()
    secret, codes = add_app(address, ADA)
    bars = []
    for says, code in (("A recovery code", codes[0]), ("A code of the authenticator app", "")):
        browsers = [AccountBrowser(address) for _ in range(TIMES)]
        run_at_once([partial(each.log_in, ADA) for each in browsers], side_by_side=8)
        sent = {"code": code or app_code(secret)}
        actions = [partial(each.post, "/my-source/second-factor/", sent) for each in browsers]
        bars.append(_together(says, actions, partial(_count_inside, browsers)))
    return bars


def _count_inside(browsers: Sequence[AccountBrowser]) -> int:
    return sum(each.is_inside for each in browsers)


def _email_link(address: str) -> Bar:
    _customer()
    browser = inside(address, ADA)
    browser.post("/my-source/change-email/", {"email": "new@example.com"})
    link = mailed("confirm_email", "new@example.com")
    actions = [partial(browser.copy().post, link) for _ in range(TIMES)]
    return _together("A link that changes the email address", actions, Email.objects.filter(kind="email_changed").count)


def _passkey(address: str) -> list[Bar]:
    _customer()
    add_passkey_to = inside(address, ADA, HOST)
    passkey = add_passkey(add_passkey_to)
    assert Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN).count() == 1
    browser = AccountBrowser(address, headers={"Host": HOST})
    credential = ask_passkey(browser, passkey)
    waiting = browser.copy()
    bar = _in_one_session(browser, "A passkey's answer", PASSKEY, {"credential": credential})
    waiting.post(PASSKEY, {"credential": credential})
    other = AccountBrowser(address, headers={"Host": HOST})
    ask_passkey(other, passkey)
    other.post(PASSKEY, {"credential": credential})
    again = int(waiting.is_inside) + int(other.is_inside)
    return [bar, Bar(says="A passkey's answer, sent again later", measured=str(again), asked="0", is_met=again == 0)]
