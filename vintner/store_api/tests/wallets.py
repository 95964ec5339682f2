"""Orders by a wallet's button, through the Store API."""

from collections.abc import Mapping
from types import MappingProxyType

import pytest
from django.utils import timezone

from vintner.cart import carts
from vintner.cart.models import Cart
from vintner.express.models import ButtonPlace, ExpressSettings, SheetQuote
from vintner.express.sheet_quotes import store_quote
from vintner.payments.wallets.rules import Wallet
from vintner.store_api.tests.buying import JANE, SHE_PAYS, order, said
from vintner.testing.api_client import ApiAnswer, ApiClient
from vintner.testing.provider import GOOD
from vintner.web.catalogue_version import forget_version

BROWSER = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1"

NOTHING: Mapping[str, str] = MappingProxyType({})


@pytest.fixture
def every_wallet(shop: None) -> None:
    offer_wallets()


@pytest.fixture
def client(shop: None) -> ApiClient:
    """The page of the button; a program without one sends no wallet."""
    return ApiClient()


def offer_wallets(**fields: object) -> None:
    """Let the merchant offer every wallet, everywhere."""
    ExpressSettings.objects.update_or_create(id=1, defaults={"wallets": list(Wallet), **fields})
    forget_version()


def show_sheet(client: ApiClient, rate: str | None = None, **where: str) -> SheetQuote:
    """Tell the sheet's address to the cart; return what the sheet then shows."""
    address = {**JANE, **where}
    client.post("/cart/update-customer", billing_address={**SHE_PAYS, **where}, shipping_address=address)
    return requote(rate)


def requote(rate: str | None = None) -> SheetQuote:
    """Store what the only cart costs as it is."""
    now = timezone.now()
    return store_quote(carts.quote_cart(Cart.objects.get(), now=now, rate_id=rate), ButtonPlace.CART, now=now)


def wallet_fields(wallet: str = "google_pay", method: str = GOOD, token: str = "") -> list[dict[str, object]]:
    """Return the payment's fields as the page of a wallet's button sends them."""
    named = {
        "payment_method": "stripe",
        "wc-stripe-payment-method": method,
        "wc-stripe-confirmation-token": token,
        "express_payment_type": wallet,
        "wc-stripe-is-deferred-intent": True,
    }
    return [{"key": key, "value": value} for key, value in named.items()]


def names(sheet: SheetQuote | None, **more: object) -> dict[str, dict[str, object]]:
    """Return the extensions that name what the sheet showed."""
    shown = {"sheet_quote": str(sheet.pk), "sheet_hash": sheet.hash} if sheet else {}
    return said(**shown, **more)


def wallet_headers(client: ApiClient) -> dict[str, str]:
    """Return the headers of a wallet's order. The nonce is that of the visitor's cookies."""
    answer = client.client.get("/wp-json/wc/store/v1/cart")
    nonce = answer.headers["Nonce"]
    wallet = {"X-WCSTRIPE-EXPRESS-CHECKOUT": "true", "X-WCSTRIPE-EXPRESS-CHECKOUT-NONCE": nonce}
    return {**client.headers, "Nonce": nonce, "User-Agent": BROWSER, **wallet}


def pays(
    client: ApiClient,
    sheet: SheetQuote | None,
    wallet: str = "google_pay",
    *,
    method: str = GOOD,
    token: str = "",
    headers: Mapping[str, str] = NOTHING,
    **other: object,
) -> ApiAnswer:
    """Confirm the sheet."""
    body = order(extensions=names(sheet), payment_data=wallet_fields(wallet, method, token))
    body["shipping_address"] = {**JANE, "method": [sheet.shipping_rate] if sheet else []}
    return client.send("POST", "/checkout", {**body, **other}, headers={**wallet_headers(client), **headers})
