"""The address book at the checkout: an order fills it, and it fills the form."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from vintner.accounts.address_book import addresses
from vintner.accounts.address_book.addresses import AddressUse
from vintner.accounts.models import SavedAddress
from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.shipping.regions import Address
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import DECLINED, ProviderDouble
from vintner.testing.shopper import FORM, Shopper

pytestmark = pytest.mark.usefixtures("store")
JSON = {"Accept": "application/json"}
LAKE = Address(
    first_name="Ana",
    last_name="Reis",
    country="US",
    address_1="7 Lake View",
    city="Napa",
    state="CA",
    postcode="94559",
    phone="707 555 0100",
)
FARM = Address(**{**LAKE.stored(), "address_1": "1 Farm Road"})


def customer() -> tuple[Shopper, User]:
    user = make_user("jane@example.com")
    shopper = Shopper(Client())
    shopper.client.force_login(user)
    return shopper.puts(make_product()), user


def streets(user: User) -> list[tuple[str, bool, bool]]:
    return [(each.address_1, each.for_billing, each.for_shipping) for each in addresses.list_addresses(user)]


def form_streets(shopper: Shopper, path: str) -> tuple[str, str]:
    page = shopper.client.get(path, headers=JSON).json()
    values = {field["name"]: field["value"] for field in (*page["billing"], *page["shipping_address"])}
    return values["billing_address_1"], values["shipping_address_1"]


def test_the_first_order_s_addresses_are_saved_and_later_ones_are_not(provider: ProviderDouble) -> None:
    shopper, user = customer()
    shopper.pays()
    street = Order.objects.get().billing["address_1"]
    assert streets(user) == [(street, True, True)]
    shopper.puts(make_product()).pays(billing_address_1="Somewhere Else 2")
    assert streets(user) == [(street, True, True)]


def test_a_second_try_after_a_decline_saves_nothing_twice(provider: ProviderDouble) -> None:
    shopper, user = customer()
    shopper.pays(DECLINED)
    shopper.pays()
    assert len(streets(user)) == 1


def test_a_guest_s_addresses_are_saved_with_the_new_account_only(provider: ProviderDouble) -> None:
    Shopper(Client()).puts(make_product()).pays()
    assert not SavedAddress.objects.exists()
    shopper = Shopper(Client()).puts(make_product())
    shopper.pays(billing_email="new@example.com", createaccount="1", account_password="violet tractor seven moons")
    assert len(streets(User.objects.get(email="new@example.com"))) == 1


@pytest.mark.parametrize("path", ["/checkout/classic/", "/checkout/block/"])
def test_both_checkouts_begin_with_the_defaults_of_the_book(provider: ProviderDouble, path: str) -> None:
    shopper, user = customer()
    shopper.pays()
    addresses.set_default_address(user, AddressUse.BILLING, LAKE)
    addresses.set_default_address(user, AddressUse.SHIPPING, FARM)
    shopper.puts(make_product())
    assert form_streets(shopper, path) == ("7 Lake View", "1 Farm Road")


def test_an_unpaid_order_of_the_cart_comes_before_the_book(provider: ProviderDouble) -> None:
    shopper, user = customer()
    addresses.add_address(user, LAKE)
    shopper.pays(DECLINED, billing_address_1="3 Typed Street")
    assert form_streets(shopper, "/checkout/classic/")[0] == "3 Typed Street"


def test_the_form_takes_the_same_queries_for_any_number_of_addresses(
    provider: ProviderDouble, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    shopper, user = customer()
    addresses.add_address(user, LAKE)
    shopper.client.get("/checkout/classic/")
    with CaptureQueriesContext(connection) as one:
        shopper.client.get("/checkout/classic/")
    SavedAddress.objects.bulk_create(SavedAddress(user=user, **LAKE.stored()) for _ in range(19))
    with django_assert_num_queries(len(one)):
        shopper.client.get("/checkout/classic/")


def test_without_javascript_another_address_is_chosen_and_nothing_typed_is_lost(provider: ProviderDouble) -> None:
    shopper, user = customer()
    addresses.add_address(user, LAKE)
    farm = addresses.add_address(user, Address(**{**FARM.stored(), "phone": "", "state": "OR", "postcode": "97201"}))
    theirs = addresses.add_address(make_user("other@example.com"), FARM)
    client = shopper.client
    page = client.get("/checkout/classic/", headers=JSON).json()
    assert [each["label"] for each in page["saved_addresses"]][1].startswith("Ana Reis, 1 Farm Road")
    typed = {**FORM, "use_address": "billing", "billing_address_1": "typed"}
    page = client.post("/checkout/classic/", typed | {"saved_billing_address": str(farm.pk)}, headers=JSON).json()
    values = {field["name"]: field["value"] for field in page["billing"]}
    assert (values["billing_address_1"], values["billing_state"]) == ("1 Farm Road", "OR")
    assert (values["billing_phone"], values["billing_email"]) == (FORM["billing_phone"], "jane@example.com")
    assert page["note"]["value"] == "Ring twice"
    assert shopper.cart.state == "OR"
    for number in (str(theirs.pk), "x", "9" * 40, ""):
        page = client.post("/checkout/classic/", typed | {"saved_billing_address": number}, headers=JSON).json()
        assert {field["name"]: field["value"] for field in page["billing"]}["billing_address_1"] == "typed"


def test_a_guest_and_who_has_one_address_have_no_choice(provider: ProviderDouble) -> None:
    shopper, user = customer()
    addresses.add_address(user, LAKE)
    for client in (shopper.client, Shopper(Client()).puts(make_product()).client):
        assert client.get("/checkout/classic/", headers=JSON).json()["saved_addresses"] == []
