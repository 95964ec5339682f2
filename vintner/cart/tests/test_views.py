"""The cart's page and its forms, without JavaScript."""

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone
from pytest_django import Settings

from vintner.cart.lines import REMOVE, UNDO, change_link
from vintner.cart.models import Cart, CartLine
from vintner.cart.tests.shoppers import CartShopper
from vintner.catalogue.models import Product
from vintner.money import Money
from vintner.pricing.choices import PreselectChoices
from vintner.pricing.models import Coupon, Policy
from vintner.shipping.models import Method, Zone
from vintner.testing.builders import make_product, make_user, make_variable_product
from vintner.web.page import Link

if TYPE_CHECKING:
    pass

pytestmark = pytest.mark.usefixtures("shop")


@pytest.fixture
def shopper(db: None) -> CartShopper:
    return CartShopper()


def key_of(product: Product) -> str:
    return CartLine.objects.get(variation__product=product, removed_at=None).key


def test_a_visitor_who_only_looks_gets_no_cart_and_no_cart_cookie(shopper: CartShopper) -> None:
    assert shopper.lines() == []
    assert not Cart.objects.exists()
    assert {name for name, cookie in shopper.client.cookies.items() if cookie.value} == {"csrftoken"}


def test_the_cart_page_is_kept_by_nobody(shopper: CartShopper) -> None:
    response = shopper.client.get("/cart/")
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]


def test_adding_goes_back_to_where_the_form_stood(shopper: CartShopper) -> None:
    wine = make_product(name="Quinta")
    response = shopper.add(wine, {"quantity": "2"}, referer="http://testserver/shop/?orderby=price")
    assert (response.status_code, response["Location"]) == (302, "/shop/?orderby=price")
    assert shopper.notices() == [("success", "2 × “Quinta” have been added to your cart.")]
    assert shopper.lines() == [("Quinta", 2)]


@pytest.mark.parametrize("referer", ["", "http://testserver//evil.example/x"])
def test_adding_never_leads_out_of_the_store(shopper: CartShopper, referer: str) -> None:
    response = shopper.add(make_product(), referer=referer)
    assert response["Location"] == "/shop/"


@pytest.mark.parametrize("referer", ["https://evil.example/x", "//evil.example", "javascript:alert(1)"])
def test_another_site_adds_nothing(shopper: CartShopper, referer: str) -> None:
    response = shopper.add(make_product(), referer=referer)
    assert (response.status_code, shopper.lines()) == (403, [])


def test_a_store_may_show_its_cart_after_each_adding(shopper: CartShopper, settings: Settings) -> None:
    settings.CART_REDIRECT_AFTER_ADD = True
    response = shopper.add(make_product(), referer="http://testserver/shop/")
    assert response.headers["Location"] == "/cart/"


def test_adding_on_the_product_page_stays_there(shopper: CartShopper) -> None:
    wine = make_product(name="Quinta")
    response = shopper.add(wine, path=wine.get_absolute_url())
    assert response["Location"] == wine.get_absolute_url()
    assert shopper.notices() == [("success", "“Quinta” has been added to your cart.")]


def test_the_message_of_an_added_wine_leads_to_the_cart(shopper: CartShopper) -> None:
    shopper.add(make_product(name="Quinta"))
    [notice] = shopper.cart().shared.notices
    assert notice.link == Link(label="View cart", url="/cart/")


def test_the_message_of_a_coupon_leads_nowhere(filled: CartShopper) -> None:
    Coupon.objects.create(code="save10", kind="percent", amount=10)
    filled.post({"apply_coupon": "1", "coupon_code": "save10"})
    [notice] = filled.cart().shared.notices
    assert (notice.text, notice.link) == ("The coupon has been added to your cart.", None)


@pytest.mark.parametrize("value", ["2018", " 2018 "])
def test_a_choice_by_attribute(shopper: CartShopper, value: str) -> None:
    wine = make_variable_product(name="Quinta")
    shopper.add(wine, {"attribute_vintage": value}, path=wine.get_absolute_url())
    assert CartLine.objects.get().variation == wine.variations.all()[1]


def test_a_line_leads_to_the_choice_that_it_is(shopper: CartShopper) -> None:
    wine = make_variable_product(name="Quinta")
    shopper.add(wine, {"attribute_vintage": "2018"}, path=wine.get_absolute_url())
    (line,) = shopper.contents().lines
    assert line.url == f"{wine.get_absolute_url()}?attribute_vintage=2018"


def test_a_choice_by_variation_id(shopper: CartShopper) -> None:
    wine = make_variable_product()
    chosen = wine.variations.all()[2]
    shopper.add(wine, {"variation_id": str(chosen.pk)}, path=wine.get_absolute_url())
    assert CartLine.objects.get().variation == chosen


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "choose which “Quinta”"),
        ({"variation_id": "0"}, "choose which “Quinta”"),
        ({"attribute_vintage": ""}, "choose which “Quinta”"),
        ({"attribute_vintage": "1789"}, "no “Quinta” of that kind"),
        ({"attribute_vintage": "2018", "quantity": "-1"}, "cannot be below zero"),
        ({"attribute_vintage": "2018", "quantity": "lots"}, "in digits"),
        ({"attribute_vintage": "2018", "quantity": "51"}, "only 50 of “Quinta”"),
        ({"variation_id": "999999"}, "do not have that wine"),
        ({"variation_id": "abc"}, "do not have that wine"),
    ],
)
def test_a_refused_form_says_why(shopper: CartShopper, fields: dict[str, str], words: str) -> None:
    wine = make_variable_product(name="Quinta")
    response = shopper.add(wine, fields, path=wine.get_absolute_url())
    assert (response.status_code, response["Location"]) == (302, wine.get_absolute_url())
    [(kind, text)] = shopper.notices()
    assert kind == "error"
    assert words in text
    assert not Cart.objects.exists()


def test_a_variation_of_another_wine_is_refused(shopper: CartShopper) -> None:
    wine, other = make_variable_product(), make_variable_product()
    shopper.add(wine, {"variation_id": str(other.variations.all()[0].pk)})
    assert not Cart.objects.exists()


@pytest.mark.parametrize("fields", [{}, {"add-to-cart": "x"}, {"add-to-cart": "999999"}])
def test_adding_nothing_known(shopper: CartShopper, fields: dict[str, str]) -> None:
    assert shopper.add(None, fields)["Location"] == "/shop/"
    assert [kind for kind, _ in shopper.notices()] == ["error"]


def test_adding_from_a_foreign_page_is_refused(shopper: CartShopper) -> None:
    response = shopper.client.post(
        "/cart/add/", {"add-to-cart": make_product().pk}, headers={"Origin": "https://evil.example"}
    )
    assert response.status_code == 403
    assert not Cart.objects.exists()


@pytest.mark.parametrize("path", ["/cart/add/", "/?add-to-cart=1", "/cart/add/?add-to-cart=1"])
def test_looking_adds_nothing(shopper: CartShopper, path: str) -> None:
    shopper.client.get(path)
    assert not Cart.objects.exists()


@pytest.fixture
def filled(shopper: CartShopper) -> CartShopper:
    for name in ("First", "Second"):
        shopper.add(make_product(name=name, price="20.00", stock=9))
    shopper.cart()
    return shopper


def by_name(name: str) -> Product:
    return Product.objects.get(name=name)


def test_quantities_are_updated_together(filled: CartShopper) -> None:
    first, second = key_of(by_name("First")), key_of(by_name("Second"))
    response = filled.post({f"cart[{first}][qty]": "3", f"cart[{second}][qty]": "0", "update_cart": "1"})
    assert (response.status_code, response["Location"]) == (302, "/cart/")
    assert filled.notices() == [("success", "Cart updated.")]
    assert filled.lines() == [("First", 3)]


def test_the_button_is_answered_also_when_the_quantities_are_known_already(filled: CartShopper) -> None:
    fields = {f"cart[{key_of(by_name('First'))}][qty]": "3"}
    filled.post({**fields, "update_cart": "1"})
    filled.notices()
    filled.post({**fields, "update_cart": "1"})
    assert filled.notices() == [("success", "Cart updated.")]
    filled.post({**fields, "shipping_method[0]": "1"})
    assert filled.notices() == []


@pytest.mark.parametrize("text", ["-1", "10", "1000", "1000000000", "abc", "1e3", "9" * 400])
def test_a_bad_quantity_keeps_the_old_one_and_takes_the_others(filled: CartShopper, text: str) -> None:
    first, second = key_of(by_name("First")), key_of(by_name("Second"))
    filled.post({f"cart[{first}][qty]": text, f"cart[{second}][qty]": "2.7"})
    assert [kind for kind, _ in filled.notices()] == ["error", "success"]
    assert filled.lines() == [("First", 1), ("Second", 2)]


@pytest.mark.parametrize("field", ["cart[zz][qty]", "cart[][qty]", "cart", f"cart[{'0' * 32}][qty]", "cart[\x00][qty]"])
def test_fields_that_name_no_line_are_passed_over(filled: CartShopper, field: str) -> None:
    assert filled.post({field: "5"}).status_code == 302
    assert filled.lines() == [("First", 1), ("Second", 1)]


def test_the_delivery_is_chosen(filled: CartShopper) -> None:
    contents = filled.contents()
    pickup = contents.shipping[1]
    filled.post({"shipping_method[0]": pickup.rate})
    contents = filled.contents()
    assert [each.chosen for each in contents.shipping] == [False, True]


def test_a_delivery_that_the_store_selected_gives_way_to_a_cheaper_one(filled: CartShopper) -> None:
    Policy.objects.create(preselect=PreselectChoices.CHEAPEST)
    flat = next(each for each in filled.contents().shipping if each.chosen)
    assert flat.preselected
    filled.post({"shipping_method[0]": flat.rate, "preselected_delivery": flat.rate})
    Method.objects.create(zone=Zone.objects.get(name="United States"), kind="free_shipping", title="Free", position=9)
    assert [each.label for each in filled.contents().shipping if each.chosen] == ["Free"]


def test_a_delivery_that_the_shopper_chose_stays_chosen(filled: CartShopper) -> None:
    Policy.objects.create(preselect=PreselectChoices.CHEAPEST)
    flat = next(each for each in filled.contents().shipping if each.chosen)
    filled.post({"shipping_method[0]": flat.rate})
    Method.objects.create(zone=Zone.objects.get(name="United States"), kind="free_shipping", title="Free", position=9)
    chosen = [(each.label, each.preselected) for each in filled.contents().shipping if each.chosen]
    assert chosen == [("Flat rate", False)]


@pytest.mark.parametrize("rate", ["nonsense" * 20, "flat_rate:999999", "\x00", "é:1", "flat_rate:" + "9" * 99])
def test_a_delivery_that_is_not_offered_is_the_first(filled: CartShopper, rate: str) -> None:
    filled.post({"shipping_method[0]": rate})
    assert [each.chosen for each in filled.contents().shipping] == [True, False]


def test_a_removed_line_can_be_brought_back_by_the_link_in_the_message(filled: CartShopper) -> None:
    filled.post({"remove_item": key_of(by_name("First"))})
    [notice] = filled.cart().shared.notices
    assert notice.text == "“First” has been removed from your cart."
    assert notice.link is not None
    assert notice.link.label == "Undo?"
    assert filled.lines() == [("Second", 1)]
    response = filled.client.get(notice.link.url)
    assert (response.status_code, response["Location"]) == (302, "/cart/")
    assert filled.lines() == [("First", 1), ("Second", 1)]


def test_a_removed_line_can_be_brought_back_by_a_button(filled: CartShopper) -> None:
    key = key_of(by_name("First"))
    filled.post({"remove_item": key})
    filled.post({"undo_item": key})
    assert filled.lines() == [("First", 1), ("Second", 1)]


@pytest.mark.parametrize("button", ["remove_item", "undo_item"])
def test_a_button_for_a_line_that_is_not_there(filled: CartShopper, button: str) -> None:
    filled.post({button: "f" * 32})
    assert filled.notices() == [("error", "That wine is not in your cart.")]


def test_a_signed_link_removes(filled: CartShopper) -> None:
    url = change_link(Cart.objects.get(), REMOVE, key_of(by_name("First")))
    assert filled.client.get(url).status_code == 302
    assert filled.lines() == [("Second", 1)]


@pytest.mark.parametrize("signature", ["", "x", "\x00", "é"])
def test_a_link_without_its_signature_changes_nothing(filled: CartShopper, signature: str) -> None:
    key = key_of(by_name("First"))
    response = filled.client.get("/cart/", {"remove_item": key, "_wpnonce": signature})
    assert response.status_code == 200
    assert "This link is for another cart. Nothing was changed." in response.content.decode()
    assert filled.lines() == [("First", 1), ("Second", 1)]


def test_a_signature_is_good_for_one_deed_and_one_cart_only(filled: CartShopper) -> None:
    key, cart = key_of(by_name("First")), Cart.objects.get()
    signed = change_link(cart, UNDO, key).replace("undo_item", "remove_item")
    foreign = change_link(Cart.objects.create(), REMOVE, key)
    for url in (signed, foreign):
        filled.client.get(url)
    assert filled.lines() == [("First", 1), ("Second", 1)]


@pytest.mark.parametrize("token", ["", "x", "a" * 64])
def test_a_form_without_its_token_changes_nothing_and_says_so(filled: CartShopper, token: str) -> None:
    filled.token = token
    response = filled.post({"remove_item": key_of(by_name("First"))})
    assert response.status_code == 403
    assert filled.lines() == [("First", 1), ("Second", 1)]


@pytest.mark.parametrize("field", ["woocommerce-cart-nonce", "_wpnonce"])
def test_the_token_may_come_under_the_contracts_names(filled: CartShopper, field: str) -> None:
    key = key_of(by_name("First"))
    filled.client.post("/cart/", {field: filled.token, "remove_item": key})
    assert filled.lines() == [("Second", 1)]


def test_a_post_without_a_cart_shows_the_empty_one(shopper: CartShopper) -> None:
    shopper.cart()
    assert shopper.post({"update_cart": "1"})["Location"] == "/cart/"


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods_are_not_known(filled: CartShopper, method: str) -> None:
    assert getattr(filled.client, method)("/cart/").status_code == 405


def test_a_line_that_can_no_longer_be_bought_is_shown_with_the_reason(filled: CartShopper) -> None:
    Product.objects.filter(name="First").update(available_from=timezone.now() + timedelta(days=1))
    contents = filled.contents()
    assert contents.lines[0].problem == "“First” has not been released yet."
    assert contents.can_check_out is False


def test_the_page_corrects_what_the_browser_believes(filled: CartShopper) -> None:
    by_name("First").variations.update(regular_price=Money(1))
    response = filled.client.get("/cart/")
    assert set(response.cookies) >= {"woocommerce_cart_hash"}
    assert not set(filled.client.get("/cart/").cookies) & {"woocommerce_cart_hash"}


def test_a_guests_cart_becomes_the_customers_with_the_next_change(filled: CartShopper) -> None:
    user = make_user()
    filled.client.force_login(user)
    assert filled.lines() == [("First", 1), ("Second", 1)]
    filled.add(by_name("First"))
    assert Cart.objects.get().user == user
