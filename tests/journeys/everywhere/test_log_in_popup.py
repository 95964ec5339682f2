"""Guests log in and register wherever they are: in the popup, or on a page without JavaScript."""

from playwright.sync_api import Page, expect

from tests.journeys import shopper
from tests.journeys.live import visit
from tests.journeys.states.pages import arrive

PASSWORD = "violet tractor seven moons"


def fill_registration(page: Page) -> None:
    page.get_by_label("First name").fill("Ana")
    page.get_by_label("Last name").fill("Reis")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Confirm password").fill(PASSWORD)
    page.get_by_label("I accept the Terms").check()


def test_a_guest_registers_in_the_popup_by_keyboard_and_stays_where_she_was(page: Page) -> None:
    arrive(page, "/producer/")
    link = page.get_by_role("link", name="Your account").first
    link.press("Enter")
    popup = page.get_by_role("dialog", name="Log in or sign up")
    expect(popup.get_by_label("Email address")).to_be_focused()
    page.keyboard.press("Escape")
    expect(popup).to_have_count(0)
    expect(link).to_be_focused()
    link.press("Enter")
    expect(popup.get_by_label("Email address")).to_be_focused()
    page.keyboard.type(f"{shopper.new_word()}@example.com")
    page.keyboard.press("Enter")
    expect(page.get_by_text("We couldn't find your account. Please register.")).to_be_visible()
    fill_registration(page)
    page.get_by_role("button", name="Sign Up").click()
    page.wait_for_url("**/producer/?register=success")
    visit(page, "/my-source/")
    expect(page.get_by_role("heading", name="Hello, Ana Reis")).to_be_visible()


def test_04_without_javascript_a_guest_registers_on_a_page(plain: Page) -> None:
    visit(plain, "/my-source/?next=/producer/")
    plain.get_by_role("link", name="Sign up", exact=True).click()
    plain.get_by_label("Email address").fill(f"{shopper.new_word()}@example.com")
    fill_registration(plain)
    plain.get_by_role("button", name="Sign Up").click()
    plain.wait_for_url("**/producer/?register=success")
