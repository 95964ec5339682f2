"""A bill goes to any country, and to the territories of the United States however they are written. Wine goes where
staff lets it go.
"""

from collections.abc import Callable, Mapping
from typing import Final

import pytest
from django.test import Client

from tests.sweeps import swept
from vintner.accounts.models import SavedAddress
from vintner.express.tests.sheet import SheetBrowser
from vintner.order_edits.tests.edit_form import change_order
from vintner.orders.models import Order
from vintner.pricing.models import TaxRate
from vintner.shipping.models import Destination, HoldSeason, Method, Zone, ZoneRegion
from vintner.shipping.regions import TERRITORIES
from vintner.shipping.rules import Place
from vintner.store_api.tests.buying import JANE, SHE_PAYS, buys, puts
from vintner.store_api.tests.wallets import offer_wallets, pays, show_sheet
from vintner.testing.api_client import ApiClient
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import DECLINED
from vintner.testing.shopper import FORM, Shopper, only_order

pytestmark = pytest.mark.usefixtures("store", "provider")
NO_WINE: Final = "Sorry, we cannot ship wine to Puerto Rico."
SAN_JUAN: Final = {"country": "US", "state": "PR", "city": "San Juan", "postcode": "00926"}
BILLS: Final = [
    ("PR", "US", "PR", "San Juan", "00926"),
    ("PR", "US", "Puerto Rico", "San Juan", "00926"),
    ("PR", "PR", "", "San Juan", "00926"),
    ("PR", "PR", "PR", "San Juan", "00926-1234"),
    ("GU", "GU", "", "Hagatna", "96910"),
    ("VI", "US", "U.S. Virgin Islands", "St. Thomas", "00802"),
    ("AS", "AS", "AS", "Pago Pago", "96799"),
    ("MP", "US", "MP", "Saipan", "96950"),
    ("", "DE", "", "Berlin", "10115"),
    ("NSW", "AU", "New South Wales", "Sydney", "2000"),
    ("B.C.S.", "MX", "Baja California Sur", "La Paz", "23000"),
    ("", "IE", "", "Galway", ""),
    ("", "GB", "London", "London", "SW1A 1AA"),
]
"""The code of the state that is kept, and the country, state, town and postcode that are typed."""
Typed = Mapping[str, str]


def named(group: str, typed: Typed) -> dict[str, str]:
    return {f"{group}_{name}": text for name, text in typed.items()}


def classic(bill: Typed) -> Mapping[str, object]:
    parcel = {name: text for name, text in JANE.items() if name != "phone"}
    fields = {**named("billing", bill), **named("shipping", parcel), "ship_to_different_address": "1"}
    answer = Shopper().puts(make_product()).pays(**fields)
    assert answer.result == "success", answer.messages
    return stored(only_order())


def api_checkout(bill: Typed) -> Mapping[str, object]:
    client = ApiClient()
    puts(client)
    answer = buys(client, billing_address={**SHE_PAYS, **bill})
    assert answer.status == 200, answer.json
    return stored(only_order())


def api_cart(bill: Typed) -> Mapping[str, object]:
    client = ApiClient()
    puts(client)
    answer = client.post("/cart/update-customer", billing_address={**SHE_PAYS, **bill}, shipping_address=JANE)
    assert answer.status == 200, answer.json
    assert answer.json["shipping_address"]["state"] == "CA"
    return dict(answer.json["billing_address"])


def wallet(bill: Typed) -> Mapping[str, object]:
    offer_wallets()
    client = ApiClient()
    puts(client)
    answer = pays(client, show_sheet(client), billing_address={**SHE_PAYS, **bill})
    assert answer.status == 200, answer.json
    return stored(only_order())


def address_book(bill: Typed) -> Mapping[str, object]:
    client = Client()
    client.force_login(make_user())
    fields = {name.replace("billing", "shipping"): text for name, text in FORM.items() if name.startswith("billing_")}
    client.post("/my-source/edit-address/add/", {**fields, **named("shipping", bill)})
    return SavedAddress.objects.get().address.stored()


def order_edit(bill: Typed) -> Mapping[str, object]:
    parcel = {**named("shipping", JANE), "ship_to_different_address": "1"}
    Shopper().puts(make_product()).pays(DECLINED, **{name: parcel[name] for name in parcel if name[-5:] != "phone"})
    staff = Client()
    staff.force_login(make_user("manager@example.com", is_staff=True, is_superuser=True))
    change_order(staff, **named("billing", bill))
    return stored(only_order())


def stored(order: Order) -> Mapping[str, object]:
    assert order.shipping["state"] == "CA"
    return dict(order.billing)


FORMS: Final[tuple[Callable[[Typed], Mapping[str, object]], ...]] = (
    *(classic, api_checkout, api_cart, wallet, address_book, order_edit),
)
ROWS: Final = [(form, bill) for form in FORMS for bill in BILLS]


@pytest.mark.parametrize(("form", "bill"), swept(ROWS, guards={(form, BILLS[at]) for form in FORMS for at in (2, 9)}))
def test_a_bill_goes_anywhere(
    form: Callable[[Typed], Mapping[str, object]], bill: tuple[str, str, str, str, str]
) -> None:
    code, *typed = bill
    saved = form(dict(zip(("country", "state", "city", "postcode"), typed, strict=True)))
    country = "US" if code in TERRITORIES else bill[1]
    assert (saved["country"], saved["state"], saved["postcode"]) == (country, code or bill[2], bill[4])


@pytest.mark.parametrize("parcel", [SAN_JUAN, {**SAN_JUAN, "country": "PR", "state": ""}], ids=["state", "country"])
def test_wine_is_not_sent_there_but_may_be_picked_up(parcel: dict[str, str]) -> None:
    shopper = Shopper().puts(make_product())
    pickup = Method.objects.get(kind="local_pickup")
    answer = shopper.pays(**named("billing", parcel))
    assert (answer.result, NO_WINE in answer.messages) == ("failure", True)
    answer = shopper.pays(**named("billing", parcel), **{"shipping_method[0]": f"local_pickup:{pickup.pk}"})
    assert answer.result == "success"
    assert only_order().billing["state"] == "PR"


def test_nor_by_the_store_api() -> None:
    client = ApiClient()
    puts(client)
    answer = buys(client, shipping_address={**JANE, **SAN_JUAN, "country": "PR", "state": ""})
    assert answer.status == 400
    assert answer.json["message"] == NO_WINE
    rates = client.get("/cart").json["shipping_rates"][0]
    assert rates["destination"]["state"] == "PR"
    assert "Local pickup" in [rate["name"] for rate in rates["shipping_rates"]]


@pytest.mark.parametrize("address", [SAN_JUAN, {**SAN_JUAN, "country": "PR", "state": ""}], ids=["state", "country"])
def test_nor_by_a_wallet(address: dict[str, str]) -> None:
    sheet = SheetBrowser().puts(make_product(), 1)
    answer = sheet.call("get_shipping_options", **address)
    assert (answer["result"], answer["message"]) == ("success", NO_WINE)
    assert [each["displayName"] for each in answer["shipping_options"]] == ["Local pickup"]
    Method.objects.filter(kind="local_pickup").delete()
    answer = SheetBrowser().puts(make_product(), 1).call("get_shipping_options", **address)
    assert (answer["result"], answer["message"]) == ("invalid_shipping_address", NO_WINE)
    sent = {f"data[shipping_address][{name}]": text for name, text in address.items()}
    normal = sheet.call("normalize_address", **sent)["shipping_address"]
    assert (normal["country"], normal["state"]) == ("US", "PR")


def test_wine_goes_there_once_staff_says_so() -> None:
    Destination.objects.create(country="US", state="PR", wine_allowed=True)
    assert Shopper().puts(make_product()).pays(**named("billing", SAN_JUAN)).result == "success"


def test_rows_that_name_it_as_a_country_hold_for_it() -> None:
    """Files of other stores name Puerto Rico as a country."""
    TaxRate.objects.create(name="IVU", country="PR", percent="11.5", on_shipping=False)
    zone = Zone.objects.create(name="The Caribbean", position=0)
    ZoneRegion.objects.create(zone=zone, country="PR")
    Method.objects.create(zone=zone, kind="flat_rate", title="Boat", cost="20")
    Destination.objects.create(country="PR", wine_allowed=True)
    season = HoldSeason.objects.create(
        kind="heat", first_month=1, first_day=1, last_month=12, last_day=30, places=["PR"]
    )
    assert Shopper().puts(make_product(price="10")).pays(**named("billing", SAN_JUAN)).result == "success"
    order = only_order()
    assert (order.shipping_total.minor, order.tax_total.minor) == (20_00, 1_15)
    assert season.terms.is_for(order_place(order), 0)


def order_place(order: Order) -> Place:
    return Place(country=order.shipping["country"], state=order.shipping["state"])


def test_a_new_row_is_written_as_a_state() -> None:
    rate = TaxRate(name="IVU", country="Puerto Rico", percent="11.5")
    rate.clean()
    assert (rate.country, rate.state) == ("US", "PR")
