"""The address book: what it holds, whose it is, and what its forms answer."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from vintner.accounts.address_book import addresses
from vintner.accounts.address_book.addresses import AddressUse
from vintner.accounts.models import SavedAddress
from vintner.customers.models import User
from vintner.refusal import Refusal
from vintner.shipping.regions import Address
from vintner.testing.builders import make_user

pytestmark = pytest.mark.django_db
BOOK = "/my-source/edit-address/"
JSON = {"Accept": "application/json"}
HOME = Address(
    first_name="Ana",
    last_name="Reis",
    country="US",
    address_1="12 Hill Street",
    city="San Francisco",
    state="CA",
    postcode="94110",
    phone="+1 415-555-0100",
)
LAKE = Address(**{**HOME.stored(), "address_1": "7 Lake View", "city": "Napa", "postcode": "94559"})


def form(address: Address, group: str = "shipping", **over: str) -> dict[str, str]:
    return {f"{group}_{name}": value for name, value in address.stored().items()} | over


def defaults(user: User) -> tuple[str, str]:
    known = addresses.list_addresses(user)
    found = (addresses.find_default(known, use) for use in AddressUse)
    return tuple(each.address_1 if each else "" for each in found)  # type: ignore[return-value]


def errors(client: Client, path: str, values: dict[str, str]) -> dict[str, str]:
    page = client.post(path, values, headers=JSON).json()
    return {field["name"]: field["error"] for field in page["fields"] if field["error"]}


def said(client: Client) -> list[str]:
    return [notice["text"] for notice in show(client)["shared"]["notices"]]


def show(client: Client) -> dict[str, Any]:
    return dict(client.get(BOOK, headers=JSON).json())


@pytest.fixture
def ana(client: Client) -> User:
    user = make_user()
    client.force_login(user)
    return user


def test_the_first_address_is_the_default_for_both(client: Client, ana: User) -> None:
    assert client.post(f"{BOOK}add/", form(HOME)).headers["Location"] == BOOK
    assert said(client) == ["Address added successfully."]
    client.post(f"{BOOK}add/", form(LAKE))
    assert defaults(ana) == ("12 Hill Street", "12 Hill Street")
    first, second = addresses.list_addresses(ana)
    client.post(f"{BOOK}{second.pk}/shipping/")
    assert defaults(ana) == ("12 Hill Street", "7 Lake View")
    assert first.address == HOME


@pytest.mark.parametrize("use", AddressUse)
def test_the_addresses_of_both_kinds_are_changed_apart(client: Client, ana: User, use: AddressUse) -> None:
    addresses.add_address(ana, HOME)
    client.post(f"{BOOK}{use}/", form(LAKE, use))
    wanted = {
        AddressUse.BILLING: ("7 Lake View", "12 Hill Street"),
        AddressUse.SHIPPING: ("12 Hill Street", "7 Lake View"),
    }
    assert defaults(ana) == wanted[use]
    client.post(f"{BOOK}{use}/", form(Address(**{**LAKE.stored(), "city": "Sonoma"}), use))
    assert SavedAddress.objects.count() == 2


def test_fields_are_checked_by_the_rules_of_the_checkout(client: Client, ana: User) -> None:
    wrong = form(HOME, "billing", billing_postcode="9411", billing_phone="", billing_city=" ", billing_state="Nowhere")
    assert errors(client, f"{BOOK}billing/", wrong) == {
        "billing_city": "City is a required field.",
        "billing_state": "State is not one that we know. Please choose it from the list.",
        "billing_postcode": "ZIP Code should look like 94110.",
        "billing_phone": "Phone is a required field.",
    }
    assert "shipping_country" in errors(client, f"{BOOK}add/", form(HOME, shipping_country="XX"))


def test_an_address_without_a_phone_number_is_not_the_bills(client: Client, ana: User) -> None:
    without = form(LAKE, shipping_phone="")
    assert errors(client, f"{BOOK}add/", without) == {"shipping_phone": "Phone is a required field."}
    home = addresses.add_address(ana, HOME)
    assert client.post(f"{BOOK}add/", without).status_code == 302
    lake = addresses.list_addresses(ana)[1]
    client.post(f"{BOOK}{lake.pk}/billing/")
    assert "A billing address needs a phone number" in said(client)[-1]
    client.post(f"{BOOK}{home.pk}/delete/")
    assert defaults(ana) == ("", "7 Lake View")


@pytest.mark.parametrize("text", ["\x00", "<script>alert(1)</script>", "x" * 10_000, "😀", "'; DROP TABLE"])
def test_whatever_is_typed_is_answered_at_its_field_and_kept(client: Client, ana: User, text: str) -> None:
    values = dict.fromkeys(form(HOME), text)
    page = client.post(f"{BOOK}add/", values, headers=JSON).json()
    problems = {field["name"]: field["error"] for field in page["fields"]}
    assert problems["shipping_country"]
    assert SavedAddress.objects.count() == 0


def test_a_deleted_address_leaves_its_place_and_can_be_brought_back(client: Client, ana: User) -> None:
    home, lake = addresses.add_address(ana, HOME), addresses.add_address(ana, LAKE)
    client.post(f"{BOOK}{home.pk}/delete/")
    assert defaults(ana) == ("7 Lake View", "7 Lake View")
    page = show(client)
    assert [each["restore_url"] for each in page["removed"]] == [f"{BOOK}{home.pk}/restore/"]
    client.post(f"{BOOK}{home.pk}/restore/")
    assert {each.pk for each in addresses.list_addresses(ana)} == {home.pk, lake.pk}
    assert defaults(ana) == ("7 Lake View", "7 Lake View")


def test_after_an_hour_a_deleted_address_is_gone(client: Client, ana: User) -> None:
    home = addresses.add_address(ana, HOME)
    client.post(f"{BOOK}{home.pk}/delete/")
    SavedAddress.objects.update(removed_at=timezone.now() - timedelta(minutes=61))
    client.post(f"{BOOK}{home.pk}/restore/")
    assert said(client)[-1] == "This address is no longer in your address book."
    addresses.forget_removed(timezone.now())
    assert not SavedAddress.objects.exists()


def test_what_is_deleted_by_the_clock_is_not_what_is_kept_or_fresh(ana: User) -> None:
    home, lake = addresses.add_address(ana, HOME), addresses.add_address(ana, LAKE)
    addresses.remove_address(ana, lake.pk, timezone.now())
    addresses.forget_removed(timezone.now())
    assert set(SavedAddress.objects.values_list("pk", flat=True)) == {home.pk, lake.pk}


def test_the_book_holds_twenty(client: Client, ana: User) -> None:
    first = addresses.add_address(ana, HOME)
    addresses.remove_address(ana, first.pk, timezone.now())
    SavedAddress.objects.bulk_create(SavedAddress(user=ana, **LAKE.stored()) for _ in range(20))
    page = client.post(f"{BOOK}add/", form(HOME), headers=JSON).json()
    assert page["error"].startswith("Your address book holds 20 addresses.")
    assert page["fields"][4]["value"] == "12 Hill Street"
    with pytest.raises(Refusal):
        addresses.restore_address(ana, first.pk, timezone.now())
    assert show(client)["add_url"] == ""


@pytest.mark.parametrize("deed", ["billing/", "shipping/", "delete/", "restore/", ""])
def test_nobody_reaches_an_address_of_somebody_else(client: Client, ana: User, deed: str) -> None:
    theirs = addresses.add_address(make_user("other@example.com"), HOME)
    other = addresses.add_address(theirs.user, LAKE)
    before = list(SavedAddress.objects.order_by("pk").values())
    answer = client.post(f"{BOOK}{other.pk}/{deed}", form(HOME))
    assert answer.status_code == (302 if deed else 404)
    assert list(SavedAddress.objects.order_by("pk").values()) == before
    assert client.get(f"{BOOK}{other.pk}/").status_code == 404


@pytest.mark.parametrize("path", ["", "add/", "billing/", "7/"])
def test_guests_are_asked_to_log_in(client: Client, path: str) -> None:
    assert client.get(f"{BOOK}{path}").headers["Location"] == f"/my-source/?next={BOOK}{path}"
    assert client.post(f"{BOOK}7/delete/").headers["Location"] == f"/my-source/?next={BOOK}"


def test_the_page_takes_the_same_queries_for_any_number(
    client: Client, ana: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    SavedAddress.objects.bulk_create(SavedAddress(user=ana, **LAKE.stored()) for _ in range(20))
    show(client)
    with django_assert_num_queries(5):  # session, user, store notice, addresses, removed ones
        assert len(show(client)["entries"]) == 20


@pytest.mark.parametrize("use", AddressUse)
def test_the_database_keeps_one_default_of_a_kind(ana: User, use: AddressUse) -> None:
    addresses.add_address(ana, HOME)
    second = addresses.add_address(ana, LAKE)
    with pytest.raises(IntegrityError), transaction.atomic():
        SavedAddress.objects.filter(pk=second.pk).update(**{use.column: True})
    with pytest.raises(IntegrityError), transaction.atomic():
        SavedAddress.objects.filter(**{use.column: True}).update(removed_at=timezone.now())


def test_an_order_s_addresses_are_the_first_ones(ana: User) -> None:
    addresses.keep_first_addresses(ana, HOME, LAKE)
    assert defaults(ana) == ("12 Hill Street", "7 Lake View")
    addresses.keep_first_addresses(ana, LAKE, LAKE)
    assert SavedAddress.objects.count() == 2


def test_one_address_for_both_is_kept_once_whatever_phone_it_has(ana: User) -> None:
    addresses.keep_first_addresses(ana, HOME, Address(**{**HOME.stored(), "phone": ""}))
    assert SavedAddress.objects.count() == 1
    assert defaults(ana) == ("12 Hill Street", "12 Hill Street")
