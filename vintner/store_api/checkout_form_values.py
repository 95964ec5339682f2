"""Turns a request in JSON into the form values of the classic checkout, so that both are checked by the same rules."""

from typing import Final

from vintner.cart.models import Cart
from vintner.cart.prices.delivery_choices import WEATHER_HOLD
from vintner.checkout import accounts, forms
from vintner.checkout.forms import (
    ATTRIBUTION_PREFIX,
    NOTE,
    TERMS,
    TERMS_SHOWN,
)
from vintner.payments.attempts import payment_input
from vintner.payments.offered_types import METHOD_FIELD, PREFIX, list_offered_codes
from vintner.shipping import age
from vintner.shipping.address_form import BILLING, SHIPPING
from vintner.store_api.checkout_shapes import CheckoutInput, FieldValue, OrderPaymentInput, PaymentField
from vintner.store_api.errors import invalid_parameters

OPTIONAL: Final = frozenset({"phone"})
"""Fields that are required in the classic checkout and optional here, as in WooCommerce's block checkout."""
OPTIONAL_FOR_WALLETS: Final = OPTIONAL | {"last_name"}
"""A wallet tells a name as a whole, which may be one word."""
_ALLOWED_EXTENSIONS: Final = (
    forms.SHOWN_TOTAL,
    forms.AGREED,
    forms.AGREES_TO_CHARGES,
    WEATHER_HOLD,
    TERMS,
    TERMS_SHOWN,
    age.BOX,
    *age.BORN,
    *forms.GIFT_FIELDS,
)
_WALLET_FIELDS: Final = (payment_input.ENTERED, payment_input.CONFIRMATION)
"""All that a wallet pays with: nothing is saved, and no saved method is used."""
_PAYMENT_FIELDS: Final = (f"wc-{PREFIX}-", f"wc-{PREFIX}_", payment_input.INTENT)


def form_values(cart: Cart, body: CheckoutInput, wallet_method: str = "") -> dict[str, str]:
    """Return the form values by field name. The addresses are those saved with the cart.

    Refuses an unknown payment method, unless a wallet decides it by `wallet_method`.
    """
    sent_billing, billing, shipping = body.billing_address, cart.addresses[BILLING], cart.addresses[SHIPPING]
    rate_id = body.shipping_address.rate_id if body.shipping_address else None
    return {
        **{f"{BILLING}_{name}": value for name, value in billing.items()},
        **{f"{SHIPPING}_{name}": value for name, value in shipping.items()},
        f"{BILLING}_email": cart.email if sent_billing is None or sent_billing.email is None else sent_billing.email,
        forms.DIFFERENT: "" if _same_address(billing, shipping) else "1",
        NOTE.name: body.customer_note,
        accounts.WANTS_ACCOUNT_FIELD: "1" if body.create_account or body.customer_password else "",
        accounts.PASSWORD.name: body.customer_password,
        **_payment_values(body.payment_method, body.payment_data, wallet_method),
        **{f"{ATTRIBUTION_PREFIX}{name}": as_text(value) for name, value in body.extensions.attribution.items()},
        **{name: as_text(value) for name, value in body.extensions.vintner.items() if name in _ALLOWED_EXTENSIONS},
        **({forms.RATE: rate_id} if rate_id else {}),
    }


def payment_form_values(body: OrderPaymentInput, wallet_method: str = "") -> dict[str, str]:
    """Return the form values for the payment of an existing order. Refuses an unknown payment method, unless a wallet
    decides it by `wallet_method`.
    """
    return {
        **_payment_values(body.payment_method, body.payment_data, wallet_method),
        forms.SHOWN_TOTAL: as_text(body.extensions.vintner.get(forms.SHOWN_TOTAL)),
    }


def payment_method_values(data: tuple[PaymentField, ...]) -> dict[str, str]:
    """Return the fields of the payment method's own form. Others are left out, so they cannot overwrite form values."""
    return {each.key: as_text(each.value) for each in data if each.key.startswith(_PAYMENT_FIELDS)}


def _payment_values(code: str, data: tuple[PaymentField, ...], wallet_method: str) -> dict[str, str]:
    values = payment_method_values(data)
    if wallet_method:
        return {METHOD_FIELD: wallet_method, **{name: values[name] for name in _WALLET_FIELDS if name in values}}
    if code:
        refuse_unknown_method(code)
    return {METHOD_FIELD: code, **values}


def refuse_unknown_method(code: str) -> None:
    """Refuse a payment method that the store does not offer."""
    if code not in list_offered_codes():
        words = f"payment_method is one of: {', '.join(list_offered_codes())}."
        raise invalid_parameters({"payment_method": ("rest_not_in_enum", words)})


def _same_address(billing: dict[str, str], shipping: dict[str, str]) -> bool:
    """Say whether the addresses are the same. The phone number is the buyer's, so it does not count."""
    return {**billing, "phone": ""} == {**shipping, "phone": ""}


def as_text(value: FieldValue) -> str:
    """Return a form value in JSON as a form would have sent it."""
    if isinstance(value, bool):
        return "1" if value else ""
    return "" if value is None else str(value)
