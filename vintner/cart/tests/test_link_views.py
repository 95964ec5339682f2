"""Links from e-mails change a cart only after the shopper has confirmed."""

from decimal import Decimal
from typing import cast

import pytest
from django.core.cache import cache
from django.test import Client

from vintner.cart.models import CartCoupon, CartLine
from vintner.pricing.models import Coupon
from vintner.testing.builders import make_product, make_variable_product

pytestmark = pytest.mark.django_db

JSON = {"Accept": "application/json"}


@pytest.fixture
def client() -> Client:
    cache.clear()
    return Client(enforce_csrf_checks=True)


def _ask(client: Client, url: str) -> dict[str, object]:
    response = client.get(url, headers=JSON)
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    return cast("dict[str, object]", response.json())


def _confirm(client: Client, url: str) -> str:
    """Press the button of the page behind a link; return where the answer leads."""
    page = _ask(client, url)
    fields = cast("list[dict[str, str]]", page["fields"])
    form = {field["name"]: field["value"] for field in fields} | {"csrfmiddlewaretoken": str(page["csrf_token"])}
    response = client.post(str(page["action"]), form, headers={"Referer": f"http://testserver{url}"})
    assert response.status_code == 302
    return str(response["Location"])


def _notices(client: Client) -> list[str]:
    return [notice["text"] for notice in client.get("/cart/", headers=JSON).json()["shared"]["notices"]]


def _lines() -> list[tuple[str, int]]:
    return [(line.variation.product.name, line.quantity) for line in CartLine.objects.all()]


@pytest.mark.parametrize("path", ["/", "/shop/", "/cart/", "{wine}"])
def test_a_link_adds_after_one_question_on_every_page(client: Client, path: str) -> None:
    wine = make_product(name="Quinta")
    url = f"{path.format(wine=wine.get_absolute_url())}?add-to-cart={wine.pk}&quantity=3"
    assert _ask(client, url)["text"] == "3 × Quinta"
    assert _lines() == [], "a GET changes nothing"
    assert _confirm(client, url) == "/cart/", "not back to the question"
    assert _lines() == [("Quinta", 3)]


@pytest.mark.parametrize(
    ("query", "leads_to", "words"),
    [
        ("add-to-cart=999999999", "/shop/", "We do not have that wine."),
        ("add-to-cart=", "/shop/", "We do not have that wine."),
        ("add-to-cart={hidden}", "/shop/", "We do not have that wine."),
        ("add-to-cart={several}", "{several}", "Please choose which “Several” you would like first."),
        ("add-to-cart={simple}&quantity=abc", "{simple}", "Please give the number of bottles in digits."),
        ("add-to-cart={simple}&quantity=-1", "{simple}", "The number of bottles cannot be below zero."),
    ],
)
def test_a_link_that_adds_nothing_says_why(client: Client, query: str, leads_to: str, words: str) -> None:
    wines = {
        "simple": make_product(name="Simple"),
        "hidden": make_product(name="Hidden", published=False),
        "several": make_variable_product(name="Several", prices={"2018": "20.00", "2019": "21.00"}),
    }
    response = client.get("/?" + query.format(**{name: wine.pk for name, wine in wines.items()}))
    address = leads_to.format(**{name: wine.get_absolute_url() for name, wine in wines.items()})
    assert (response.status_code, response["Location"]) == (302, address)
    assert _notices(client) == [words]


def test_calls_by_name_are_no_links(client: Client) -> None:
    assert client.get("/?wc-ajax=add_to_cart&add-to-cart=1").content == b""


def test_a_link_removes_a_coupon_after_one_question(client: Client) -> None:
    Coupon.objects.create(code="save10", kind="percent", amount=Decimal(10))
    client.post("/?wc-ajax=add_to_cart", {"product_id": make_product().pk})
    token = client.get("/cart/", headers=JSON).json()["csrf_token"]
    client.post("/?wc-ajax=apply_coupon", {"security": token, "coupon_code": "save10"})
    assert _ask(client, "/cart/?remove_coupon=SAVE10")["text"] == "save10"
    assert CartCoupon.objects.count() == 1, "a GET changes nothing"
    assert _confirm(client, "/cart/?remove_coupon=SAVE10") == "/cart/"
    assert not CartCoupon.objects.exists()


@pytest.mark.parametrize("code", ["", "other", "%00", "save10"])
def test_a_coupon_that_is_not_in_the_cart_is_named_so(client: Client, code: str) -> None:
    response = client.get(f"/cart/?remove_coupon={code}")
    assert (response.status_code, response["Location"]) == (302, "/cart/")
    assert _notices(client) == ["That coupon is not in your cart."]
