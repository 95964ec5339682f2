"""A customer who comes back sees the total for the address that the form starts with, and orders at once."""

import pytest

from vintner.orders.models import Order
from vintner.pricing.models import TaxRate
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import ProviderDouble
from vintner.testing.shopper import Shopper

pytestmark = pytest.mark.usefixtures("store")

IN_NEW_YORK = {"billing_state": "NY", "billing_postcode": "10001", "billing_city": "New York"}


@pytest.mark.parametrize("path", ["/checkout/", "/checkout/block/"])
def test_the_first_total_is_the_one_that_is_charged(provider: ProviderDouble, path: str) -> None:
    TaxRate.objects.create(country="US", state="NY", percent=20, name="New York")
    wine = make_product(price="20.00", stock=9)
    shopper = Shopper()
    ana = make_user("ana@example.com")
    shopper.client.force_login(ana)
    assert shopper.puts(wine).pays(**IN_NEW_YORK).result == "success"
    again = Shopper()  # on another device
    again.client.force_login(ana)
    again.puts(wine)
    page = again.client.get(path, headers={"Accept": "application/json"}).json()
    shown = page["review"]["shown_total"]
    assert again.pays(**IN_NEW_YORK, shown_total=str(shown)).result == "success"
    assert Order.objects.latest("pk").total.minor == shown


def test_an_estimate_of_a_stranger_stays(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product(price="20.00"))
    before = shopper.cart.place
    shopper.client.get("/checkout/")
    assert shopper.cart.place == before
