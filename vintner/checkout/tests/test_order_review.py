"""What the order review says before anything is paid: how much wine may be sent, and to whom."""

from typing import cast
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from vintner.shipping.models import Destination
from vintner.testing.builders import make_box_wine, make_product
from vintner.testing.provider import ProviderDouble
from vintner.testing.shopper import FORM, Shopper

pytestmark = pytest.mark.usefixtures("store")
REVIEW = ".woocommerce-checkout-review-order-table"
PLACE = {"country": "US", "state": "CA", "postcode": "94110", "city": "San Francisco", "has_full_address": "true"}
ONTARIO = {"country": "CA", "state": "ON", "postcode": "M5V 2T6", "city": "Toronto", "has_full_address": "true"}
CHILD = {"born_year": "2020", "born_month": "1", "born_day": "1"}


def review(shopper: Shopper, place: dict[str, str] = PLACE, /, **typed: str) -> str:
    """Return the review's HTML for a form in which so much is typed."""
    sent = {"security": shopper.token(), "payment_method": "stripe", **place}
    answer = shopper.call("update_order_review", **sent, post_data=urlencode({**FORM, **typed}))
    assert answer["result"] == "success"
    return cast(dict[str, str], answer["fragments"])[REVIEW]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({}, True),
        ({"billing_email": "o@example.com"}, True),
        ({"billing_email": "o@example.com", "billing_first_name": "Joan"}, False),
    ],
    ids=["the same email", "the same name and address", "somebody else"],
)
def test_who_had_the_months_wine_is_told_in_the_review(
    provider: ProviderDouble, typed: dict[str, str], told: bool
) -> None:
    Destination.objects.filter(country="US", state="CA").update(most_bottles=12)
    wine = make_product(stock=50)
    assert Shopper().puts(wine, 10).pays().result == "success"
    again = Shopper().puts(wine, 3)
    text = review(again, **typed)
    assert ("at most 12 bottles a month" in text) == told
    assert again.pays(**typed).result == ("failure" if told else "success")


def test_a_cart_above_the_limit_is_told_to_whoever_it_is_for() -> None:
    Destination.objects.filter(country="US", state="CA").update(most_bottles=12)
    shopper = Shopper().puts(make_product(stock=50), 13)
    assert "take 1 bottle out of the cart" in review(shopper, billing_email="", billing_first_name="")
    assert "at most" not in review(shopper, ONTARIO)


def test_a_parcel_to_somebody_else_counts_for_them(provider: ProviderDouble) -> None:
    Destination.objects.filter(country="US", state="CA").update(most_bottles=12)
    wine = make_product(stock=50)
    assert Shopper().puts(wine, 12).pays().result == "success"
    other = {f"shipping_{name.removeprefix('billing_')}": value for name, value in FORM.items() if "billing" in name}
    there = {**other, "ship_to_different_address": "1", "billing_email": "o@example.com"}
    assert "at most 12" in review(Shopper().puts(wine), **there, billing_first_name="Joan")
    there["shipping_first_name"] = "Joan"
    assert "at most 12" not in review(Shopper().puts(wine), **there)


def test_while_no_state_is_chosen_nothing_is_said_of_it() -> None:
    shopper = Shopper().puts(make_product())
    assert "cannot ship wine" not in review(shopper, {**PLACE, "state": ""})
    assert "cannot ship wine to Utah" in review(shopper, {**PLACE, "state": "UT"})


def test_later_boxes_have_no_total_where_none_may_be_sent() -> None:
    shopper = Shopper().puts(make_box_wine())
    assert "every month, first on" in review(shopper)
    assert "every month, first on" not in review(shopper, {**PLACE, "state": "UT", "postcode": "84101"})


def test_the_box_of_age_names_the_age_of_the_place(settings: Settings) -> None:
    Destination.objects.update_or_create(country="CA", state="ON", defaults={"wine_allowed": True, "legal_age": 19})
    shopper = Shopper().puts(make_product())
    assert "I am 21 or older" in review(shopper)
    assert "I am 19 or older" in review(shopper, ONTARIO)
    settings.AGE_CHECK = "off"
    assert "or older" not in review(shopper)


@pytest.mark.parametrize(
    ("born", "problem"),
    [
        (CHILD, "You must be 21 or older"),
        ({**CHILD, "born_year": "1980"}, ""),
        ({**CHILD, "born_year": "202"}, ""),
        ({**CHILD, "born_day": ""}, ""),
        ({**CHILD, "born_year": "1780"}, "Please check the year"),
        ({}, ""),
    ],
    ids=["too young", "old enough", "still typing", "not complete", "a slip", "nothing yet"],
)
def test_who_is_too_young_is_told_before_paying(settings: Settings, born: dict[str, str], problem: str) -> None:
    settings.AGE_CHECK = "date_of_birth"
    text = review(Shopper().puts(make_product()), **born)
    assert (problem in text) if problem else ("must be 21" not in text and "check the year" not in text)
    assert "must be" not in review(Shopper().puts(make_product(alcoholic=False)), **born)


def test_a_review_of_50_wines_with_a_limit_and_a_form_asks_the_database_at_most_5_times() -> None:
    Destination.objects.filter(country="US", state="CA").update(most_bottles=600)
    shopper = Shopper()
    for _ in range(50):
        shopper.puts(make_product())
    token = shopper.token()
    sent = {"security": token, "payment_method": "stripe", **PLACE, "post_data": urlencode(FORM)}
    with CaptureQueriesContext(connection) as queries:
        shopper.call("update_order_review", **sent)
    asked = [query["sql"][:100] for query in queries]
    print(len(asked), "queries for the order review with 50 lines")  # noqa: T201 - a figure to compare
    assert len(asked) <= 5, asked


def test_a_review_saves_all_that_is_new_with_one_query() -> None:
    shopper = Shopper().puts(make_product())
    token = shopper.token()
    sent = {"security": token, **PLACE, "payment_method": "stripe_link", "shipping_method[0]": "flat_rate:1"}
    with CaptureQueriesContext(connection) as captured:
        shopper.call("update_order_review", **sent, post_data=urlencode(FORM))
    changes = [each["sql"] for each in captured.captured_queries if each["sql"].startswith("UPDATE")]
    assert len(changes) == 1
    cart = shopper.cart
    assert (cart.state, cart.email, cart.shipping_rate) == ("CA", "jane@example.com", "flat_rate:1")
    with CaptureQueriesContext(connection) as captured:
        shopper.call("update_order_review", **sent, post_data=urlencode(FORM))
    assert len(captured.captured_queries) == 2  # the cart, and what is in it
