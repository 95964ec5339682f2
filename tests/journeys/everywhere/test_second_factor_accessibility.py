"""Everybody can add a second factor and log in with it: its steps, one after the other, by one account."""

import re
import time

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from playwright.sync_api import Page, expect

from tests.journeys.everybody import check
from tests.journeys.live import visit
from tests.journeys.new_account import PASSWORD, confirm_email, confirm_password, register
from tests.journeys.shopper import new_word
from tests.journeys.states.pages import log_in
from tests.journeys.visitors import Complaints

WRONG = "000000"


def send_code(page: Page, code: str, button: str) -> None:
    page.get_by_role("textbox", name="Code").fill(code)
    page.get_by_role("button", name=button, exact=True).click()
    if code == WRONG:
        expect(page.get_by_text("Incorrect code.")).to_be_visible()


def code_of(page: Page) -> str:
    """Return the code that an app would show now, by the key on the page."""
    key = re.findall(r"in the app: ([A-Z2-7 ]+)", page.get_by_role("main").inner_text())[0]
    return str(format_hotp_value(hotp_value(key.replace(" ", ""), int(time.time()) // 30)))


@pytest.mark.sweep
def test_every_step_of_a_second_factor(still: Page, complaints: Complaints) -> None:
    complaints.expected.append("400")
    page, email = still, f"{new_word()}@example.com"
    register(page, email)
    confirm_email(page, email)
    visit(page, "/my-source/security/")
    page.get_by_role("link", name="Add an authenticator app").click()
    confirm_password(page)
    send_code(page, WRONG, "Turn on")
    check(page, "adding an app, wrong code")
    send_code(page, code_of(page), "Turn on")
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    check(page, "recovery codes")

    visit(page, "/my-source/security/")
    page.get_by_role("link", name="Add a passkey").click()
    expect(page.get_by_role("heading", name="Add a passkey")).to_be_visible()
    check(page, "adding a passkey")

    page.context.clear_cookies(name="sessionid")
    visit(page, "/my-source/")
    log_in(page, PASSWORD, email=email)
    expect(page.get_by_role("heading", name="Confirm that it is you")).to_be_visible()
    send_code(page, WRONG, "Continue")
    check(page, "second factor at the log-in, wrong code")
