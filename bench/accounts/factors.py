"""Second factors of customers who are guessed at and raced against."""

import json
import time

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value

from bench.accounts.browser import AccountBrowser, where_to
from vintner.accounts.security.tests.authenticator import SoftPasskey

APP, PASSKEYS = "/my-source/security/app/", "/my-source/security/passkeys/add/"
PASSKEY = "/my-source/passkey/"


def app_code(secret: str) -> str:
    """Return the code that an authenticator app shows now."""
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))


def inside(address: str, email: str, host: str = "") -> AccountBrowser:
    """Return a browser of the customer, where the password has just been entered again."""
    browser = AccountBrowser(address, headers={"Host": host} if host else {})
    browser.log_in(email)
    browser.confirm()
    return browser


def add_app(address: str, email: str) -> tuple[str, list[str]]:
    """Add an authenticator app to the account; return its secret, and the recovery codes."""
    browser = inside(address, email)
    page = browser.get(APP)
    assert page.status_code == 200, (page.status_code, where_to(page))
    secret = str(page.json()["picture_text"]).partition(": ")[2].replace(" ", "")
    assert browser.post(APP, {"code": app_code(secret)}).status_code == 302
    return secret, list(browser.get("/my-source/security/recovery-codes/").json()["codes"])


def add_passkey(browser: AccountBrowser, *, alone: bool = True) -> SoftPasskey:
    """Add a passkey to the account of a browser that has just entered the password: one that opens it alone, or one
    that is a second factor.
    """
    passkey, path = SoftPasskey(alone=alone), PASSKEYS if alone else f"{PASSKEYS}?second"
    options = browser.get(path).json()["passkey"]["options"]
    answer = browser.post(path, {"name": "Phone", "credential": passkey.create(options)})
    assert answer.status_code == 302
    return passkey


def ask_passkey(browser: AccountBrowser, passkey: SoftPasskey) -> str:
    """Return the passkey's answer to a challenge for the browser's session."""
    return passkey.use(json.dumps(browser.get(PASSKEY).json()["request_options"]))
