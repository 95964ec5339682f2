"""What a client says in JSON, as the values of the classic checkout's form: both are checked by the same rules."""

from typing import Final

from vintner.cart.models import Cart
from vintner.checkout import accounts, attribution, consents, forms
from vintner.checkout.fields import BILLING, NOTE, SHIPPING
from vintner.checkout.payment_methods import CARD, offered_codes
from vintner.checkout.payment_methods import FIELD as METHOD
from vintner.payments.attempts import payment_input
from vintner.shipping import age
from vintner.store_api.checkout_shapes import CheckoutAsked, Datum, PaymentAsked, Said
from vintner.store_api.problems import invalid

OPTIONAL: Final = frozenset({"phone"})
"""What the block checkout need not be told (resolutions 2.8.5)."""
_AGREED: Final = (forms.SHOWN_TOTAL, consents.TERMS, consents.TERMS_SHOWN, age.BOX, *age.BORN)
_PAYMENT_FIELDS: Final = (f"wc-{CARD}-", f"wc-{CARD}_", payment_input.INTENT)


def values_of(cart: Cart, asked: CheckoutAsked) -> dict[str, str]:
    """Return the form's values by field name. The addresses are those kept with the cart. Refuses a payment method that
    there is not.
    """
    if asked.payment_method:
        refuse_method(asked.payment_method)
    pays, billing, shipping = asked.billing_address, cart.addresses[BILLING], cart.addresses[SHIPPING]
    rate_id = asked.shipping_address.rate_id if asked.shipping_address else None
    return {
        **{f"{BILLING}_{name}": value for name, value in billing.items()},
        **{f"{SHIPPING}_{name}": value for name, value in shipping.items()},
        f"{BILLING}_email": cart.email if pays is None or pays.email is None else pays.email,
        forms.DIFFERENT: "" if _one_place(billing, shipping) else "1",
        NOTE.name: asked.customer_note,
        accounts.WANTS_ACCOUNT_FIELD: "1" if asked.create_account or asked.customer_password else "",
        accounts.PASSWORD.name: asked.customer_password,
        METHOD: asked.payment_method,
        **payment_values(asked.payment_data),
        **{f"{attribution.PREFIX}{name}": _text(value) for name, value in asked.extensions.attribution.items()},
        **{name: _text(value) for name, value in asked.extensions.vintner.items() if name in _AGREED},
        **({forms.RATE: rate_id} if rate_id else {}),
    }


def values_to_pay(asked: PaymentAsked) -> dict[str, str]:
    """Return what an order that is there already is paid with. Refuses a payment method that there is not."""
    if asked.payment_method:
        refuse_method(asked.payment_method)
    return {
        **payment_values(asked.payment_data),
        METHOD: asked.payment_method,
        forms.SHOWN_TOTAL: _text(asked.extensions.vintner.get(forms.SHOWN_TOTAL)),
    }


def payment_values(data: tuple[Datum, ...]) -> dict[str, str]:
    """Return what the payment method's own form says; nothing else gets in by this way."""
    return {each.key: _text(each.value) for each in data if each.key.startswith(_PAYMENT_FIELDS)}


def refuse_method(code: str) -> None:
    """Refuse a payment method that there is not."""
    if code not in offered_codes():
        words = f"payment_method is one of: {', '.join(offered_codes())}."
        raise invalid({"payment_method": ("rest_not_in_enum", words)})


def _one_place(billing: dict[str, str], shipping: dict[str, str]) -> bool:
    """The phone number belongs to the bill: two addresses that differ in nothing else are one."""
    return {**billing, "phone": ""} == {**shipping, "phone": ""}


def _text(value: Said) -> str:
    if isinstance(value, bool):
        return "1" if value else ""
    return "" if value is None else str(value)
