"""One phone number, postcode, name or e-mail address is stored as one value, whichever form it is typed into and
however.
"""

from collections.abc import Callable, Mapping
from typing import Final

import pytest
from django.test import Client

from tests.sweeps import swept
from tests.text.spellings import EMAIL, EMAILS, EXTENDED, EXTENDED_PHONES, NAMES, PHONE, PHONES, POSTCODES
from vintner.accounts.models import SavedAddress
from vintner.order_edits.tests.edit_form import change_order
from vintner.orders.models import Order
from vintner.shipping.address_form import read_phone
from vintner.store_api.tests.buying import JANE, buys, puts
from vintner.store_api.tests.wallets import offer_wallets, pays, show_sheet
from vintner.subscriptions.models import Subscription
from vintner.testing.api_client import ApiClient
from vintner.testing.builders import make_product, make_subscription, make_user
from vintner.testing.provider import DECLINED
from vintner.testing.shopper import FORM, Shopper, only_order

pytestmark = pytest.mark.usefixtures("store", "provider")
ZIP, JOSE = "94110-1234", "Jos\u00e9"
ZIPS: Final = POSTCODES[ZIP]
BOOK: Final = "/my-source/edit-address/add/"
Typed = Mapping[str, str]


def classic(typed: Typed) -> Mapping[str, object]:
    Shopper().puts(make_product()).pays(**{f"billing_{name}": text for name, text in typed.items()})
    return stored(only_order())


def api_checkout(typed: Typed) -> Mapping[str, object]:
    client = ApiClient()
    puts(client)
    answer = buys(client, billing_address={**JANE, "email": EMAIL, **typed})
    assert answer.status == 200, answer.json
    return stored(only_order())


def api_cart(typed: Typed) -> Mapping[str, object]:
    client = ApiClient()
    puts(client)
    answer = client.post("/cart/update-customer", billing_address={**JANE, "email": EMAIL, **typed})
    assert answer.status == 200, answer.json
    return dict(answer.json["billing_address"])


def wallet(typed: Typed) -> Mapping[str, object]:
    offer_wallets()
    client = ApiClient()
    puts(client)
    answer = pays(client, show_sheet(client), billing_address={**JANE, "email": EMAIL, **typed})
    assert answer.status == 200, answer.json
    return stored(only_order())


def address_book(typed: Typed) -> Mapping[str, object]:
    client = Client()
    client.force_login(make_user())
    fields = {name.replace("billing", "shipping"): text for name, text in FORM.items() if name.startswith("billing_")}
    client.post(BOOK, {**fields, **{f"shipping_{name}": text for name, text in typed.items()}})
    return SavedAddress.objects.get().address.stored()


def subscription(typed: Typed) -> Mapping[str, object]:
    made = make_subscription()
    client = Client()
    assert made.user is not None
    client.force_login(made.user)
    path = f"/my-source/view-subscription/{made.pk}/address/"
    page = client.get(path, headers={"Accept": "application/json"}).json()
    fields = {f"shipping_{name}": text for name, text in {**JANE, "address_1": "9 Oak Ave", **typed}.items()}
    client.post(path, {"csrfmiddlewaretoken": page["csrf_token"], "kind": page["kind"], **fields})
    return dict(Subscription.objects.get().shipping)


def order_edit(typed: Typed) -> Mapping[str, object]:
    Shopper().puts(make_product()).pays(DECLINED)
    staff = Client()
    staff.force_login(make_user("manager@example.com", is_staff=True, is_superuser=True))
    change_order(staff, **{f"billing_{name}": text for name, text in typed.items()})
    return stored(only_order())


def stored(order: Order) -> Mapping[str, object]:
    return {**order.billing, "email": order.email}


Form = Callable[[Typed], Mapping[str, object]]
FORMS: Final[tuple[Form, ...]] = (classic, api_checkout, api_cart, wallet, address_book, subscription, order_edit)
WITH_EMAIL: Final = (classic, api_checkout, api_cart, wallet, order_edit)
PLACES: Final = {
    "94110": {"country": "US", "state": "CA", "city": "San Francisco"},
    "94110-1234": {"country": "US", "state": "CA", "city": "San Francisco"},
    "K1A 0B1": {"country": "CA", "state": "ON", "city": "Ottawa"},
}


def each_form(forms: tuple[Form, ...], guard: str, spellings: tuple[str, ...]) -> list[object]:
    """Return the forms with all spellings, of which `make test` tries `guard` in each."""
    rows = [(form, text) for form in forms for text in spellings]
    return swept(rows, guards={(form, guard) for form in forms})


@pytest.mark.parametrize(("form", "text"), each_form(FORMS, PHONES[4], PHONES))
def test_a_phone_number_is_one(form: Form, text: str) -> None:
    assert form({"phone": text})["phone"] == PHONE


@pytest.mark.parametrize(("form", "text"), each_form(FORMS, EXTENDED_PHONES[1], EXTENDED_PHONES))
def test_an_extension_is_kept(form: Form, text: str) -> None:
    assert form({"phone": text})["phone"] == EXTENDED


@pytest.mark.parametrize(("form", "text"), each_form(FORMS, ZIPS[3], ZIPS))
def test_a_postcode_is_one(form: Form, text: str) -> None:
    assert form({**PLACES[ZIP], "postcode": text})["postcode"] == ZIP


@pytest.mark.sweep
@pytest.mark.parametrize(("code", "text"), [(code, text) for code, texts in POSTCODES.items() for text in texts])
@pytest.mark.parametrize("form", FORMS)
def test_other_postcodes_are_one_as_well(form: Form, code: str, text: str) -> None:
    assert form({**PLACES[code], "postcode": text})["postcode"] == code


@pytest.mark.parametrize(("form", "text"), each_form(WITH_EMAIL, EMAILS[4], EMAILS))
def test_an_email_address_is_one(form: Form, text: str) -> None:
    assert form({"email": text})["email"] == EMAIL


@pytest.mark.parametrize(("form", "text"), each_form(FORMS, NAMES[JOSE][1], NAMES[JOSE]))
def test_a_name_is_one(form: Form, text: str) -> None:
    assert form({"first_name": text})["first_name"] == JOSE


@pytest.mark.sweep
@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in NAMES.items() for text in texts])
@pytest.mark.parametrize("form", FORMS)
def test_other_names_are_one_as_well(form: Form, name: str, text: str) -> None:
    assert form({"first_name": text})["first_name"] == name


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("+44 20 7031 3000 ext. 5", "+44 20 7031 3000 ext. 5"),
        ("415-555-0132,,725", "+1 415-555-0132 ext. 725"),
        ("(415) 555-0132 Ext.: 725", "+1 415-555-0132 ext. 725"),
        ("415-555-0132 #725", "+1 415-555-0132 ext. 725"),
        ("415-555-0132, 4155550133", "415-555-0132, 4155550133"),
        ("5555550100", "5555550100"),
        (f"{'1-' * 60}1 x7", f"{'1-' * 60}1 x7"),
    ],
)
def test_a_number_never_becomes_another(typed: str, stored: str) -> None:
    assert read_phone(typed, "US") == read_phone(stored, "US") == stored


def test_what_is_no_number_says_what_to_do() -> None:
    answer = Shopper().puts(make_product()).pays(billing_phone="415 555 0132 or Bob")
    assert "only. An extension goes last: “ext. 725”." in answer.messages
