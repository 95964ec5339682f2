"""A customer's account of its own, for journeys that change or close it."""

import re

from playwright.sync_api import Page, expect

from tests.journeys.live import visit

PASSWORD = "violet tractor seven moons"


def register(page: Page, email: str) -> None:
    visit(page, "/my-source/?section=register")
    page.locator("[name=xoo_el_reg_email]").fill(email)
    page.locator("[name=xoo_el_reg_fname]").fill("Ada")
    page.locator("[name=xoo_el_reg_lname]").fill("Reis")
    page.locator("[name=xoo_el_reg_pass]").fill(PASSWORD)
    page.locator("[name=xoo_el_reg_pass_again]").fill(PASSWORD)
    page.locator("[name=xoo_el_reg_terms]").check()
    page.get_by_role("button", name="Sign Up").click()
    expect(page.get_by_role("link", name="Security")).to_be_visible()


def confirm_email(page: Page, email: str) -> None:
    """Open the link in the first e-mail."""
    visit(page, "/outbox/")
    page.get_by_role("link", name="account has been created").first.click()
    link = page.get_by_text(re.compile(r"/confirm-e-mail/")).first.inner_text()
    path = re.findall(r"/my-source/confirm-e-mail/\S+", link)[0]
    visit(page, path)
    expect(page.get_by_text(f"Is {email} your address?")).to_be_visible()
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("Your email address is confirmed.")).to_be_visible()


def confirm_password(page: Page) -> None:
    page.get_by_role("textbox", name="Password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
