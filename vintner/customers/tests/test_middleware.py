"""Pages learn from a cookie whether a customer is logged in."""

import pytest
from django.test import Client

from vintner.customers.middleware import MARK
from vintner.testing.builders import make_product, make_user

pytestmark = pytest.mark.django_db


def test_the_cookie_comes_with_logging_in_and_goes_with_logging_out(client: Client) -> None:
    make_user("ana@example.com", password="a long enough secret")
    client.post("/my-source/", {"username": "ana@example.com", "password": "a long enough secret"})
    assert client.cookies[MARK].value == "1"
    assert not client.cookies[MARK]["httponly"], "scripts read it"
    client.post("/my-source/customer-logout/")
    assert client.cookies[MARK].value == ""


def test_a_guest_and_a_page_get_none(client: Client) -> None:
    wine = make_product()
    client.post("/?wc-ajax=add_to_cart", {"product_id": wine.pk})
    client.get(wine.get_absolute_url())
    assert MARK not in client.cookies
