"""The bill of a wallet's order where the wallet leaves it to its contact."""

import pytest

from vintner.orders.models import Order
from vintner.store_api.tests.buying import JANE, SHE_PAYS, order, puts
from vintner.store_api.tests.buying import may_ship as may_ship
from vintner.store_api.tests.wallets import client as client
from vintner.store_api.tests.wallets import every_wallet as every_wallet
from vintner.store_api.tests.wallets import pays, show_sheet
from vintner.testing.api_client import ApiClient

pytestmark = pytest.mark.usefixtures("provider", "may_ship", "every_wallet")
NO_BILL = dict.fromkeys(SHE_PAYS, "")


@pytest.mark.parametrize(
    ("told", "differs"),
    [
        ({"email": "jane@example.com"}, {}),
        (
            {"email": "joe@example.com", "first_name": "Joe", "company": "Joe's", "phone": "415-555-0132"},
            {"first_name": "Joe", "last_name": "", "company": "Joe's", "phone": "+1 415-555-0132"},
        ),
        ({"email": "joe@example.com", "country": "CA", "postcode": "K1A 0B1"}, {}),
        ({"email": "joe@example.com", "country": "US", "state": "CA", "city": "Napa", "postcode": "94558"}, {}),
    ],
)
def test_a_bill_without_a_street_has_the_address_of_the_contact(
    client: ApiClient, told: dict[str, str], differs: dict[str, str]
) -> None:
    puts(client)
    answer = pays(client, show_sheet(client), billing_address={**NO_BILL, **told})
    assert answer.status == 200, answer.json
    paid = Order.objects.get()
    assert (paid.billing, paid.email) == ({**paid.shipping, **differs}, told["email"])
    assert paid.shipping["address_1"] == JANE["address_1"]


def test_the_contact_may_be_known_from_the_sheet(client: ApiClient) -> None:
    puts(client)
    sheet = show_sheet(client)
    bill = {**NO_BILL, "email": "jane@example.com"}
    answer = pays(client, sheet, billing_address=bill, shipping_address={"method": [sheet.shipping_rate]})
    assert answer.status == 200, answer.json
    assert Order.objects.get().billing["address_1"] == JANE["address_1"]


def test_a_bill_with_a_street_is_not_completed(client: ApiClient) -> None:
    puts(client)
    answer = pays(client, show_sheet(client), billing_address={**SHE_PAYS, "city": ""})
    assert (answer.status, answer.json["data"]["reason"]) == (400, "invalid_billing_address")


def test_whoever_fills_in_a_form_types_the_bill(client: ApiClient) -> None:
    puts(client)
    answer = client.post("/checkout", **{**order(), "billing_address": {**NO_BILL, "email": "jane@example.com"}})
    assert answer.status == 400
