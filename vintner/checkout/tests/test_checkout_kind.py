"""The store's setting of which checkout stands at /checkout/."""

import pytest
from django.test import Client
from pytest_django import Settings

from vintner.checkout.checkout_kind import CheckoutKind, checkout_url
from vintner.customers.models import User
from vintner.testing.builders import make_product
from vintner.testing.shopper import FORM, Shopper

pytestmark = pytest.mark.usefixtures("store")


def page(client: Client, path: str) -> dict[str, object]:
    response = client.get(path, headers={"Accept": "application/json"})
    assert response.status_code == 200, response
    found: dict[str, object] = response.json()
    return found


def which(shown: dict[str, object]) -> str:
    return "block" if "same_address" in shown else "classic"


@pytest.mark.parametrize("chosen", list(CheckoutKind))
def test_the_chosen_checkout_stands_where_every_link_leads(chosen: CheckoutKind, settings: Settings) -> None:
    settings.CHECKOUT = chosen.value
    client = Shopper().puts(make_product()).client
    assert which(page(client, "/checkout/")) == chosen
    assert [which(page(client, f"/checkout/{name}/")) for name in CheckoutKind] == list(CheckoutKind)
    assert [which(page(client, checkout_url(name))) for name in CheckoutKind] == list(CheckoutKind)
    assert checkout_url(chosen) == "/checkout/"


@pytest.mark.parametrize("path", ["/checkout/", "/checkout/classic/", "/checkout/block/"])
@pytest.mark.parametrize("chosen", list(CheckoutKind))
def test_nobody_checks_out_an_empty_cart(path: str, chosen: CheckoutKind, settings: Settings) -> None:
    settings.CHECKOUT = chosen.value
    response = Client().get(path)
    assert (response.status_code, response["Location"]) == (302, "/cart/")


def test_the_pages_lead_to_each_other_and_back_to_themselves(settings: Settings) -> None:
    settings.CHECKOUT = "block"
    client = Shopper().puts(make_product()).client
    block, classic = page(client, "/checkout/"), page(client, "/checkout/classic/")
    assert block["classic_url"] == classic["action"] == "/checkout/classic/"
    assert str(block["log_in_url"]).endswith("next=%2Fcheckout%2F")


@pytest.mark.parametrize("path", ["/checkout/", "/checkout/classic/"])
def test_a_form_of_the_classic_page_is_read_at_both_addresses(path: str, settings: Settings) -> None:
    """It may have been opened before the setting was changed."""
    settings.CHECKOUT = "block"
    shopper = Shopper().puts(make_product())
    fields = {**FORM, "billing_city": "", "csrfmiddlewaretoken": shopper.token()}
    shown = shopper.client.post(path, fields, headers={"Accept": "application/json"}).json()
    assert which(shown) == "classic"
    assert [error["field"] for error in shown["errors"]] == ["billing_city"]


def test_logging_in_leads_back_to_the_page_with_the_form(settings: Settings) -> None:
    settings.CHECKOUT = "block"
    User.objects.create_user("jane@example.com", password="violet tractor seven moons")
    shopper = Shopper().puts(make_product())
    response = shopper.logs_in("jane@example.com", "violet tractor seven moons", "/checkout/classic/")
    assert response["Location"] == "/checkout/classic/?login=success"
