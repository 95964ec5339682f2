"""A subscriber changes the payment method of all subscriptions, skips a box, cancels, and takes it back."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.journeys import shopper
from tests.journeys.everybody import check_here
from tests.journeys.live import visit
from tests.journeys.states.cards import CARDS_PAGE, keep_a_card
from tests.journeys.states.pages import arrive
from tests.journeys.store.running_store import RunningStore

LIST = "/my-source/subscriptions/"
SUBSCRIBE = """
from vintner.customers.models import User
from vintner.payments.models import SavedMethod
from vintner.subscriptions.links import cancel_url, skip_url
from vintner.testing.builders import make_subscription
from vintner.testing.builders.amounts import NUMBERS
user = User.objects.get(email="{email}")
for _ in range(100 * user.pk):  # the builders' names begin anew with each program
    next(NUMBERS)
method = SavedMethod.objects.get(customer__user=user)
opened = [make_subscription(user=user, method=method) for _ in range(2)]
box = opened[0].boxes.get(number=2)
print(skip_url(box), cancel_url(opened[0]))
"""


@pytest.fixture
def links(page: Page, store: RunningStore) -> tuple[str, str]:
    """The links of an e-mail that skip a box and cancel, of a customer with two subscriptions and one card."""
    said = store.run_code(SUBSCRIBE.format(email=keep_a_card(page)))
    skip, cancel = (re.sub(r"^https?://[^/]+", "", url) for url in said.split())
    return skip, cancel


def open_first(page: Page) -> None:
    """Open the subscription that was made first, the last one of the list."""
    arrive(page, LIST)
    page.get_by_role("list", name="Your subscriptions").get_by_role("link").last.click()
    expect(page.get_by_role("heading", name="What happens next")).to_be_visible()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_the_method_of_all_is_changed_with_the_bank_s_yes_then_it_is_skipped_cancelled_and_goes_on(
    page: Page, links: tuple[str, str]
) -> None:
    open_first(page)
    check_here(page, "a subscription")
    page.get_by_role("link", name="Change payment method").click()
    expect(page.get_by_text("Choose a new payment method. Next payment is due")).to_be_visible()
    page.get_by_role("radio", name="Use a new card").check()
    shopper.fill_card(page, shopper.CHALLENGED)
    check_here(page, "the change of a method")
    expect(page.get_by_role("checkbox", name="Use this payment method for all")).to_be_checked()
    press(page, "Change payment method")
    shopper.answer_bank(page, "Complete")
    expect(page.get_by_text("Payment method updated for all your current subscriptions.")).to_be_visible()
    expect(page.get_by_text("Visa ending in 3155").first).to_be_visible()
    arrive(page, CARDS_PAGE)
    expect(page.get_by_text(re.compile(r"Pays for subscriptions \d+, \d+\."))).to_have_count(1)

    open_first(page)
    press(page, "Skip the next box")
    expect(page.get_by_text("The box is skipped.")).to_be_visible()
    press(page, "Undo")
    expect(page.get_by_text("The box is not skipped after all.")).to_be_visible()
    page.get_by_text("Cancel", exact=True).click()
    expect(page.get_by_text("It ends on")).to_be_visible()
    press(page, "Yes, cancel the subscription")
    expect(page.get_by_text("The subscription is canceled.")).to_be_visible()
    press(page, "Reactivate")
    expect(page.get_by_text(re.compile("^The cancellation was taken back. Boxes come as before."))).to_be_visible()


@pytest.mark.sweep
def test_the_bank_s_no_leaves_the_old_card_and_says_so_above_the_form(page: Page, links: tuple[str, str]) -> None:
    open_first(page)
    page.get_by_role("link", name="Change payment method").click()
    page.get_by_role("radio", name="Use a new card").check()
    shopper.fill_card(page, shopper.CHALLENGED)
    press(page, "Change payment method")
    shopper.answer_bank(page, "Fail")
    expect(page.locator(".woocommerce-MyAccount-content [role=alert], #payment [role=alert]").first).to_be_visible()
    open_first(page)
    expect(page.get_by_text("Visa ending in 4242").first).to_be_visible()


def test_links_of_an_e_mail_skip_and_cancel_with_a_press_each_and_without_javascript(
    plain: Page, links: tuple[str, str]
) -> None:
    skip, cancel = links
    visit(plain, skip)
    press(plain, "Skip this box")
    expect(plain.get_by_role("heading", name="The box is skipped")).to_be_visible()
    press(plain, "Undo")
    expect(plain.get_by_role("heading", name="The box comes after all")).to_be_visible()
    visit(plain, cancel)
    press(plain, "Cancel it now")
    expect(plain.get_by_role("heading", name="The subscription is canceled")).to_be_visible()
