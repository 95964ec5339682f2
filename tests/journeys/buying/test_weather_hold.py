"""Wine that bad weather would meet on its way: told beside the delivery, chosen, and told again after the order."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.utils.timezone import localdate
from playwright.sync_api import Page, expect

from tests.journeys import everybody, shopper
from tests.journeys.live import visit
from tests.journeys.states.checkout import to_the_block_checkout
from tests.journeys.states.pages import arrive
from tests.journeys.store.running_store import RunningStore
from tests.journeys.wallet_sheet import notice, open_sheet, rates, sheet

OREGON = {"state": "OR", "city": "Portland", "postcode": "97201"}
SAFE, NOW = re.compile("^Ship when it is safe – leaves "), re.compile("^Ship now – arrives ")
NOTICE = "Freezing weather can spoil wine on its way to Oregon."
HELD = re.compile(r"[Hh]eld for milder weather until \w+ \d+, \d{4}")


@contextmanager
def freezing(store: RunningStore, place: str) -> Iterator[None]:
    """Have it freeze in a state these weeks."""
    first, last = (localdate() + timedelta(days=days) for days in (-20, 20))
    days = f"first_month={first.month}, first_day={first.day}, last_month={last.month}, last_day={last.day}"
    store.run_code(
        "from vintner.shipping.models import HoldSeason\n"
        f"HoldSeason.objects.create(kind='cold', {days}, places=[{place!r}])"
    )
    try:
        yield
    finally:
        store.run_code(
            f"from vintner.shipping.models import HoldSeason\nHoldSeason.objects.filter(places=[{place!r}]).delete()"
        )


@pytest.fixture
def frost(store: RunningStore) -> Iterator[None]:
    """Have it freeze in Oregon: no other story sends wine there."""
    with freezing(store, "US-OR"):
        yield


@pytest.fixture
def frost_at_home(store: RunningStore) -> Iterator[None]:
    """Have it freeze where the wallet's owner lives."""
    with freezing(store, "US-CA"):
        yield


pytestmark = pytest.mark.usefixtures("frost")


def test_a_choice_of_the_checkout_stays_and_is_told_on_the_receipt(page: Page) -> None:
    shopper.add(page)
    shopper.go_to_checkout(page)
    expect(page.get_by_role("group", name="Freezing weather")).to_have_count(0)
    shopper.fill_address(page, **OREGON)
    expect(page.locator("#announcements")).to_have_text(NOTICE)
    expect(page.get_by_role("group", name="Freezing weather")).to_be_visible()
    expect(page.get_by_role("radio", name=SAFE)).to_be_checked()
    everybody.check(page, "checkout, weather hold")
    page.get_by_role("radio", name=NOW).check()
    with shopper.expect_totals(page, {"country": "US", **shopper.ADDRESS, **OREGON, "postcode": "97202"}):
        page.locator("#billing_postcode").fill("97202")
        page.locator("#billing_postcode").blur()
    expect(page.get_by_role("radio", name=NOW)).to_be_checked()
    shopper.fill_card(page)
    shopper.pay(page)
    shopper.expect_receipt(page)
    expect(page.get_by_text(HELD)).to_have_count(0)
    expect(page.get_by_text("We are packing your order.")).to_be_visible()


@pytest.mark.sweep
def test_without_a_choice_the_order_waits_and_its_pages_say_until_when(page: Page, store: RunningStore) -> None:
    to_the_block_checkout(page)
    shopper.fill_blocks(page, **OREGON)
    page.locator("#shipping_phone").blur()
    expect(page.get_by_role("radio", name=SAFE)).to_be_checked()
    everybody.check(page, "block checkout, weather hold")
    shopper.fill_card(page)
    shopper.pay(page)
    number = shopper.expect_receipt(page)
    expect(page.get_by_text(HELD).first).to_be_visible()
    everybody.check(page, "receipt, weather hold")
    mailed = (
        "from vintner.testing.written_emails import written_email\n"
        f"print(written_email(order={number}, kind='processing').text)"
    )
    assert HELD.search(store.run_code(mailed))


@pytest.mark.sweep
def test_in_blocks_the_choice_goes_along_with_the_order(page: Page, store: RunningStore) -> None:
    to_the_block_checkout(page)
    shopper.fill_blocks(page, **OREGON)
    page.locator("#shipping_phone").blur()
    page.get_by_role("radio", name=NOW).check()
    shopper.fill_card(page)
    shopper.pay(page)
    number = shopper.expect_receipt(page)
    expect(page.get_by_text(HELD)).to_have_count(0)
    read = f"print(*Order.objects.values_list('hold_kind', 'ship_not_before').get(pk={number}))"
    kept = f"from vintner.orders.models import Order\n{read}"
    assert store.run_code(kept).split() == ["cold", "None"]


@pytest.mark.sweep
def test_without_scripts_the_posted_form_comes_back_with_the_choice(page: Page, plain: Page) -> None:
    visit(plain, shopper.find(page, "V-SIMPLE"))
    plain.get_by_role("button", name="Add to cart").first.click()
    visit(plain, "/checkout/classic/")
    shopper.type_address(plain, **OREGON)
    for words in (shopper.OF_AGE, shopper.TERMS):
        plain.locator("form").get_by_role("checkbox", name=words).check()
    shopper.press_pay(plain)
    expect(plain.get_by_text(NOTICE)).to_be_visible()
    expect(plain.get_by_role("radio", name=SAFE)).to_be_checked()
    plain.get_by_role("radio", name=NOW).check()
    shopper.press_pay(plain)
    expect(plain.get_by_role("radio", name=NOW)).to_be_checked()
    expect(plain.locator("#billing_city")).to_have_value("Portland")


@pytest.mark.sweep
@pytest.mark.usefixtures("frost_at_home")
def test_a_wallet_s_sheet_says_that_the_wine_waits_and_so_does_the_receipt(page: Page) -> None:
    arrive(page, "V-SIMPLE")
    pay = open_sheet(page, "Google Pay")
    held = rates(page).first
    expect(held).to_have_accessible_name(re.compile("held for milder weather"))
    expect(sheet(page).get_by_text(re.compile("^Leaves .* and arrives "))).to_be_visible()
    expect(notice(page)).to_contain_text("Freezing weather can spoil wine on its way to California.")
    pay.click()
    shopper.expect_receipt(page)
    expect(page.get_by_text(HELD).first).to_be_visible()
