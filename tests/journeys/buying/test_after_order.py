"""After the order: the receipt on screen and on paper, an account in one step, the way back to it."""

import io
import re

from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.journeys import shopper
from tests.journeys.live import visit
from tests.journeys.states.orders import ask_for_the_link, be_about_to_cancel, buy, open_mail

PASSWORD = "violet tractor seven moons"


def test_40_a_guest_makes_an_account_in_one_step(page: Page) -> None:
    email = buy(page)
    order = shopper.expect_receipt(page)
    offer = page.get_by_role("region", name="Keep this order in an account")
    expect(offer.get_by_text(email)).to_be_visible()
    offer.get_by_label("Choose a password").fill("short")
    expect(offer.get_by_text("Very weak - Please enter a stronger password.")).to_be_visible()
    expect(offer.get_by_role("button", name="Create my account")).to_be_disabled()
    offer.get_by_label("Choose a password").fill(PASSWORD)
    offer.get_by_role("button", name="Create my account").click()
    expect(page.get_by_text("Your account is there, with this order in it.")).to_be_visible()
    expect(offer).to_have_count(0)
    page.get_by_role("link", name="Your account").last.click()
    expect(page.get_by_role("link", name=f"Order {order}", exact=True)).to_be_visible()


def test_40_the_receipt_says_what_happens_next_and_fits_one_sheet(page: Page) -> None:
    email = buy(page)
    order = shopper.expect_receipt(page)
    expect(page.get_by_role("region", name="What happens next").get_by_text(email)).to_be_visible()
    page.emulate_media(media="print")
    for role, name in (("button", "Print this page"), ("button", "Order again"), ("link", "Invoice (PDF)")):
        expect(page.get_by_role(role, name=name)).to_be_hidden()  # type: ignore[arg-type]
    expect(page.get_by_role("navigation", name="Main")).to_be_hidden()
    expect(page.get_by_label("Choose a password")).to_be_hidden()
    sheets = PdfReader(io.BytesIO(page.pdf(format="Letter"))).pages
    assert len(sheets) == 1
    text = sheets[0].extract_text()
    for words in (order, "Harbor Row", "1 Main St", "Total"):
        assert words in text


def test_40_the_invoice_is_a_paper_of_the_same_order(page: Page) -> None:
    buy(page)
    order = shopper.expect_receipt(page)
    total = page.locator("[data-total]").inner_text()
    path = page.get_by_role("link", name="Invoice (PDF)").get_attribute("href")
    assert path
    text = PdfReader(io.BytesIO(page.request.get(path).body())).pages[0].extract_text()
    assert f"Invoice {order}" in text
    assert total in text


def test_a_guest_finds_the_order_by_a_mailed_link(page: Page) -> None:
    email = buy(page)
    order = shopper.expect_receipt(page)
    for forgotten in ("sessionid", "vintner_cart"):
        page.context.clear_cookies(name=forgotten)
    ask_for_the_link(page, order, email)
    open_mail(page, email, f"The link to your Vintner order #{order}", "View your order")
    expect(page.get_by_role("heading", name=f"Order {order}")).to_be_visible()
    page.get_by_role("button", name="Order again").click()
    expect(page.get_by_text(re.compile(rf"of order {order} put into your cart"))).to_be_visible()


def test_a_declined_order_can_be_cancelled(page: Page) -> None:
    be_about_to_cancel(page)
    expect(page.get_by_role("heading", name="Your payment did not go through")).to_be_visible()
    page.get_by_role("button", name="Yes, cancel it").click()
    expect(page.get_by_text("Your order was cancelled.")).to_be_visible()
    expect(page.get_by_role("heading", name="This order was canceled")).to_be_visible()


def test_without_javascript_the_way_back_works_too(plain: Page) -> None:
    visit(plain, "/checkout/find-order/")
    plain.get_by_label("Order number").fill("12")
    plain.get_by_label("Email address of the order").fill("nobody@example.com")
    plain.get_by_role("button", name="Send me the link").click()
    expect(plain.get_by_role("heading", name="Check your inbox")).to_be_visible()
