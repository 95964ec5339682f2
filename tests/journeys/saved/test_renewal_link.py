"""A box whose bank wants to ask its subscriber is paid by the link of the e-mail, and the subscription goes on."""

import re

from playwright.sync_api import Page, expect

from tests.journeys import shopper
from tests.journeys.buying.subscribing import agree_and_pay, expect_subscribed, put_box
from tests.journeys.live import visit
from tests.journeys.shopper import PASSWORD
from tests.journeys.states.pages import arrive
from tests.journeys.store.running_store import RunningStore

LIST = "/my-source/subscriptions/"
FALLS_DUE = """
import re
import httpx
from django.conf import settings
from vintner.orders.models import Email
from vintner.renewals.announcements import announce_due_boxes
from vintner.renewals.charging import renew_box
from vintner.renewals.claims import claim_due_box
from vintner.subscriptions.models import Box
from vintner.subscriptions.rules import NOTICE_AHEAD
box = Box.objects.get(subscription__email="{email}", number=2)
card = dict(payment_method=box.subscription.method.method_id, number="{number}")
httpx.post(settings.SANDBOX_URL + "/_sandbox/cards/turn", json=card).raise_for_status()
announce_due_boxes(box.due_at - NOTICE_AHEAD)
box.refresh_from_db()
while (claimed := claim_due_box(box.next_try_at)).pk != box.pk:  # boxes of other stories
    pass
renew_box(claimed, box.next_try_at)
mail = Email.objects.get(kind="subscription_action", to="{email}")
print(re.search(r"/checkout/order-pay/[^ \\n]+", mail.text)[0])
"""


def subscribe(page: Page) -> str:
    """Subscribe with a new account and a card that pays; return its e-mail address."""
    put_box(page)
    visit(page, "/checkout/classic/")
    email = f"{shopper.new_word()}@example.com"
    shopper.fill_address(page, email=email)
    page.get_by_label("Create account password").fill(PASSWORD)
    shopper.fill_card(page)
    agree_and_pay(page)
    expect_subscribed(page)
    return email


def let_the_bank_ask(store: RunningStore, email: str) -> str:
    """Have the second box fall due with a card whose bank wants to ask; return the path of the e-mail's link."""
    words = FALLS_DUE.format(email=email, number="4000002760003184")
    return store.run_code(words).split()[-1]


def test_the_bank_s_question_is_answered_by_the_link_and_the_box_is_paid(page: Page, store: RunningStore) -> None:
    link = let_the_bank_ask(store, subscribe(page))
    arrive(page, link)
    expect(page.get_by_text("Later boxes are paid with this method, too.").first).to_be_visible()
    page.get_by_role("radio", name=re.compile("ending in 4242")).check()
    for terms in page.locator("form").get_by_role("checkbox", name=shopper.TERMS).all():
        terms.check()
    shopper.press_pay(page)
    shopper.answer_bank(page, "Complete")
    order = shopper.expect_receipt(page)
    assert shopper.ledger(page, store.stack.environment["SANDBOX_URL"], order)["captured_count"] == 1
    arrive(page, LIST)
    page.get_by_role("list", name="Your subscriptions").get_by_role("link").first.click()
    expect(page.get_by_text("Active", exact=True).first).to_be_visible()
    expect(page.get_by_role("heading", name="What happens next")).to_be_visible()
    expect(page.get_by_text(re.compile("^Box 3 is charged to"))).to_be_visible()
