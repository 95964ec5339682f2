"""A passkey from its making to its removal, with Chromium's own authenticator."""

import pytest
from playwright.sync_api import Page, expect

from bench.pages import hold
from bench.shopper import of_age
from tests.journeys import shopper
from tests.journeys.live import visit
from tests.journeys.new_account import confirm_email, confirm_password, register
from tests.journeys.shopper import new_word
from tests.journeys.store.running_store import RunningStore
from tests.journeys.visitors import Complaints, NewVisitor

SECURITY = "/my-source/security/"
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def device(store: RunningStore, new_visitor: NewVisitor) -> Page:
    """A page of Chromium with an authenticator that says yes at once. Passkeys need a name of the host: localhost."""
    url = store.url.replace("127.0.0.1", "localhost")
    page = new_visitor(base_url=url, reduced_motion="reduce")
    hold(page.context, url, of_age(store.url))
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return page


def log_out(page: Page) -> None:
    page.context.clear_cookies(name="sessionid")


def add_passkey(page: Page, email: str) -> None:
    """Open an account, and add a passkey to it."""
    register(page, email)
    confirm_email(page, email)
    visit(page, SECURITY)
    page.get_by_role("link", name="Add a passkey").click()
    confirm_password(page)
    page.get_by_role("button", name="Make the passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()


def remove_passkey(page: Page) -> None:
    visit(page, SECURITY)
    page.get_by_role("link", name="Remove").click()
    confirm_password(page)
    page.get_by_role("button", name="Remove the passkey").click()
    expect(page.get_by_text("The passkey was removed.")).to_be_visible()
    expect(page.get_by_role("list", name="Your passkeys")).to_have_count(0)


def test_the_field_of_the_log_in_offers_a_passkey_until_it_is_removed(device: Page, complaints: Complaints) -> None:
    complaints.expected.append("400")  # the removed one is refused
    page, email = device, f"{new_word()}@example.com"
    add_passkey(page, email)

    log_out(page)
    # The device answers what the field offers, so the page leaves as soon as it works.
    page.goto("/my-source/?section=login", wait_until="commit")
    expect(page.get_by_role("link", name="Security")).to_be_visible()

    log_out(page)
    shopper.add(page)
    shopper.go_to_checkout(page)
    page.locator("#billing_email").fill("half an addr")
    expect(page.get_by_text("Returning customer?")).to_have_count(0)
    expect(page.locator("#billing_email")).to_have_value(email)
    remove_passkey(page)

    log_out(page)
    visit(page, "/my-source/")
    typed = page.get_by_label("Email address").first
    typed.fill(email)
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_text("That passkey was not accepted.")).to_be_visible()
    expect(typed).to_have_value(email)
