"""What a device puts into a form is sent by its page, and read by the store."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys import shopper
from tests.journeys.states.checkout import to_the_block_checkout
from tests.sweeps import swept

ODD = {
    "first_name": "Jose\u0301",
    "phone": "\u202d(415)\u00a0555\u20110132\u202c ext. 725",
    "email": "jane.doe@exam\u200bple.com",
    "postcode": "\uff19\uff10\uff10\uff10\uff11",
}


@pytest.mark.parametrize("checkout", swept(["classic", "block"], guards={"classic"}))
def test_a_guest_pays_with_what_the_phone_pasted(page: Page, checkout: str) -> None:
    if checkout == "block":
        to_the_block_checkout(page)
        shopper.fill_blocks(page, **ODD)
        page.locator("#shipping_phone").blur()
    else:
        shopper.add(page)
        shopper.go_to_checkout(page)
        shopper.fill_address(page, **ODD)
    shopper.fill_card(page)
    shopper.pay(page)
    shopper.expect_receipt(page)
    expect(page.get_by_text("jane.doe@example.com").first).to_be_visible()
    expect(page.get_by_text("Jos\u00e9 Doe").first).to_be_visible()
    expect(page.get_by_text("Los Angeles, CA 90001").first).to_be_visible()
