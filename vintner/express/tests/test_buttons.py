"""Which pages have express buttons, and what stands beside them."""

from dataclasses import replace

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from vintner.express.buttons import find_express_buttons
from vintner.express.models import ExpressSettings
from vintner.money import Money
from vintner.notices.models import Policy
from vintner.testing.builders import make_product, make_user
from vintner.web.answers import PageResponse
from vintner.web.express_buttons import ExpressOrder, ExpressPurchase
from vintner.web.page import Link

pytestmark = pytest.mark.django_db

CART = ExpressPurchase(
    place="cart", amount=Money(4800), needs_shipping=True, alcoholic=True, back_url="/cart/", is_guest=True
)


def test_no_wallet_is_offered_until_the_merchant_chooses_one() -> None:
    assert find_express_buttons(CART) is None
    ExpressSettings.objects.create()
    buttons = find_express_buttons(CART)
    assert buttons is not None
    assert buttons.wallets == ("apple_pay", "google_pay", "link")
    assert (buttons.amount, buttons.currency, buttons.country, buttons.label) == (4800, "usd", "US", "Vintner")


def test_buttons_take_two_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    ExpressSettings.objects.create()
    with django_assert_num_queries(2):  # the merchant's settings, the terms
        assert find_express_buttons(CART) is not None


@pytest.mark.django_db(transaction=True)
def test_later_buttons_take_none(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    ExpressSettings.objects.create()
    with django_assert_num_queries(4):  # the version and its next change, the settings, the terms
        first = find_express_buttons(CART)
    with django_assert_num_queries(0):
        assert find_express_buttons(CART) == first is not None


def test_no_buttons_where_the_merchant_wants_none() -> None:
    ExpressSettings.objects.create(places=["product"])
    assert find_express_buttons(CART) is None
    assert find_express_buttons(replace(CART, place="product")) is not None


def test_no_buttons_where_nothing_is_to_be_paid() -> None:
    ExpressSettings.objects.create()
    assert find_express_buttons(replace(CART, amount=Money(0))) is None


def test_no_buttons_without_a_key_of_the_provider(settings: Settings) -> None:
    ExpressSettings.objects.create()
    settings.STRIPE_PUBLISHABLE_KEY = ""
    assert find_express_buttons(CART) is None


def test_the_box_of_age_names_the_age_of_the_place(settings: Settings) -> None:
    settings.AGE_CHECK = "affirm"
    ExpressSettings.objects.create()
    labels = []
    for age in (None, 19):
        buttons = find_express_buttons(replace(CART, legal_age=age))
        assert buttons is not None
        assert buttons.age is not None
        labels.append(buttons.age.label[:18])
    assert labels == ["I am 21 or older, ", "I am 19 or older, "]


def test_the_date_of_birth_is_asked_for_where_the_store_checks_it(settings: Settings) -> None:
    settings.AGE_CHECK = "date_of_birth"
    ExpressSettings.objects.create()
    buttons = find_express_buttons(CART)
    assert buttons is not None
    assert buttons.born == ("born_year", "born_month", "born_day")
    assert buttons.age is None


def test_at_a_placed_order_the_age_is_known_and_the_terms_are_asked_for(settings: Settings) -> None:
    settings.AGE_CHECK = "affirm"
    ExpressSettings.objects.create()
    Policy.objects.create(kind="terms", text="One.\n\nTwo.")
    order = ExpressOrder(id=7, key="wc_order_x", billing_email="jane@example.com")
    buttons = find_express_buttons(replace(CART, place="order", order=order))
    assert buttons is not None
    assert (buttons.age, buttons.born, buttons.needs_shipping) == (None, (), False)
    assert buttons.terms is not None
    assert buttons.terms.text == Link(label="Read the terms and conditions", url="/terms/")


def test_guests_log_in_first_where_the_merchant_wants_that() -> None:
    ExpressSettings.objects.create(login_first=True)
    guest, customer = find_express_buttons(CART), find_express_buttons(replace(CART, is_guest=False))
    assert guest is not None
    assert guest.login_url.endswith("section=login&next=%2Fcart%2F")
    assert customer is not None
    assert customer.login_url == ""


def test_a_product_page_has_buttons_while_something_of_it_can_be_bought(client: Client) -> None:
    ExpressSettings.objects.create()
    found = {}
    for name, stock in (("Full", 5), ("Empty", 0)):
        wine = make_product(name=name, stock=stock, price="16.99")
        page = client.get(wine.get_absolute_url(), headers={"accept": "application/json"}).json()
        found[name] = page["express"] and page["express"]["amount"]
    assert found == {"Full": 1699, "Empty": None}


def test_a_wallet_that_cannot_pay_the_store_has_no_button(settings: Settings) -> None:
    ExpressSettings.objects.create(wallets=["klarna", "link"])
    settings.ACCOUNT_COUNTRY = "BR"
    buttons = find_express_buttons(CART)
    assert buttons is not None
    assert buttons.wallets == ("link",)
    ExpressSettings.objects.update(wallets=["klarna"])
    assert find_express_buttons(CART) is None


def test_a_product_page_with_buttons_is_the_same_for_everybody(client: Client) -> None:
    ExpressSettings.objects.create(login_first=True)
    wine, user = make_product(stock=5), make_user()
    anybody = client.get(wine.get_absolute_url(), headers={"accept": "application/json"})
    client.force_login(user)
    somebody = client.get(wine.get_absolute_url(), headers={"accept": "application/json"})
    assert anybody.json()["express"] == somebody.json()["express"] is not None
    assert isinstance(anybody, PageResponse)
    assert not anybody.has_token  # such a page would be in no cache
    assert not anybody.cookies
