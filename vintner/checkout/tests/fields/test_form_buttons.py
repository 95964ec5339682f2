"""The buttons of the checkout's form without JavaScript: coupons, and what stands in the form besides the address."""

from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from vintner.notices.models import Policy
from vintner.orders.models import Order
from vintner.pricing.models import Coupon
from vintner.subscriptions.words import CHARGES_NOT_AGREED
from vintner.testing.builders import make_box_wine, make_product
from vintner.testing.shopper import FORM, Shopper

pytestmark = pytest.mark.usefixtures("store")
JSON = {"Accept": "application/json"}
PRESSED = {"woocommerce_checkout_place_order": "1"}


def sent(shopper: Shopper, **fields: str) -> dict[str, Any]:
    """Press a button of the form, with everything filled in."""
    posted = {**FORM, "csrfmiddlewaretoken": shopper.token(), **fields}
    response = shopper.client.post("/checkout/", posted, headers=JSON)
    assert response.status_code == 200, response.content
    return dict(response.json())


def values(page: dict[str, Any]) -> dict[str, str]:
    return {field["name"]: field["value"] for field in page["billing"]}


@pytest.mark.parametrize("button", [{"apply_coupon": "1"}, {}], ids=["pressed", "Enter in its field"])
def test_a_coupon_is_put_on_and_nothing_typed_is_lost(button: dict[str, str]) -> None:
    Coupon.objects.create(code="save10", kind="percent", amount=Decimal(10))
    page = sent(Shopper().puts(make_product()), coupon_code="save10", billing_first_name="Zoë", **button)
    assert [coupon["code"] for coupon in page["review"]["coupons"]] == ["save10"]
    assert page["shared"]["notices"][0]["text"] == "The coupon has been added to your cart."
    assert values(page)["billing_first_name"] == "Zoë"
    assert page["errors"] == []


def test_a_coupon_that_is_none_is_told_beside_its_field() -> None:
    page = sent(Shopper().puts(make_product()), coupon_code="nosuch", apply_coupon="1", billing_first_name="Zoë")
    assert page["coupon_code"] == "nosuch"
    assert "nosuch" in page["coupon_problem"]
    assert values(page)["billing_first_name"] == "Zoë"


def test_a_coupon_is_taken_off() -> None:
    Coupon.objects.create(code="save10", kind="percent", amount=Decimal(10))
    shopper = Shopper().puts(make_product())
    sent(shopper, coupon_code="save10", apply_coupon="1")
    page = sent(shopper, remove_coupon="save10")
    assert page["review"]["coupons"] == []
    assert values(page)["billing_first_name"] == "Jane"


def consents_of(shopper: Shopper) -> list[dict[str, Any]]:
    """Return the boxes that are shown."""
    return [box for box in shopper.client.get("/checkout/", headers=JSON).json()["consents"] if box["label"]]


def test_terms_are_asked_for_once_there_are_any() -> None:
    shopper = Shopper().puts(make_product())
    assert [box["name"] for box in consents_of(shopper)] == ["of_age"]
    Policy.objects.create(kind=Policy.Kind.TERMS, text="Be of age.\r\n\r\n\r\nDrink little.\n")
    box = consents_of(shopper)[-1]
    assert box["label"] == "I have read and agree to the website terms and conditions"
    assert box["paragraphs"] == ["Be of age.", "Drink little."]
    page = sent(shopper, **PRESSED, **{box["shown"]: "1"})
    assert page["errors"][0]["field"] == "terms"
    assert page["consents"][-1]["error"] == page["errors"][0]["text"]
    page = sent(shopper, **PRESSED, **{box["shown"]: "1", box["name"]: "1"})
    assert (page["errors"], page["consents"][-1]["ticked"]) == ([], True)


@pytest.mark.parametrize(("ticked", "problem"), [("1", ""), ("", CHARGES_NOT_AGREED)])
def test_the_box_of_later_charges_stays_as_it_was_sent(ticked: str, problem: str) -> None:
    shopper = Shopper().puts(make_box_wine())
    account = {"createaccount": "1", "account_password": "violet tractor seven moons"}
    wrong = {"billing_city": ""} if ticked else {}  # nor is a card entered, which comes after that
    page = sent(shopper, **PRESSED, **account, **wrong, subscription_charges=ticked)
    [box] = [box for box in page["consents"] if box["name"] == "subscription_charges"]
    assert (box["ticked"], box["error"]) == (bool(ticked), problem)


def test_a_password_is_never_sent_back() -> None:
    shopper = Shopper().puts(make_product())
    page = sent(shopper, **PRESSED, createaccount="1", account_password="seven moons!", billing_city="")
    assert page["account"]["wanted"] is True
    assert "seven moons" not in str(page)


def test_the_form_has_the_hidden_fields_of_the_specification(client: Client) -> None:
    fields = Shopper().puts(make_product()).client.get("/checkout/", headers=JSON).json()["attribution"]
    assert len(fields) == 16
    assert all(name.startswith("wc_order_attribution_") for name in fields)


def test_where_wine_may_not_go_is_told_before_anything_is_paid() -> None:
    shopper = Shopper().puts(make_product())
    page = sent(shopper, **PRESSED, billing_state="UT", billing_postcode="84101")
    assert "Utah" in page["review"]["destination_problem"]
    assert not [choice for choice in page["review"]["shipping"] if not choice["rate"].startswith("local_pickup")]
    assert not Order.objects.exists()


def test_without_anything_to_pay_no_way_to_pay_is_asked_for() -> None:
    shopper = Shopper().puts(make_product(price="0.00", virtual=True))
    payment = shopper.client.get("/checkout/", headers=JSON).json()["payment"]
    assert (payment["methods"], payment["button"]) == ([], "Place order")


def test_the_button_says_the_amount() -> None:
    payment = Shopper().puts(make_product(price="20.00")).client.get("/checkout/", headers=JSON).json()["payment"]
    assert [(each["value"], each["label"], each["button"]) for each in payment["methods"]] == [
        ("stripe", "Card", "Pay $32.18")
    ]


def test_what_another_way_to_buy_was_told_is_not_asked_again() -> None:
    shopper = Shopper().puts(make_product())
    cart = shopper.cart
    cart.addresses = {"billing": {"first_name": "Zoë", "country": "US", "state": "NY"}, "shipping": {}}
    cart.email = "zoe@example.com"
    cart.save()
    known = values(shopper.client.get("/checkout/", headers=JSON).json())
    assert (known["billing_first_name"], known["billing_state"]) == ("Zoë", "NY")
    assert known["billing_email"] == "zoe@example.com"
