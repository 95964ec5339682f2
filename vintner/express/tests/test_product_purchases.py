"""A purchase from a product page, from the press to the receipt, beside a cart that the shopper has filled."""

from typing import Any

import pytest
from django.test import Client

from vintner.cart.models import Cart, CartCoupon, CartLine
from vintner.cart.tokens import cart_token
from vintner.catalogue.models import Product
from vintner.customers.models import User
from vintner.express.models import SheetQuote
from vintner.express.tests.sheet import SheetBrowser
from vintner.orders.invariants import audit
from vintner.orders.models import Order
from vintner.pricing.models import Coupon
from vintner.store_api.tests.buying import JANE
from vintner.store_api.tests.wallets import offer_wallets, pays
from vintner.testing.api_client import ApiAnswer, ApiClient
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import DECLINED, GOOD

pytestmark = pytest.mark.usefixtures("store", "provider")
OPEN_AGAIN = "Nothing was charged: please open the wallet again."
ADDRESS = {name: JANE[name] for name in ("country", "state", "postcode", "city")}


class ProductShopper:
    """Has filled a cart, and now looks at the page of another wine."""

    def __init__(self, user: User | None = None) -> None:
        self.api = ApiClient()
        if user is not None:
            self.api.client.force_login(user)
        self.sheet = SheetBrowser(self.api.client, page="product").puts(make_product(name="Own"), 2)
        self.own = Cart.objects.get()
        CartCoupon.objects.create(cart=self.own, coupon=Coupon.objects.create(code="mine", kind="percent", amount=5))
        self.wine: Product = make_product(name="Quinta", stock=20)

    def opens(self, **named: str) -> dict[str, Any]:
        """Press the button and choose the address; return what the sheet shows. A tab names its cart by a token, which
        is blank at first.
        """
        added = self.sheet.call("add_to_cart", product_id=str(self.wine.pk), qty="3", **named)
        token = {"cart_token": added["cart_token"]} if named else {}
        priced = self.sheet.call("get_shipping_options", **ADDRESS, **token)
        assert priced["result"] == "success"
        return {**priced, "cart_token": added["cart_token"]}

    def confirms(self, shown: dict[str, Any], card: str = GOOD) -> ApiAnswer:
        quote = SheetQuote.objects.get(pk=shown["quote"]["id"])
        return pays(self.api, quote, method=card, headers={"Cart-Token": shown["cart_token"]})

    def own_cart(self) -> list[Any]:
        """Everything that the database knows of the shopper's own cart."""
        return [
            list(rows)
            for rows in (
                Cart.objects.filter(pk=self.own.pk).values(),
                CartLine.objects.filter(cart=self.own).order_by("pk").values(),
                CartCoupon.objects.filter(cart=self.own).order_by("pk").values(),
            )
        ]


@pytest.fixture(params=["guest", "customer"])
def shopper(request: pytest.FixtureRequest) -> ProductShopper:
    offer_wallets()
    return ProductShopper(make_user() if request.param == "customer" else None)


def test_what_is_paid_is_the_pages_wine_and_the_own_cart_is_as_before(shopper: ProductShopper) -> None:
    before = shopper.own_cart()
    shown = shopper.opens()
    answer = shopper.confirms(shown)
    assert (answer.status, answer.json.get("status")) == (200, "processing"), answer.json
    made = Order.objects.get()
    assert made.total.minor == shown["total"]["amount"]
    assert [(line.label.name, line.quantity) for line in made.lines.all()] == [("Quinta", 3)]
    assert shopper.own_cart() == before
    assert not CartLine.objects.filter(cart__is_express=True).exists()
    assert audit() == []


def test_after_a_cancelled_sheet_the_own_cart_is_as_before(shopper: ProductShopper) -> None:
    before = shopper.own_cart()
    shopper.opens()
    shopper.sheet.send("clear_cart")
    assert shopper.own_cart() == before
    assert list(Cart.objects.all()) == [shopper.own]


def test_after_a_declined_card_the_own_cart_is_as_before_and_the_sheet_can_be_opened_again(
    shopper: ProductShopper,
) -> None:
    before = shopper.own_cart()
    assert shopper.confirms(shopper.opens(), DECLINED).status != 200
    assert shopper.own_cart() == before
    assert shopper.confirms(shopper.opens()).status == 200
    assert shopper.own_cart() == before
    assert Order.objects.filter(status="processing").count() == 1


def test_each_tab_of_a_browser_has_a_cart_of_its_own(shopper: ProductShopper) -> None:
    first, other = shopper.opens(cart_token=""), shopper.opens(cart_token="")
    assert Cart.objects.filter(is_express=True).count() == 2
    assert "vintner_express_cart" not in shopper.api.client.cookies
    again = shopper.opens(cart_token=first["cart_token"])
    shopper.sheet.send("clear_cart", cart_token=other["cart_token"])
    assert Cart.objects.filter(is_express=True).count() == 1
    rate = {"shipping_method[]": again["shipping_options"][0]["id"]}
    for call, fields in (("get_shipping_options", ADDRESS), ("update_shipping_method", rate)):
        assert shopper.sheet.call(call, cart_token=first["cart_token"], **fields)["result"] == "success"
        gone = shopper.sheet.call(call, cart_token=other["cart_token"], **fields)
        assert gone["message"] == "What you chose is not kept any more. " + OPEN_AGAIN
    assert shopper.confirms(again).status == 200


def test_an_order_of_a_cart_that_is_gone_says_what_to_do(shopper: ProductShopper) -> None:
    shown = shopper.opens(cart_token="")
    Cart.objects.filter(is_express=True).delete()
    answer = pays(shopper.api, None, headers={"Cart-Token": shown["cart_token"]})
    assert (answer.status, answer.json["data"]["reason"]) == (409, "fail")
    assert answer.json["message"] == "There is nothing to buy any more. " + OPEN_AGAIN


@pytest.mark.parametrize("token", ["", "made-up"])
def test_a_token_that_names_nothing_leaves_other_carts_alone(shopper: ProductShopper, token: str) -> None:
    shopper.opens()
    shopper.sheet.send("clear_cart", cart_token=token)
    assert Cart.objects.filter(is_express=True).exists()
    assert shopper.sheet.call("get_shipping_options", **ADDRESS)["result"] == "success"


def test_the_token_of_an_own_cart_names_no_cart_of_a_product_page(shopper: ProductShopper) -> None:
    before = shopper.own_cart()
    token = cart_token(shopper.own.pk)
    shopper.sheet.send("clear_cart", cart_token=token)
    assert shopper.sheet.call("get_shipping_options", cart_token=token, **ADDRESS)["result"] != "success"
    assert shopper.own_cart() == before


def test_the_sheet_of_another_page_is_not_charged_at_the_same_total(shopper: ProductShopper) -> None:
    shown = shopper.opens()
    shopper.wine = make_product(name="Other", stock=20)
    assert shopper.opens()["total"] == shown["total"]
    answer = shopper.confirms(shown)
    assert answer.status == 409
    assert "open the wallet again" in answer.json["message"]
    assert not Order.objects.exists()


def test_who_logs_in_while_the_sheet_is_open_keeps_both_carts() -> None:
    offer_wallets()
    user = make_user(password="a long password")
    shopper = ProductShopper()
    lines = list(CartLine.objects.filter(cart=shopper.own).values())
    shown = shopper.opens()
    express = list(CartLine.objects.filter(cart__is_express=True).values())
    _log_in(shopper.api.client, user, "a long password")
    shopper.own.refresh_from_db()
    assert shopper.own.user == user
    assert list(CartLine.objects.filter(cart=shopper.own).values()) == lines
    assert list(CartLine.objects.filter(cart__is_express=True).values()) == express
    assert shopper.sheet.call("get_cart_details")["order_data"]["total"] == shown["total"]


def _log_in(client: Client, user: User, password: str) -> None:
    """Send the log-in form as without JavaScript."""
    props = {"Accept": "application/json"}
    leads_to = client.get("/checkout/", headers=props).json()["log_in_url"]
    forms = client.get(leads_to, headers=props).json()["forms"]
    form = next(each for each in forms["sections"] if each["name"] == forms["section"])
    typed = dict(zip((field["name"] for field in form["fields"]), (user.email, password), strict=True))
    hidden = {"_xoo_el_form": form["form"], "xoo_el_redirect": forms["redirect"]}
    client.post(form["url"], typed | hidden | {"csrfmiddlewaretoken": forms["csrf_token"]})
