"""Orders and payments by a wallet's button: what their requests say besides, and how their errors are named for the
wallet's sheet.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Final
from uuid import UUID

from django.http import HttpRequest
from django.utils import timezone

from vintner.cart.models import Cart
from vintner.checkout.place_order_views import WalletPurchase
from vintner.customers.middleware import user_of
from vintner.express.merchant_settings import current_settings, offered_wallets
from vintner.express.middleware import read_told_quotes
from vintner.express.models import SheetQuote
from vintner.express.sheet_quotes import AGAIN, newest_quote, read_quote, refuse_other_purchase
from vintner.payments.offered_types import METHOD_FIELD, NO_METHOD, code_of, wallet_code
from vintner.payments.types import CARD
from vintner.payments.wallets.rules import METHOD_TYPES, Wallet
from vintner.refusal import Refusal
from vintner.store_api.checkout_errors import EMPTY, PAYMENT
from vintner.store_api.checkout_form_values import as_text
from vintner.store_api.checkout_shapes import Extensions, PaymentField
from vintner.store_api.errors import ApiError
from vintner.web.nonce import valid_token

HEADER: Final = "X-WCSTRIPE-EXPRESS-CHECKOUT"
NONCE_HEADER: Final = "X-WCSTRIPE-EXPRESS-CHECKOUT-NONCE"
WALLET: Final = "express_payment_type"
"""The key in `payment_data` that names the wallet."""
QUOTE, HASH = "sheet_quote", "sheet_hash"
"""The fields of the extension that name what the sheet showed."""
GONE: Final = f"There is nothing to buy any more. {AGAIN}"
LOG_IN_FIRST: Final = "Please log in before you pay with a wallet."


@dataclass(frozen=True, slots=True)
class SheetPurchase(WalletPurchase):
    """A purchase by a wallet's button, with the delivery that its sheet showed."""

    shipping_rate: str = ""

    @property
    def method(self) -> str:
        """The value of the field payment_method for what the wallet pays by. One without a name pays by a card."""
        return wallet_code(self.wallet) if self.wallet is not None else code_of(CARD)


def is_of_wallet(request: HttpRequest, data: tuple[PaymentField, ...], cart: Cart | None = None) -> bool:
    """Return whether an order or a payment comes from a wallet's button: its header says so, a wallet is named, or the
    cart is one that only wallets' buttons make.
    """
    if cart is not None and cart.is_express:
        return True
    return request.headers.get(HEADER, "").casefold() == "true" or bool(_wallet_name(data))


def read_purchase(
    request: HttpRequest,
    data: tuple[PaymentField, ...],
    extensions: Extensions,
    *,
    cart_id: UUID | None = None,
    order_id: int | None = None,
) -> SheetPurchase:
    """Return the purchase by a wallet of this cart or order. Raises Refusal, and ApiError without a valid nonce."""
    _require_nonce(request)
    chosen = current_settings()
    wallet = _read_wallet(_wallet_name(data), offered_wallets(chosen))
    if chosen.login_first and user_of(request) is None:
        raise Refusal("log_in_first", LOG_IN_FIRST)
    shown = _find_quote(request, extensions, cart_id, order_id)
    return SheetPurchase(wallet, partial(refuse_other_purchase, shown), shown.shipping_rate)


def _require_nonce(request: HttpRequest) -> None:
    """Refuse a request without the nonce of wallets. It is required also where a token names the cart."""
    nonce = request.headers.get(NONCE_HEADER, "")
    if not nonce:
        words = f"A payment by a wallet needs a {NONCE_HEADER} header."
        raise ApiError(401, "woocommerce_rest_missing_nonce", words)
    if not valid_token(request, nonce):
        raise ApiError(403, "woocommerce_rest_invalid_nonce", f"The {NONCE_HEADER} is not valid here.")


def _wallet_name(data: tuple[PaymentField, ...]) -> str:
    return next((as_text(each.value) for each in reversed(data) if each.key == WALLET), "")


def _read_wallet(name: str, offered: tuple[str, ...]) -> Wallet | None:
    """Return the named wallet if the merchant offers it, None if none is named: then a card pays, and a wallet that
    holds cards has to be offered. Raises Refusal.
    """
    if name in offered:
        return Wallet(name)
    if name or not any(METHOD_TYPES[Wallet(each)] == CARD.name for each in offered):
        raise Refusal("payment_method", NO_METHOD, METHOD_FIELD)
    return None


def _find_quote(request: HttpRequest, extensions: Extensions, cart_id: UUID | None, order_id: int | None) -> SheetQuote:
    quote_id, sheet_hash = (as_text(extensions.vintner.get(name)) for name in (QUOTE, HASH))
    if not quote_id:
        return newest_quote(read_told_quotes(request), cart_id=cart_id, order_id=order_id, now=timezone.now())
    return read_quote(quote_id, sheet_hash, cart_id=cart_id, order_id=order_id, now=timezone.now())


@contextmanager
def name_reasons(*, is_of_wallet: bool) -> Iterator[None]:
    """Add `data.reason` to the errors of a wallet's order, as its sheet names them."""
    try:
        yield
    except ApiError as error:
        if not is_of_wallet:
            raise
        message = GONE if error.code == EMPTY else error.message
        raise replace(error, message=message, data={**error.data, "reason": _reason(error)}) from error


def _reason(error: ApiError) -> str:
    """Return the sheet's name of an error, 'fail' where it has none."""
    if error.code == "woocommerce_rest_invalid_shipping_option":
        return "address_unserviceable"
    fields = error.data.get("fields", {})
    names = [*_keys(fields), *_keys(error.data.get("params", {}))]
    for group in ("shipping", "billing"):
        if any(name.startswith(f"{group}_") for name in names):
            return f"invalid_{group}_address"
    return "invalid_payment_data" if error.code == PAYMENT and fields else "fail"


def _keys(names: object) -> list[str]:
    return [str(name) for name in names] if isinstance(names, dict) else []
