"""The pages of a customer's account, and the steps that lead into it."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.journeys.states.pages import State, log_in
from vintner.demo.people import CUSTOMER


def see(heading: str) -> Callable[[Page], None]:
    """Return what logs in on the way to a page with this heading."""

    def prepare(page: Page) -> None:
        log_in(page)
        expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()

    return prepare


def mistake_the_details(page: Page) -> None:
    see("Account details")(page)
    page.get_by_label("Last name").fill("")
    page.get_by_label("Date of birth").fill("31/31/2000")
    page.get_by_label("Phone", exact=False).last.fill("1")
    page.get_by_label("Current password").fill("wrong")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_text("Date of birth should look like mm/dd/yyyy.")).to_be_visible()
    page.get_by_role("navigation", name="Your account").locator("details").evaluate("menu => { menu.open = true }")


def be_asked_for_the_password(page: Page) -> None:
    see("Confirm that it is you")(page)
    page.get_by_role("textbox", name="Password").fill("wrong")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("Incorrect password")).to_be_visible()


def open_an_order(page: Page) -> None:
    see("Orders")(page)
    page.get_by_role("main").get_by_role("link", name=re.compile(r"^Order ")).first.click()
    expect(page.get_by_role("heading", name="Order details")).to_be_visible()


def be_about_to_erase(page: Page) -> None:
    see("Confirm that it is you")(page)
    page.get_by_role("textbox", name="Password").fill(CUSTOMER.password)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", name="What stays, and why")).to_be_visible()


def enter_a_wrong_code(page: Page) -> None:
    page.get_by_label("Email address").fill(CUSTOMER.email)
    page.get_by_role("button", name="Email me a login code").click()
    page.get_by_label("Code").fill("WRONG")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_text("Incorrect code.")).to_be_visible()


def of_account(path: str) -> str:
    return f"/my-source/?next=/my-source/{path}"


ACCOUNT = [
    State("orders of an account", of_account("orders/"), see("Orders")),
    State("order of an account", of_account("orders/"), open_an_order),
    State("addresses", of_account("edit-address/"), see("Addresses")),
    State("account details with mistakes", of_account("edit-account/"), mistake_the_details, "422"),
    State("alerts", of_account("alerts/"), see("Alerts")),
    State("security", of_account("security/"), see("Security")),
    State("password asked for again", of_account("change-email/"), be_asked_for_the_password, "400"),
    State("privacy", of_account("privacy/"), see("Privacy")),
    State("account about to be erased", of_account("privacy/erase/"), be_about_to_erase),
    State("mailed code, wrong", "/my-source/mailed-code/", enter_a_wrong_code, "400"),
]
