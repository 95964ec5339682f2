"""Every state of the pages after the order, and the ways that lead there."""

from time import monotonic

from playwright.sync_api import Page, expect

from tests.journeys import shopper
from tests.journeys.live import reload, visit
from tests.journeys.patience import PATIENCE_SECONDS
from tests.journeys.states.checkout import to_the_checkout
from tests.journeys.states.pages import State, arrive, stay

UNPAID, TRY_AGAIN = "Your order at Vintner was unsuccessful", "Try again"


def buy(page: Page, card: str = shopper.PAID) -> str:
    """Go through the checkout as a guest; return the e-mail address, which nobody else has."""
    to_the_checkout(page)
    email = f"{shopper.new_word()}@example.com"
    shopper.fill_address(page, email=email)
    shopper.fill_card(page, card)
    shopper.pay(page)
    return email


def be_declined(page: Page) -> str:
    """Leave an order behind that is not paid; return its e-mail address."""
    email = buy(page, shopper.DECLINED)
    expect(page.get_by_role("alert").filter(has_text="The card was declined.").first).to_be_visible()
    return email


def open_mail(page: Page, to: str, subject: str, button: str) -> None:
    """Press the button of an e-mail, as soon as it is in the outbox."""
    mail = page.get_by_role("link", name=subject).filter(has_text=to).first
    end = monotonic() + PATIENCE_SECONDS
    visit(page, "/outbox/")
    while not mail.count() and monotonic() < end:  # a job may have to write it first
        reload(page)
    mail.click()
    link = page.frame_locator("iframe").get_by_role("link", name=button).get_attribute("href")
    assert link
    visit(page, link)


def have_a_receipt(page: Page) -> None:
    buy(page)
    shopper.expect_receipt(page)


def mistake_the_new_password(page: Page) -> None:
    have_a_receipt(page)
    page.get_by_label("Choose a password").fill("short")
    expect(page.get_by_text("Please enter a stronger password.")).to_be_visible()


def be_about_to_pay(page: Page) -> None:
    open_mail(page, be_declined(page), UNPAID, TRY_AGAIN)
    expect(page.get_by_role("heading", name="Pay for order")).to_be_visible()


def forget_the_terms(page: Page) -> None:
    be_about_to_pay(page)
    shopper.press_pay(page)
    expect(page.get_by_role("link", name="Please read and accept the terms")).to_be_visible()


def be_about_to_cancel(page: Page) -> None:
    be_about_to_pay(page)
    page.get_by_role("link", name="See the order").click()
    page.get_by_text("Cancel this order").click()
    expect(page.get_by_role("button", name="Yes, cancel it")).to_be_visible()


def ask_for_the_link(page: Page, number: str = "1", email: str = "nobody@example.com") -> None:
    arrive(page, "/checkout/find-order/")
    page.get_by_label("Order number").fill(number)
    page.get_by_label("Email address of the order").fill(email)
    page.get_by_role("button", name="Send me the link").click()
    expect(page.get_by_role("heading", name="Check your inbox")).to_be_visible()


def mistake_the_number(page: Page) -> None:
    page.get_by_label("Order number").fill("twelve")
    page.get_by_label("Email address of the order").fill("nobody@example.com")
    page.get_by_role("button", name="Send me the link").click()
    expect(page.get_by_label("Order number")).to_have_attribute("aria-invalid", "true")


AFTER_ORDER = [
    State("receipt, paid by a guest", "/checkout/", have_a_receipt),
    State("receipt, weak password", "/checkout/", mistake_the_new_password),
    State("receipt, about to cancel", "/checkout/", be_about_to_cancel),
    State("order-pay", "/checkout/", be_about_to_pay),
    State("order-pay, terms forgotten", "/checkout/", forget_the_terms),
    State("find an order", "/checkout/find-order/", stay),
    State("find an order, mistaken", "/checkout/find-order/", mistake_the_number),
    State("find an order, asked", "/checkout/find-order/", ask_for_the_link),
    State("link too old", "/checkout/find-order/1:old:link/", stay),
]
