"""Orders by a wallet's button: what the sheet showed is charged, or nothing."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import timezone
from pytest_django import Settings

from vintner.cart.models import Cart
from vintner.cart.tokens import cart_token
from vintner.catalogue.models import Variation
from vintner.express.middleware import tell_quote
from vintner.express.models import SheetQuote
from vintner.express.sheet_quotes import store_order_quote
from vintner.money import Money
from vintner.orders.invariants import audit
from vintner.orders.models import Order
from vintner.payments.models import Payment
from vintner.pricing.models import Coupon, Promotion, Tier
from vintner.shipping.models import Destination
from vintner.store_api.tests.buying import JANE, SHE_PAYS, buys, order, puts
from vintner.store_api.tests.buying import may_ship as may_ship
from vintner.store_api.tests.wallets import (
    BROWSER,
    names,
    offer_wallets,
    pays,
    requote,
    show_sheet,
    wallet_fields,
    wallet_headers,
)
from vintner.store_api.tests.wallets import client as client
from vintner.store_api.tests.wallets import every_wallet as every_wallet
from vintner.testing.api_client import ApiClient
from vintner.testing.provider import ProviderDouble

pytestmark = pytest.mark.usefixtures("provider", "may_ship", "every_wallet")
OPEN_AGAIN = "Nothing was charged: please open the wallet again."


def test_what_the_sheet_showed_is_charged(client: ApiClient, provider: ProviderDouble) -> None:
    puts(client)
    sheet = show_sheet(client)
    answer = pays(client, sheet)
    assert (answer.status, answer.json["status"]) == (200, "processing"), answer.json
    made = Order.objects.get()
    assert (made.total, provider.ledger) == (sheet.total, {made.pk: [sheet.total]})
    payment = Payment.objects.get()
    assert (payment.page, payment.wallet, payment.paid_by) == (
        "express",
        "google_pay",
        "Google Pay (Visa •••• 4242)",
    )
    assert (made.payment_title, audit()) == ("Google Pay", [])


def test_another_total_is_refused(client: ApiClient, provider: ProviderDouble) -> None:
    puts(client)
    sheet = show_sheet(client)
    Variation.objects.update(regular_price=Money(1999))
    answer = pays(client, sheet)
    total = requote().total
    assert (answer.status, answer.json["code"]) == (409, "woocommerce_rest_cart_total_changed")
    assert answer.json["message"] == f"The total is {total} now, not {sheet.total}. {OPEN_AGAIN}"
    assert (answer.json["data"]["reason"], Order.objects.count(), provider.calls) == ("fail", 0, [])


def test_other_wine_at_the_same_total_is_refused(client: ApiClient) -> None:
    first = puts(client)
    sheet = show_sheet(client)
    key = next(line["key"] for line in client.get("/cart").json["items"] if line["id"] == first)
    client.post("/cart/remove-item", key=key)
    puts(client)
    assert requote().total == sheet.total
    answer = pays(client, sheet)
    assert (answer.status, answer.json["message"]) == (409, f"Your cart holds something else now. {OPEN_AGAIN}")
    assert Order.objects.count() == 0


def test_a_promotion_that_ends_meanwhile_is_not_charged_without(client: ApiClient) -> None:
    sale = Promotion.objects.create(title="Harvest sale")
    Tier.objects.create(promotion=sale, at_least=1, value=Decimal(50))
    puts(client)
    sheet = show_sheet(client)
    sale.delete()
    answer = pays(client, sheet)
    assert (answer.json["code"], Order.objects.count()) == ("woocommerce_rest_cart_total_changed", 0)


def test_a_coupon_that_is_used_up_meanwhile_is_not_charged_without(client: ApiClient) -> None:
    coupon = Coupon.objects.create(code="save10", kind="percent", amount=Decimal(10), usage_limit=1)
    puts(client)
    client.post("/cart/apply-coupon", code="save10")
    sheet = show_sheet(client)
    other = ApiClient()
    puts(other)
    other.post("/cart/apply-coupon", code=coupon.code)
    assert buys(other).status == 200
    answer = pays(client, sheet)
    assert (answer.json["code"], Order.objects.count()) == ("woocommerce_rest_cart_total_changed", 1)


def test_a_quote_that_is_too_old_is_refused(client: ApiClient) -> None:
    puts(client)
    sheet = show_sheet(client)
    SheetQuote.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    answer = pays(client, sheet)
    assert (answer.status, answer.json["code"]) == (409, "woocommerce_rest_checkout_quote_expired")


def test_the_quote_of_another_cart_is_refused(client: ApiClient) -> None:
    puts(client)
    theirs = show_sheet(client)
    other = ApiClient()
    puts(other)
    other.post("/cart/update-customer", billing_address={"country": "US", "state": "CA", "postcode": "90001"})
    answer = pays(other, theirs)
    assert (answer.status, answer.json["code"]) == (409, "woocommerce_rest_checkout_quote_missing")
    assert Order.objects.count() == 0


def test_without_a_quote_nothing_is_charged(client: ApiClient, provider: ProviderDouble) -> None:
    puts(client)
    show_sheet(client)
    answer = pays(client, None)
    assert answer.json["message"] == f"We do not know what your wallet showed. {OPEN_AGAIN}"
    assert (Order.objects.count(), provider.calls) == (0, [])


def test_who_names_no_quote_is_held_to_the_last_one_that_the_browser_was_told(client: ApiClient) -> None:
    puts(client)
    response = HttpResponse()
    tell_quote(RequestFactory().get("/"), response, show_sheet(client))
    client.client.cookies.update(response.cookies)
    assert pays(client, None).status == 200
    assert Order.objects.get().total == SheetQuote.objects.get().total


def test_what_was_told_last_binds_also_who_names_nothing(client: ApiClient) -> None:
    puts(client)
    response = HttpResponse()
    tell_quote(RequestFactory().get("/"), response, show_sheet(client))
    client.client.cookies.update(response.cookies)
    puts(client, 1)
    answer = pays(client, None)
    assert (answer.json["code"], Order.objects.count()) == ("woocommerce_rest_cart_total_changed", 0)


def test_who_names_a_wallet_without_the_header_is_held_to_the_sheet_as_well(client: ApiClient) -> None:
    puts(client)
    show_sheet(client)
    answer = pays(client, None, headers={"X-WCSTRIPE-EXPRESS-CHECKOUT": ""})
    assert answer.json["code"] == "woocommerce_rest_checkout_quote_missing"


@pytest.mark.parametrize(("nonce", "status"), [("", 401), ("made-up", 403)])
def test_a_bad_nonce_is_refused(client: ApiClient, nonce: str, status: int) -> None:
    puts(client)
    sheet = show_sheet(client)
    answer = pays(client, sheet, headers={"X-WCSTRIPE-EXPRESS-CHECKOUT-NONCE": nonce})
    assert (answer.status, Order.objects.count()) == (status, 0)


@pytest.mark.parametrize(
    ("wallet", "kind", "title"),
    [
        ("apple_pay", "card", "Apple Pay"),
        ("google_pay", "card", "Google Pay"),
        ("link", "link", "Link"),
        ("amazon_pay", "amazon_pay", "Amazon Pay"),
        ("klarna", "klarna", "Klarna"),
    ],
)
def test_each_wallet_pays_by_its_type(client: ApiClient, wallet: str, kind: str, title: str) -> None:
    puts(client)
    answer = pays(client, show_sheet(client), wallet)
    assert answer.status == 200, answer.json
    payment = Payment.objects.get()
    assert (payment.type, payment.wallet, payment.order.payment_title) == (kind, wallet, title)
    assert bool(payment.user_agent) is (kind in ("link", "amazon_pay"))  # who agreed to later debits


@pytest.mark.parametrize(("wallet", "asked"), [("google_pay", True), ("link", False)])
def test_only_cards_are_asked_whether_they_are_prepaid(
    client: ApiClient, provider: ProviderDouble, settings: Settings, wallet: str, asked: bool
) -> None:
    settings.REFUSE_PREPAID_CARDS = True
    puts(client)
    assert pays(client, show_sheet(client), wallet).status == 200
    assert ("find_funding" in provider.calls) is asked


@pytest.mark.parametrize("wallet", ["paypal", "card", "stripe_link"])
def test_unknown_wallets_are_refused(client: ApiClient, wallet: str) -> None:
    puts(client)
    answer = pays(client, show_sheet(client), wallet)
    assert (answer.status, answer.json["message"]) == (400, "Invalid payment method.")
    assert Order.objects.count() == 0


def test_a_wallet_that_the_merchant_does_not_offer_is_refused(client: ApiClient) -> None:
    offer_wallets(wallets=["apple_pay"])
    puts(client)
    answer = pays(client, show_sheet(client), "amazon_pay")
    assert (answer.json["message"], Order.objects.count()) == ("Invalid payment method.", 0)


@pytest.mark.parametrize("wallets", [[], ["link", "amazon_pay"]])
def test_who_names_no_wallet_pays_by_a_card_where_a_wallet_with_cards_is_offered(
    client: ApiClient, wallets: list[str]
) -> None:
    puts(client)
    sheet = show_sheet(client)
    offer_wallets(wallets=wallets)
    assert pays(client, sheet, "").json["message"] == "Invalid payment method."
    assert Order.objects.count() == 0
    offer_wallets(wallets=["apple_pay"])
    assert pays(client, sheet, "").status == 200


def test_the_cart_of_a_product_page_is_bought_by_a_wallet_alone(client: ApiClient, provider: ProviderDouble) -> None:
    puts(client)
    show_sheet(client)
    Cart.objects.update(is_express=True)
    token = {"Cart-Token": cart_token(Cart.objects.get().pk)}
    answer = pays(client, None, "", headers={**token, "X-WCSTRIPE-EXPRESS-CHECKOUT": ""})
    assert answer.json["code"] == "woocommerce_rest_checkout_quote_missing"
    assert (Order.objects.count(), provider.calls) == (0, [])


def test_an_empty_cart_has_a_reason_for_the_sheet(client: ApiClient) -> None:
    puts(client)
    sheet = show_sheet(client)
    headers = wallet_headers(client)
    Cart.objects.all().delete()
    answer = pays(client, sheet, headers=headers)
    assert (answer.status, answer.json["data"]["reason"]) == (409, "fail")


def test_guests_log_in_first_where_the_merchant_wants_it(client: ApiClient) -> None:
    offer_wallets(login_first=True)
    puts(client)
    answer = pays(client, show_sheet(client))
    assert (answer.status, answer.json["message"]) == (403, "Please log in before you pay with a wallet.")
    assert Order.objects.count() == 0


def test_the_delivery_of_the_order_is_that_of_the_sheet(client: ApiClient) -> None:
    puts(client)
    show_sheet(client)
    rates = [rate["rate_id"] for rate in client.get("/cart").json["shipping_rates"][0]["shipping_rates"]]
    sheet = requote(rates[-1])
    answer = pays(client, sheet, shipping_address=None)
    assert answer.status == 200, answer.json
    assert Order.objects.get().shipping_rate == rates[-1] == sheet.shipping_rate


def test_another_delivery_than_the_sheet_s_is_refused(client: ApiClient) -> None:
    puts(client)
    sheet = show_sheet(client)
    rates = [rate["rate_id"] for rate in client.get("/cart").json["shipping_rates"][0]["shipping_rates"]]
    answer = pays(client, sheet, shipping_address={"method": rates[-1]})
    assert (answer.json["code"], Order.objects.count()) == ("woocommerce_rest_cart_total_changed", 0)


def test_a_state_that_closes_meanwhile_is_refused_with_the_sentence_of_the_law(client: ApiClient) -> None:
    puts(client)
    sheet = show_sheet(client)
    Destination.objects.filter(state="CA").update(wine_allowed=False)
    answer = pays(client, sheet)
    assert (answer.json["data"]["reason"], Order.objects.count()) == ("address_unserviceable", 0)
    assert "California" in answer.json["message"]


@pytest.mark.parametrize(
    ("affirmed", "code"),
    [({"of_age": False}, "woocommerce_rest_checkout_age"), ({"terms-field": "1"}, "woocommerce_rest_checkout_terms")],
)
def test_age_and_terms_are_affirmed_as_in_every_checkout(
    client: ApiClient, affirmed: dict[str, object], code: str
) -> None:
    puts(client)
    answer = pays(client, sheet := show_sheet(client), extensions=names(sheet, **affirmed))
    assert (answer.json["code"], answer.json["data"]["reason"], Order.objects.count()) == (code, "fail", 0)


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("billing_address", {"email": "nobody"}, "invalid_billing_address"),
        ("shipping_address", {"postcode": "12"}, "invalid_shipping_address"),
        ("shipping_address", {"postcode": "84101"}, "invalid_shipping_address"),
        ("billing_address", {"postcode": "84101"}, "invalid_billing_address"),
    ],
)
def test_an_address_with_an_error_is_named(client: ApiClient, field: str, value: dict[str, str], reason: str) -> None:
    puts(client)
    sheet = show_sheet(client)
    changed: dict[str, object] = {field: value}
    answer = pays(client, sheet, **changed)  # type: ignore[arg-type]
    assert (answer.status, answer.json["data"]["reason"]) == (400, reason)


def test_a_name_of_one_word_is_a_name(client: ApiClient) -> None:
    puts(client)
    names_of_one = {"first_name": "Cher", "last_name": ""}
    sheet = show_sheet(client)
    addresses = {"billing_address": {**SHE_PAYS, **names_of_one}, "shipping_address": {**JANE, **names_of_one}}
    answer = client.post("/checkout", **{**order(), **addresses})
    assert answer.status == 400  # whoever fills in the form is asked for both
    assert "reason" not in answer.json["data"]
    body = {**order(extensions=names(sheet), payment_data=wallet_fields()), **addresses}
    answer = client.send("POST", "/checkout", body, headers=wallet_headers(client))
    assert (answer.status, answer.json["billing_address"]["first_name"]) == (200, "Cher"), answer.json


def test_a_declined_payment_is_named(client: ApiClient) -> None:
    puts(client)
    answer = pays(client, show_sheet(client), method="pm_declined")
    assert (answer.status, answer.json["data"]["reason"]) == (400, "invalid_payment_data")
    assert answer.json["message"] == "There was an error processing the payment: The card was declined."


def test_wine_that_is_sold_out_meanwhile_is_refused_before_any_money(
    client: ApiClient, provider: ProviderDouble
) -> None:
    wine = puts(client, 2, stock=2)
    sheet = show_sheet(client)
    other = ApiClient()
    other.post("/cart/add-item", id=wine, quantity=1)
    assert buys(other).status == 200
    calls = list(provider.calls)
    answer = pays(client, sheet)
    assert (answer.status, answer.json["code"]) == (409, "woocommerce_rest_product_partially_out_of_stock")
    assert (answer.json["data"]["reason"], Order.objects.count(), provider.calls) == ("fail", 1, calls)


def test_the_order_knows_where_its_shopper_came_from(client: ApiClient) -> None:
    client.client.get("/shop/?utm_source=news", headers={"User-Agent": BROWSER})
    puts(client)
    assert pays(client, show_sheet(client)).status == 200
    attribution = Order.objects.get().attribution
    assert (attribution.utm_source, attribution.device_type) == ("news", "Mobile")


def test_a_note_and_fields_of_plugins_may_come_along(client: ApiClient) -> None:
    puts(client)
    answer = pays(client, show_sheet(client), customer_note="Ring twice", additional_fields={"plugin/colour": "red"})
    assert (answer.status, Order.objects.get().customer_note) == (200, "Ring twice")


def test_an_order_that_is_there_is_paid_by_a_wallet(client: ApiClient, provider: ProviderDouble) -> None:
    puts(client)
    pays(client, show_sheet(client), method="pm_declined")
    made = Order.objects.get()
    sheet = store_order_quote(made, now=timezone.now())
    path = f"/checkout/{made.pk}?key={made.key}&billing_email={made.email}"
    body = {"payment_method": "stripe", "payment_data": wallet_fields("apple_pay"), "extensions": names(None)}
    refused = client.send("POST", path, body, headers=wallet_headers(client))
    assert (refused.status, refused.json["code"]) == (409, "woocommerce_rest_checkout_quote_missing")
    SheetQuote.objects.filter(pk=sheet.pk).update(total=Money(1))
    other = client.send("POST", path, {**body, "extensions": names(sheet)}, headers=wallet_headers(client))
    words = f"The total is {made.total} now, not $0.01. {OPEN_AGAIN}"
    assert (other.status, other.json["message"], other.json["data"]["reason"]) == (409, words, "fail")
    SheetQuote.objects.filter(pk=sheet.pk).update(total=made.total)
    answer = client.send("POST", path, {**body, "extensions": names(sheet)}, headers=wallet_headers(client))
    assert (answer.status, answer.json["status"]) == (200, "processing"), answer.json
    made.refresh_from_db()
    assert (made.payment_title, provider.ledger) == ("Apple Pay", {made.pk: [sheet.total]})
    assert Payment.objects.get(status="succeeded").page == "express"
