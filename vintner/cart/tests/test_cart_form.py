"""The buttons of the cart page, without JavaScript: coupons, the estimate, lines that ask for too much."""

from decimal import Decimal

import pytest

from vintner.cart.models import CartLine
from vintner.cart.tests.shoppers import CartShopper
from vintner.pricing import books
from vintner.pricing.models import Coupon
from vintner.shipping.models import Destination
from vintner.testing.builders import make_product

pytestmark = pytest.mark.usefixtures("shop")


@pytest.fixture
def shopper(db: None) -> CartShopper:
    shopper = CartShopper()
    shopper.add(make_product(name="Quinta", stock=5), {"quantity": "4"})
    shopper.cart()
    return shopper


def test_a_coupon_comes_and_goes(shopper: CartShopper) -> None:
    Coupon.objects.create(code="save10", kind="percent", amount=Decimal(10))
    assert shopper.post({"apply_coupon": "1", "coupon_code": "SAVE10"}).status_code == 302
    assert [(each.code, each.problem) for each in shopper.contents().coupons] == [("save10", "")]
    shopper.post({"remove_coupon": "save10"})
    assert shopper.contents().coupons == ()


def test_a_refused_coupon_stands_in_its_field_again_with_the_reason(shopper: CartShopper) -> None:
    answer = shopper.post({"apply_coupon": "1", "coupon_code": "nosuch"})
    assert answer.status_code == 200
    assert "We don’t recognize the coupon" in answer.content.decode()


def test_the_estimate_is_for_another_place(shopper: CartShopper) -> None:
    shopper.post({"calc_shipping": "1", "calc_shipping_place": "US:NY", "calc_shipping_postcode": "10001"})
    contents = shopper.contents()
    assert (contents.place, contents.postcode, contents.estimated_for) == ("US:NY", "10001", "New York")


@pytest.mark.parametrize(
    ("place", "postcode", "told"),
    [
        ("US:NY", "ABC", "That is no ZIP code: one looks like"),
        ("CA:ON", "12345", "That is no postal code: one looks like"),
        ("US:NY", "94110", "94110 is not a valid ZIP code for New York."),
    ],
)
def test_a_postcode_that_is_none_of_the_place_is_refused_at_its_field(
    place: str, postcode: str, told: str, shopper: CartShopper
) -> None:
    fields = {"calc_shipping": "1", "calc_shipping_place": place, "calc_shipping_postcode": postcode}
    answer = shopper.post(fields)
    assert answer.status_code == 200
    assert told in answer.content.decode()
    contents = shopper.contents()
    assert (contents.place, contents.postcode, contents.postcode_problem) == (place, "", "")


@pytest.mark.parametrize(
    ("place", "kept"),
    [("US:TX", ""), ("CA:ON", ""), ("US:CA", "94110")],
    ids=["another state", "another country", "the same state"],
)
def test_a_postcode_that_was_left_in_the_form_goes_with_its_place(place: str, kept: str, shopper: CartShopper) -> None:
    fields = {"calc_shipping": "1", "calc_shipping_place": "US:CA", "calc_shipping_postcode": "94110"}
    shopper.post(fields)
    assert shopper.post({**fields, "calc_shipping_place": place}).status_code == 302
    contents = shopper.contents()
    assert (contents.place, contents.postcode, contents.postcode_problem) == (place, kept, "")


def test_an_estimate_for_a_place_without_wine_has_the_law_and_no_price(shopper: CartShopper) -> None:
    Destination.objects.filter(state="UT").update(wine_allowed=False)
    shopper.post({"calc_shipping": "1", "calc_shipping_place": "US:UT", "calc_shipping_postcode": ""})
    contents = shopper.contents()
    assert contents.destination_problem.startswith("Sorry, we cannot ship wine to Utah.")
    assert ([row.kind for row in contents.rows], contents.total, contents.recurring) == (["subtotal"], "", ())
    assert all(choice.place for choice in contents.shipping), "it can only be picked up"
    assert contents.free_delivery is None


def test_an_estimate_says_when_one_person_may_not_be_sent_so_much(shopper: CartShopper) -> None:
    Destination.objects.update_or_create(country="US", state="UT", defaults={"wine_allowed": True, "most_bottles": 1})
    books.load(fresh=True)
    CartLine.objects.update(quantity=3)
    shopper.post({"calc_shipping": "1", "calc_shipping_place": "US:UT", "calc_shipping_postcode": ""})
    contents = shopper.contents()
    assert contents.destination_problem.startswith("One person in Utah may be sent at most 1 bottle a month.")
    assert "Please take 2 bottles out of the cart." in contents.destination_problem
    assert (contents.total != "", len(contents.shipping) > 0) == (True, True)


@pytest.mark.parametrize("place", ["", "US", "US:XX", "FR:75"])
def test_a_place_that_we_do_not_know_changes_nothing(shopper: CartShopper, place: str) -> None:
    before = shopper.contents().place
    shopper.post({"calc_shipping": "1", "calc_shipping_place": place})
    assert shopper.contents().place == before


def test_a_line_that_asks_for_too_much_takes_what_there_is(shopper: CartShopper) -> None:
    CartLine.objects.update(quantity=9)
    [line] = shopper.contents().lines
    assert line.fitting == 5
    shopper.post({"fit_item": line.key})
    assert shopper.lines() == [("Quinta", 5)]
