"""What the pages of payments are told, under the names that the outside knows."""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from tests.reference import reference
from vintner.orders.ownership import pay_link
from vintner.payments.pages import ProviderSettings
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import DECLINED, ProviderDouble
from vintner.testing.shopper import FORM, Shopper, only_order

pytestmark = pytest.mark.usefixtures("store")
NAMES = frozenset(
    {
        # Facts of the page
        *(
            "isCheckout",
            "isOrderPay",
            "isChangingPayment",
            "isLoggedIn",
            "isSignupOnCheckoutAllowed",
            "isPaymentNeeded",
        ),
        *("cartContainsSubscription", "subscriptionRequiresManualRenewal", "isOCEnabled", "isUPEEnabled"),
        # Values
        *("orderId", "cartTotal", "currency", "key", "locale", "apiVersion", "gatewayId", "enabledBillingFields"),
        *("customerData.billing_country", "appearance", "blocksAppearance", "theme_name", "orderReceivedURL"),
        *("genericErrorMessage", "invalid_wallet_type", "OCLayout", "paymentMethodConfigurationParentId"),
        *("ajax_url", "wp_ajax_url"),
        # Tokens
        *("createSetupIntentNonce", "createPaymentIntentNonce", "createAndConfirmSetupIntentNonce"),
        *("updatePaymentIntentNonce", "updateFailedOrderNonce", "saveAppearanceNonce"),
    }
)
OF_A_METHOD = frozenset({"isReusable", "countries", "supportsDeferredIntent", "title"})
JSON = {"Accept": "application/json"}
PAGES = ["/checkout/classic/", "/checkout/block/", "order", "/my-source/add-payment-method/"]


def told(client: Client, path: str) -> dict[str, Any]:
    response = client.get(path, headers=JSON)
    assert response.status_code == 200, response
    found: dict[str, Any] = response.json()["provider"]
    return found


def settings_of(page: str) -> dict[str, Any]:
    """Open a page as somebody who is logged in and has a cart and an order to pay."""
    shopper = Shopper()
    shopper.client.force_login(make_user())
    shopper.puts(make_product(price="16.99"))
    if page == "order":
        shopper.pays(DECLINED)
        page = pay_link(only_order())
    return told(shopper.client, page)


def flat(given: dict[str, Any]) -> set[str]:
    inner = {f"customerData.{name}" for name in given["customerData"]}
    return {*given, *inner} - {"customerData"}


@pytest.mark.parametrize("page", PAGES)
def test_every_page_of_payments_gives_every_name(page: str, provider: ProviderDouble) -> None:
    given = settings_of(page)
    assert flat(given) >= NAMES
    assert {name for method in given["paymentMethodsConfig"].values() for name in method} == OF_A_METHOD


def test_the_names_are_those_of_the_specification() -> None:
    text = reference("spec/store.md").read_text()
    part = re.search(r"^### Payment gateway settings.*?\n(.*?)^### paymentMethodsConfig\n(.*?)^###", text, re.M | re.S)
    assert part
    lists = [line.split(":", 1)[1] for line in part[1].splitlines() if re.match(r"- (Booleans|Values|Nonces):", line)]
    without_remarks = re.sub(r"\([^)]*\)", "", ",".join(lists))
    assert set(re.findall(r"[\w.]*\w", without_remarks)) == NAMES
    [entry] = re.findall(r"^- Each entry: (.*)\.$", part[2], re.M)
    assert set(re.sub(r" \([^)]*\)", "", entry).split(", ")) == OF_A_METHOD


@pytest.mark.parametrize(
    ("page", "at_checkout", "at_order", "needed"),
    [
        (PAGES[0], True, False, True),
        (PAGES[1], True, False, True),
        (PAGES[2], False, True, True),
        (PAGES[3], False, False, False),
    ],
)
def test_the_settings_say_where_they_are(
    page: str, at_checkout: bool, at_order: bool, needed: bool, provider: ProviderDouble
) -> None:
    given = settings_of(page)
    assert (given["isCheckout"], given["isOrderPay"], given["isPaymentNeeded"]) == (at_checkout, at_order, needed)
    assert bool(given["orderId"]) is at_order
    assert bool(given["cartTotal"]) is needed
    assert given["isLoggedIn"] is True
    assert not any(given[name] for name in ("isChangingPayment", "cartContainsSubscription"))


def test_the_settings_follow_the_cart_and_the_visitor(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product(price="16.99"))
    page = shopper.client.get("/checkout/", headers=JSON).json()
    given = page["provider"]
    assert (given["isLoggedIn"], given["isSignupOnCheckoutAllowed"]) == (False, True)
    assert given["cartTotal"] == page["payment"]["amount"] > 0
    assert given["currency"] == page["payment"]["currency"] == "USD"
    shopper.pays(DECLINED)
    of_order = told(shopper.client, pay_link(only_order()))
    assert of_order["customerData"] == {"billing_country": FORM["billing_country"]}
    assert of_order["cartTotal"] == only_order().total.minor


def test_the_types_are_told_with_their_rules(settings: Settings) -> None:
    settings.PAYMENT_TYPES = ["card", "affirm", "klarna"]
    methods = told(Shopper().puts(make_product()).client, "/checkout/")["paymentMethodsConfig"]
    assert list(methods) == ["card", "klarna", "affirm"]
    assert (methods["affirm"]["countries"], methods["affirm"]["isReusable"]) == (["US"], False)
    assert methods["card"]["isReusable"] is True


@pytest.mark.parametrize("page", PAGES)
def test_the_combined_layout_is_a_setting(page: str, settings: Settings, provider: ProviderDouble) -> None:
    settings.COMBINED_LAYOUT, settings.COMBINED_LAYOUT_TYPE = True, "tabs"
    settings.PAYMENT_CONFIGURATION_ID = "pmc_1"
    given = settings_of(page)
    assert (given["isOCEnabled"], given["OCLayout"]) == (True, "tabs")
    assert given["paymentMethodConfigurationParentId"] == "pmc_1"


def test_the_table_has_no_other_place() -> None:
    """Each name is one field of the class."""
    fields = [each.serialization_alias or name for name, each in ProviderSettings.model_fields.items()]
    assert len(fields) == len(set(fields))
    assert {name.partition(".")[0] for name in NAMES} <= set(fields)
