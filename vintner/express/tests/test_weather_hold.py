"""Wine that bad weather would meet on its way waits when a wallet pays, and the sheet says so before."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from unittest.mock import patch

import pytest
from django.utils import timezone

from vintner.catalogue.models import Product
from vintner.express.tests.sheet import CALIFORNIA, SheetBrowser
from vintner.orders.models import Order
from vintner.shipping.models import DeliveryTimes, HoldSeason, Method
from vintner.store_api.tests.wallets import offer_wallets, pays, show_sheet
from vintner.testing.api_client import ApiClient
from vintner.testing.builders import make_product

pytestmark = pytest.mark.usefixtures("store", "summer")
JULY = datetime(2027, 7, 1, 17, tzinfo=UTC)
"""A Thursday: what is ordered leaves on Friday, and after the season on Thursday, September 16."""
LEAVES = "leaves Thu, Sep 16 and arrives Mon–Wed, Sep 20–22"
NOTICE = f"Hot weather can spoil wine on its way to California. We ship your order when it is safe: it {LEAVES}."
CHOICE = " Would you rather have it right away? You can choose at checkout."


@pytest.fixture
def summer() -> Iterator[None]:
    DeliveryTimes.objects.create()
    Method.objects.filter(kind="flat_rate").update(transit_from=2, transit_to=4)
    HoldSeason.objects.create(kind="heat", first_month=6, first_day=15, last_month=9, last_day=15, places=["US-CA"])
    with patch.object(timezone, "now", return_value=JULY):
        yield


@pytest.fixture
def wine(store: None) -> Product:
    return make_product(stock=20)


@pytest.mark.parametrize("page", ["cart", "product"])
def test_the_sheet_tells_of_the_hold_before_anything_is_paid(wine: Product, page: str) -> None:
    sheet = SheetBrowser(page=page)
    if page == "cart":
        sheet.puts(wine, 2)
    else:
        sheet.call("add_to_cart", product_id=str(wine.pk), qty="2")
    answer = sheet.call("get_shipping_options", **CALIFORNIA)
    held, pickup = answer["shipping_options"]
    assert held["displayName"] == "Flat rate, held for cooler weather"
    assert held["deliveryEstimate"] == f"L{LEAVES[1:]}"
    assert (pickup["displayName"], "deliveryEstimate" in pickup) == ("Local pickup", False)
    assert (answer["result"], answer["message"]) == ("success", f"{NOTICE}{CHOICE}")


def test_the_words_follow_the_delivery_and_the_place(wine: Product) -> None:
    sheet = SheetBrowser().puts(wine, 2)
    held, pickup = sheet.call("get_shipping_options", **CALIFORNIA)["shipping_options"]
    assert "message" not in sheet.call("update_shipping_method", **{"shipping_method[]": pickup["id"]})
    again = sheet.call("update_shipping_method", **{"shipping_method[]": held["id"]})
    assert again["message"] == f"{NOTICE}{CHOICE}"
    cool = sheet.call("get_shipping_options", **{**CALIFORNIA, "state": "NY", "postcode": "10001"})
    assert ("message" in cool, cool["shipping_options"][0]["displayName"]) == (False, "Flat rate")


def test_where_the_merchant_decides_no_choice_is_told_of(wine: Product) -> None:
    DeliveryTimes.objects.update(hold_is_optional=False)
    assert SheetBrowser().puts(wine, 2).call("get_shipping_options", **CALIFORNIA)["message"] == NOTICE


@pytest.mark.usefixtures("provider")
def test_what_a_wallet_pays_waits_and_its_receipt_says_so(wine: Product) -> None:
    offer_wallets()
    client = ApiClient()
    client.post("/cart/add-item", id=wine.variations.get().pk, quantity=2)
    answer = pays(client, show_sheet(client))
    assert answer.status == 200, answer.json
    order = Order.objects.get()
    assert (order.hold_kind, order.ship_not_before) == ("heat", date(2027, 9, 16))
    receipt = client.client.get(answer.json["payment_result"]["redirect_url"], headers={"Accept": "application/json"})
    assert "held for cooler weather until September 16, 2027" in receipt.content.decode()
