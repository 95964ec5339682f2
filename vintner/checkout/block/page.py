"""Builds the block checkout's page: the classic one's parts in the order of WooCommerce's block checkout."""

from django.urls import reverse

from vintner.cart.carts import QuotedCart
from vintner.checkout.checkout_kind import CheckoutKind
from vintner.checkout.checkout_page import CheckoutFormState, checkout_page, log_in_url
from vintner.checkout.forms import ships_elsewhere
from vintner.checkout.pages import BlockCheckoutPage, CheckoutPage
from vintner.shipping.address_form import BILLING, SHIPPING
from vintner.shipping.regions import regions
from vintner.web.express_buttons import ExpressButtons
from vintner.web.form_props import FormField
from vintner.web.page import Shared

_COMMON = (
    "csrf_token",
    "account",
    "note",
    "gift",
    "countries",
    "address_search",
    "saved_addresses",
    "errors",
    "review",
    "payment",
    "provider",
    "consents",
    "born",
    "privacy",
    "attribution",
    "age_note",
)
"""Props that both checkouts have in common."""


def block_checkout_page(quoted: QuotedCart, shared: Shared, form_state: CheckoutFormState) -> BlockCheckoutPage:
    """Return the page. The parcel's address comes first; the bill's is the same unless the shopper changes it, or it is
    in a country without delivery.
    """
    goes_anywhere = not quoted.quote.needs_shipping
    may_be_same = goes_anywhere or form_state.values.get(f"{BILLING}_country", "") in ("", *regions())
    separate = ships_elsewhere(form_state.values) or not may_be_same
    classic = checkout_page(quoted, shared, form_state)
    goes = classic.shipping_address if separate else _copy_billing_address(classic)
    log_in = log_in_url(CheckoutKind.BLOCK)
    return BlockCheckoutPage(
        head=classic.head,
        shared=shared,
        classic_url=classic.action,
        cart_url=reverse("cart"),
        log_in_url=log_in if form_state.guest else "",
        express=_express_buttons(classic.express, log_in),
        email=next(field for field in classic.billing if field.name == f"{BILLING}_email"),
        shipping_address=(*_visible_fields(goes), _phone(classic, SHIPPING, form_state)),
        same_address=not separate,
        billing=(*_visible_fields(classic.billing), _phone(classic, BILLING, form_state)),
        **{name: getattr(classic, name) for name in _COMMON},
    )


def _express_buttons(buttons: ExpressButtons | None, log_in: str) -> ExpressButtons | None:
    """Return the buttons. Whoever has to log in first comes back to this checkout."""
    if buttons is None or not buttons.login_url:
        return buttons
    return buttons.model_copy(update={"login_url": log_in})


def _visible_fields(fields: tuple[FormField, ...]) -> tuple[FormField, ...]:
    """Return the fields without the company, and without those that are elsewhere on the page."""
    hidden = ("company", "phone", "email")
    return tuple(field for field in fields if field.name.partition("_")[2] not in hidden)


def _copy_billing_address(classic: CheckoutPage) -> tuple[FormField, ...]:
    """Return the billing address in the fields of the parcel's, which has countries of its own."""
    copied, own = _as_shipping(classic.billing), {field.name: field for field in classic.shipping_address}
    country = f"{SHIPPING}_country"
    return tuple(
        field.model_copy(update={"options": own[country].options}) if field.name == country else field
        for field in copied
    )


def _as_shipping(fields: tuple[FormField, ...]) -> tuple[FormField, ...]:
    """Return billing fields renamed to shipping fields."""
    return tuple(
        field.model_copy(
            update={
                "name": field.name.replace(BILLING, SHIPPING, 1),
                "autocomplete": field.autocomplete.replace(BILLING, SHIPPING, 1),
            }
        )
        for field in fields
    )


def _phone(classic: CheckoutPage, group: str, form_state: CheckoutFormState) -> FormField:
    """Return the phone number's field: in this checkout it is optional."""
    phone = next(field for field in classic.billing if field.name == f"{BILLING}_phone")
    value = form_state.values.get(f"{group}_phone") or phone.value
    (renamed,) = _as_shipping((phone,)) if group == SHIPPING else (phone,)
    return renamed.model_copy(update={"required": False, "value": value})
