"""What the checkout asks about age, by the store's setting."""

import pytest
from django.utils import timezone
from pytest_django import Settings

from vintner.cart.models import Cart
from vintner.customers.models import User
from vintner.orders.models import Order, OrderEvent
from vintner.shipping.models import Destination, Method
from vintner.testing.builders import make_product
from vintner.testing.provider import ProviderDouble
from vintner.testing.shopper import Shopper

pytestmark = pytest.mark.usefixtures("store")
BORN = {"born_year": "1980", "born_month": "2", "born_day": "29"}
CHILD = {"born_year": "2020", "born_month": "1", "born_day": "1"}


def asked(shopper: Shopper) -> tuple[list[str], bool]:
    page = shopper.client.get("/checkout/", headers={"Accept": "application/json"}).json()
    return [box["name"] for box in page["consents"] if box["label"]], page["born"] is not None


@pytest.mark.parametrize(
    ("setting", "boxes"),
    [("off", ([], False)), ("affirm", (["of_age"], False)), ("date_of_birth", ([], True))],
)
def test_the_setting_says_what_is_asked_of_who_buys_wine(
    settings: Settings, setting: str, boxes: tuple[list[str], bool]
) -> None:
    settings.AGE_CHECK = setting
    assert asked(Shopper().puts(make_product())) == boxes
    assert asked(Shopper().puts(make_product(alcoholic=False))) == ([], False)


@pytest.mark.parametrize("setting", ["off", "affirm", "date_of_birth"])
def test_what_nobody_asks_is_not_confirmed_either(settings: Settings, setting: str) -> None:
    settings.AGE_CHECK = setting
    for alcoholic in (True, False):
        shopper = Shopper().puts(make_product(alcoholic=alcoholic))
        page = shopper.client.get("/checkout/", headers={"Accept": "application/json"}).json()
        assert ("of legal age where the wine goes" in page["age_note"]) == (alcoholic and setting != "off")


@pytest.mark.parametrize(
    ("setting", "fields", "field"),
    [
        ("off", {"of_age": ""}, ""),
        ("affirm", {"of_age": ""}, "of_age"),
        ("affirm", {"of_age": "0"}, "of_age"),
        ("affirm", {"of_age": "1"}, ""),
        ("date_of_birth", {}, "born_year"),
        ("date_of_birth", CHILD, "born_year"),
        ("date_of_birth", {**CHILD, "born_year": "x"}, "born_year"),
        ("date_of_birth", BORN, ""),
    ],
)
def test_wine_is_sold_to_who_is_of_age(
    provider: ProviderDouble, settings: Settings, setting: str, fields: dict[str, str], field: str
) -> None:
    settings.AGE_CHECK = setting
    answer = Shopper().puts(make_product()).pays(**fields, createaccount="1", account_password="seven moons over hills")
    assert answer.result == ("failure" if field else "success")
    assert (f'<li data-id="{field}">' in answer.messages) == bool(field)
    assert (Order.objects.count(), User.objects.count()) == ((0, 0) if field else (1, 1))


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("off", "Order placed."),
        ("affirm", "Order placed. The shopper confirmed to be of legal age, from 127.0.0.1."),
        ("date_of_birth", "Order placed. The shopper gave a date of birth that is of legal age, from 127.0.0.1."),
    ],
)
def test_the_order_keeps_that_its_shopper_was_asked(
    provider: ProviderDouble, settings: Settings, setting: str, told: str
) -> None:
    settings.AGE_CHECK = setting
    assert Shopper().puts(make_product()).pays(**BORN).result == "success"
    assert OrderEvent.objects.order_by("id").values_list("note", flat=True)[0] == told


def test_who_buys_no_wine_is_not_asked(provider: ProviderDouble, settings: Settings) -> None:
    settings.AGE_CHECK = "affirm"
    assert Shopper().puts(make_product(alcoholic=False)).pays(of_age="").result == "success"


def pickup() -> str:
    return f"local_pickup:{Method.objects.get(kind='local_pickup').pk}"


@pytest.mark.parametrize(("home", "there", "sold"), [(18, 21, False), (21, 18, True)])
def test_wine_that_is_picked_up_is_for_who_is_of_age_at_the_store(
    provider: ProviderDouble, settings: Settings, home: int, there: int, sold: bool
) -> None:
    settings.AGE_CHECK = "date_of_birth"
    Destination.objects.update(legal_age=home)
    settings.STORE_BASE_ADDRESS = {"country": "US", "state": "NV", "postcode": "89101", "city": "Las Vegas"}
    Destination.objects.update_or_create(country="US", state="NV", defaults={"legal_age": there})
    twenty = {**CHILD, "born_year": str(timezone.localdate().year - 20)}
    answer = Shopper().puts(make_product()).pays(**twenty, **{"shipping_method[0]": pickup()})
    assert answer.result == ("success" if sold else "failure"), answer
    assert ("21" in answer.messages) == (not sold)


def test_the_box_says_who_collects_the_wine(settings: Settings) -> None:
    settings.AGE_CHECK = "affirm"
    settings.STORE_BASE_ADDRESS = {"country": "US", "state": "NV", "postcode": "89101", "city": "Las Vegas"}
    Destination.objects.update_or_create(country="US", state="NV", defaults={"legal_age": 19})
    shopper = Shopper().puts(make_product())
    page = {"Accept": "application/json"}
    assert "sign for the wine" in shopper.client.get("/checkout/", headers=page).json()["review"]["age_label"]
    Cart.objects.update(shipping_rate=pickup())
    shown = shopper.client.get("/checkout/", headers=page).json()
    words = "I am 19 or older, and an adult with a photo ID will collect the wine."
    assert [shown["review"]["age_label"], shown["consents"][0]["label"]] == [words, words]
