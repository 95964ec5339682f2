"""A bill goes to any country, a parcel to those of the store."""

import json
from typing import Any

import pytest
from django.test import Client

from vintner.accounts.address_book import addresses
from vintner.accounts.address_book.addresses import AddressUse
from vintner.cart.models import Cart
from vintner.cart.saved.cart_choices import set_destination
from vintner.checkout.initial_values import load_initial_values
from vintner.order_edits.tests.edit_form import change_order
from vintner.shipping.models import Destination, Method, Zone
from vintner.shipping.regions import TERRITORIES, Address
from vintner.shipping.rules import Place
from vintner.store_api.tests.buying import JANE, SHE_PAYS, puts
from vintner.store_api.tests.wallets import offer_wallets
from vintner.subscriptions.models import Subscription
from vintner.testing.api_client import ApiClient
from vintner.testing.builders import make_product, make_subscription, make_user
from vintner.testing.provider import DECLINED
from vintner.testing.shopper import FORM, Shopper, only_order

pytestmark = pytest.mark.usefixtures("store", "provider")
BERLIN = {"country": "DE", "address_1": "Linienstr. 1", "city": "Berlin", "state": "", "postcode": "10115"}
JSON = {"Accept": "application/json"}
NO_DELIVERY = (
    "We have no delivery to Germany, only to the United States and Canada. Please enter another delivery address, or"
    " write to us: we may find a way."
)


def named(group: str, address: dict[str, str]) -> dict[str, str]:
    return {f"{group}_{name}": text for name, text in address.items()}


def parcel() -> dict[str, str]:
    parts = {name.replace("billing", "shipping"): text for name, text in FORM.items() if name.startswith("billing_")}
    return {**parts, "ship_to_different_address": "1"}


def page_of(shopper: Shopper, path: str = "/checkout/classic/") -> dict[str, Any]:
    return dict(shopper.client.get(path, headers=JSON).json())


def values_of(fields: list[dict[str, Any]]) -> dict[str, str]:
    return {field["name"].partition("_")[2]: field["value"] for field in fields}


def test_a_parcel_is_not_sent_there_and_the_field_says_why() -> None:
    shopper = Shopper().puts(make_product())
    answer = shopper.pays(**named("billing", BERLIN))
    assert 'data-id="billing_country"' in answer.messages
    assert NO_DELIVERY in answer.messages
    answer = shopper.pays(**{**parcel(), **named("shipping", BERLIN)})
    assert 'data-id="shipping_country"' in answer.messages
    assert NO_DELIVERY in answer.messages
    assert shopper.pays(**{**parcel(), **named("billing", BERLIN)}).result == "success"


def test_the_page_without_script_says_it_at_the_same_field() -> None:
    shopper = Shopper().puts(make_product())
    typed = {**FORM, **named("billing", BERLIN), "csrfmiddlewaretoken": shopper.token()}
    page = shopper.client.post("/checkout/classic/", typed, headers=JSON).json()
    assert {"field": "billing_country", "text": NO_DELIVERY} in page["errors"]
    assert page["review"]["destination_problem"] == ""


def test_what_needs_no_delivery_is_billed_there() -> None:
    shopper = Shopper().puts(make_product(alcoholic=False, virtual=True))
    page = page_of(shopper)
    countries = next(field for field in page["shipping_address"] if field["name"] == "shipping_country")["options"]
    assert len(countries) > 200
    assert shopper.pays(**named("billing", BERLIN)).result == "success"


def test_the_bill_s_list_begins_with_the_countries_of_the_store() -> None:
    page = page_of(Shopper().puts(make_product()))
    offered = {
        group: [
            option["value"]
            for field in page[group]
            if field["name"].endswith("_country")
            for option in field["options"]
        ]
        for group in ("billing", "shipping_address")
    }
    assert offered["billing"][:3] == ["US", "CA", "AF"]
    assert len(offered["billing"]) == len(set(offered["billing"])) > 240
    assert offered["shipping_address"] == ["US", "CA"]


def test_a_form_that_comes_back_offers_the_states_of_its_country() -> None:
    shopper = Shopper().puts(make_product())
    sydney = {**FORM, "billing_country": "AU", "billing_state": "", "csrfmiddlewaretoken": shopper.token()}
    page = shopper.client.post("/checkout/classic/", sydney, headers=JSON).json()
    [australia] = [each for each in page["countries"] if each["code"] == "AU"]
    assert {"value": "NSW", "label": "New South Wales"} in australia["states"]
    assert any(error["field"] == "billing_state" for error in page["errors"])


def test_the_rules_of_a_country_are_answered_and_may_be_kept() -> None:
    response = Client().get("/checkout/addresses/countries/AU/")
    assert response["Cache-Control"] == "private, max-age=86400"
    rules = json.loads(response.content)
    assert (rules["name"], rules["needs_postcode"], len(rules["states"])) == ("Australia", True, 9)
    emirates = Client().get("/checkout/addresses/countries/AE/").json()
    assert (emirates["has_postcodes"], emirates["needs_postcode"]) == (False, False)
    assert [Client().get(f"/checkout/addresses/countries/{code}/").status_code for code in ("XX", "us")] == [404, 404]


def test_the_next_order_begins_with_the_bill_and_without_a_parcel_there() -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays(DECLINED, **{**parcel(), **named("billing", BERLIN)})
    order = only_order()
    order.shipping = {**order.shipping, **BERLIN, "address_1": "Torstr. 9"}
    order.save()
    classic, block = page_of(shopper), page_of(shopper, "/checkout/block/")
    for page in (classic, block):
        assert values_of(page["billing"])["city"] == "Berlin"
        assert values_of(page["shipping_address"])["country"] == "US"
        assert values_of(page["shipping_address"])["city"] == ""
    assert (classic["ship_to_different_address"], block["same_address"]) == (True, False)


def test_one_address_there_is_no_parcel_s_in_the_block_checkout() -> None:
    user = make_user()
    berlin = Address(first_name="Ana", last_name="Reis", phone="+49 30 123456", **BERLIN)
    saved = addresses.add_address(user, berlin)
    addresses.make_default(user, saved.pk, AddressUse.SHIPPING)
    values = load_initial_values(Cart(), user)
    assert (values["billing_country"], values["shipping_country"]) == ("DE", "US")
    shopper = Shopper().puts(make_product())
    shopper.client.force_login(user)
    page = page_of(shopper, "/checkout/block/")
    assert not page["same_address"]
    assert values_of(page["shipping_address"])["country"] == "US"


def test_a_saved_address_there_is_offered_for_the_bill_alone() -> None:
    user = make_user()
    addresses.add_address(user, Address(first_name="Ana", last_name="Reis", **BERLIN))
    home = {name.removeprefix("billing_"): text for name, text in FORM.items() if name.startswith("billing_")}
    addresses.add_address(user, Address.read(home))
    shopper = Shopper().puts(make_product())
    shopper.client.force_login(user)
    page = page_of(shopper)
    assert {each["parts"]["country"]: each["may_be_sent_to"] for each in page["saved_addresses"]} == {
        "DE": False,
        "US": True,
    }
    assert {each["code"] for each in page["countries"]} == {"US", "CA", "DE"}


def test_boxes_are_not_sent_there() -> None:
    made = make_subscription()
    client = Client()
    assert made.user is not None
    client.force_login(made.user)
    path = f"/my-source/view-subscription/{made.pk}/address/"
    page = client.get(path, headers=JSON).json()
    countries = next(field for field in page["fields"] if field["name"] == "shipping_country")["options"]
    assert [option["value"] for option in countries] == ["US", "CA"]
    home = {name.removeprefix("billing_"): text for name, text in FORM.items() if name.startswith("billing_")}
    sent = {"csrfmiddlewaretoken": page["csrf_token"], "kind": page["kind"], **named("shipping", {**home, **BERLIN})}
    answer = client.post(path, sent, headers=JSON)
    wrong = {each["name"]: each["error"] for each in answer.json()["fields"] if each["error"]}
    assert (answer.status_code, wrong) == (422, {"shipping_country": NO_DELIVERY})
    assert Subscription.objects.get().shipping == made.shipping


def test_staff_bills_an_order_there() -> None:
    Shopper().puts(make_product()).pays(DECLINED, **{**parcel(), "shipping_address_1": "9 Oak Ave"})
    staff = Client()
    staff.force_login(make_user("manager@example.com", is_staff=True, is_superuser=True))
    sydney = {
        "country": "AU",
        "address_1": "1 George St",
        "city": "Sydney",
        "state": "new south wales",
        "postcode": "2000",
    }
    change_order(staff, **named("billing", sydney))
    assert (only_order().billing["country"], only_order().billing["state"]) == ("AU", "NSW")
    assert only_order().shipping["state"] == "CA"


def test_a_zone_of_the_world_sends_nothing_there() -> None:
    world = Zone.objects.create(name="Elsewhere", position=9)
    Method.objects.create(zone=world, kind="flat_rate", title="Post", cost="50")
    Destination.objects.create(country="DE", wine_allowed=True)
    shopper = Shopper().puts(make_product())
    assert NO_DELIVERY in shopper.pays(**named("billing", BERLIN)).messages
    client = ApiClient()
    puts(client)
    answer = client.post("/cart/update-customer", shipping_address={**JANE, **BERLIN})
    assert answer.json["shipping_rates"] == []


def test_the_cart_says_it_once() -> None:
    shopper = Shopper().puts(make_product())
    set_destination(shopper.cart, Place(country="DE"))
    cart = shopper.client.get("/cart/", headers=JSON).json()["contents"]
    assert (cart["shipping_problem"], cart["destination_problem"]) == (NO_DELIVERY, "")


def test_a_form_whose_cart_was_there_begins_its_parcel_at_home() -> None:
    cart = Cart.objects.create(country="DE", city="Berlin", postcode="10115")
    values = load_initial_values(cart, None)
    assert (values["billing_country"], values["shipping_country"]) == ("DE", "US")


def test_a_long_state_comes_back_as_it_was_sent() -> None:
    client = ApiClient()
    puts(client, virtual=True, alcoholic=False)
    la_paz = {**JANE, "country": "MX", "state": "Baja California Sur", "city": "La Paz", "postcode": "23000"}
    for address in (la_paz, {**la_paz, "state": "B.C.S."}):
        answer = client.post("/cart/update-customer", billing_address={**SHE_PAYS, **address}, shipping_address=address)
        assert answer.json["shipping_address"]["state"] == answer.json["billing_address"]["state"] == "B.C.S."
    assert Cart.objects.get().state == "B.C.S."


def test_the_postcode_of_the_place_before_does_not_stay() -> None:
    client = ApiClient()
    puts(client)
    client.post("/cart/update-customer", billing_address=SHE_PAYS, shipping_address=JANE)
    moved = client.post("/cart/update-customer", shipping_address={"country": "PR"}).json["shipping_address"]
    assert (moved["country"], moved["state"], moved["postcode"]) == ("US", "PR", "")
    again = client.post("/cart/update-customer", shipping_address={"country": "PR", "postcode": "00926"})
    assert again.json["shipping_address"]["postcode"] == "00926"
    again = client.post("/cart/update-customer", shipping_address={"country": "PR", "city": "Ponce"})
    assert again.json["shipping_address"]["postcode"] == "00926"


def test_a_wallet_that_sends_the_state_as_a_postcode_is_billed() -> None:
    kowloon = {"country": "HK", "state": "", "postcode": "KOWLOON", "city": "Mong Kok", "address_1": "1 Nathan Road"}
    shopper = Shopper().puts(make_product(alcoholic=False, virtual=True))
    assert shopper.pays(**named("billing", kowloon)).result == "success"
    assert only_order().billing["state"] == "Kowloon"


def test_territories_are_in_the_list_of_states_alone() -> None:
    page = page_of(Shopper().puts(make_product()))
    offered = {
        field["name"]: {option["value"] for option in field["options"]}
        for field in page["billing"]
        if field["kind"] == "select"
    }
    assert offered["billing_state"] >= TERRITORIES
    assert TERRITORIES.isdisjoint(offered["billing_country"])


def test_a_sheet_may_name_the_territories_that_the_card_service_knows() -> None:
    offer_wallets()
    shopper = Shopper().puts(make_product())
    assert page_of(shopper, "/cart/")["express"]["countries"] == ["US", "CA", "GU", "PR"]


def test_no_saved_address_there_is_offered_for_boxes_and_none_is_taken() -> None:
    made = make_subscription()
    client = Client()
    assert made.user is not None
    berlin = addresses.add_address(made.user, Address(first_name="Ana", last_name="Reis", **BERLIN))
    client.force_login(made.user)
    path = f"/my-source/view-subscription/{made.pk}/address/"
    page = client.get(path, headers=JSON).json()
    assert str(berlin.pk) not in [choice["id"] for choice in page["choices"]]
    sent = {"csrfmiddlewaretoken": page["csrf_token"], "kind": page["kind"], "address": str(berlin.pk)}
    answer = client.post(path, sent, headers=JSON)
    assert (answer.status_code, answer.json()["choice_error"]) == (422, NO_DELIVERY)
