"""A gift to California is billed in another country, whose states the page does not have at first."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys import shopper
from tests.journeys.states.checkout import to_the_block_checkout
from tests.sweeps import swept

BERLIN = {"country": "DE", "address_1": "Linienstr. 1", "city": "Berlin", "postcode": "10115"}
SYDNEY = {"country": "AU", "address_1": "1 George St", "city": "Sydney", "state": "NSW", "postcode": "2000"}


def fill(page: Page, group: str, address: dict[str, str]) -> None:
    for name, value in address.items():
        field = page.locator(f"#{group}_{name}")
        if name in ("country", "state"):
            field.select_option(value)
        else:
            field.fill(value)


@pytest.mark.parametrize("checkout", swept(["classic", "block"], guards={"classic"}))
def test_a_gift_is_billed_abroad(page: Page, checkout: str) -> None:
    if checkout == "block":
        to_the_block_checkout(page)
        shopper.fill_blocks(page)
        page.get_by_label("Use the same address for billing").uncheck()
        fill(page, "billing", {"first_name": "Ana", "last_name": "Reis", **SYDNEY})
    else:
        shopper.add(page)
        shopper.go_to_checkout(page)
        shopper.fill_address(page)
        fill(page, "billing", BERLIN)
        expect(page.locator("#billing_state")).to_have_count(0)
        expect(page.get_by_text("We have no delivery to Germany, only to")).to_be_visible()
        page.get_by_label("Deliver to a different address").check()
        home = {"address_1": "1 Main St", "city": "Los Angeles", "state": "CA", "postcode": "90001"}
        fill(page, "shipping", {"first_name": "Tom", "last_name": "Doe", "country": "US", **home})
        page.locator("#shipping_postcode").blur()
        expect(page.get_by_text("We have no delivery to Germany, only to")).to_have_count(0)
        fill(page, "billing", SYDNEY)
    shopper.fill_card(page)
    shopper.pay(page)
    shopper.expect_receipt(page)
    expect(page.get_by_text("Sydney, NSW 2000").or_(page.get_by_text("Sydney NSW 2000")).first).to_be_visible()
    expect(page.get_by_text("Australia").first).to_be_visible()
    expect(page.get_by_text("Los Angeles, CA 90001").first).to_be_visible()
