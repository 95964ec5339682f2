"""Builds the checkout's page and the sections that its answers replace."""

from collections.abc import Mapping

from django.conf import settings
from django.urls import reverse

from vintner.cart.carts import QuotedCart
from vintner.cart.models import Cart
from vintner.cart.pages import line_views, shipping_choices, shipping_problem, total_rows
from vintner.checkout.fields import BILLING, GROUPS, NOTE, SHIPPING, Field, own_label
from vintner.checkout.forms import CARD, is_separate
from vintner.checkout.pages import (
    CheckoutField,
    CheckoutPage,
    Choice,
    CountryRules,
    FormError,
    OrderReview,
    PaymentOptions,
    ProviderSettings,
)
from vintner.money import CURRENCY
from vintner.orders.addresses import Address
from vintner.orders.models import Order
from vintner.payments.messages import GENERIC, MESSAGES
from vintner.refusal import Refusal
from vintner.shipping.regions import regions
from vintner.web.page import CSRF_TOKEN, Head, Link, Shared

AGE_NOTE = (
    "By placing this order you confirm that you are 21 or older (in Canada: of legal age in your province)."
    " Someone of that age must sign for the parcel."
)
NEEDS_SCRIPT = (
    "Your details are fine. The card is entered in a form of the card service, which needs JavaScript: please turn it"
    " on and reload this page, or write to us. Nothing you typed is lost and nothing was charged."
)


def checkout_page(
    shown: QuotedCart,
    shared: Shared,
    *,
    values: Mapping[str, str],
    errors: tuple[Refusal, ...] = (),
    payment_problem: str = "",
) -> CheckoutPage:
    """Return the checkout with what was typed so far (`values`, by full field name) and what is wrong with it."""
    by_field = {error.field: error.message for error in reversed(errors)}
    return CheckoutPage(
        head=Head(title=f"Checkout – {settings.STORE_NAME}", robots="noindex"),
        shared=shared,
        csrf_token=CSRF_TOKEN,
        action=reverse("checkout"),
        billing=_fields(BILLING, values, by_field),
        ship_to_different_address=is_separate(values),
        shipping_address=_fields(SHIPPING, values, by_field),
        note=_field("", NOTE, "", values, by_field),
        countries=tuple(_country(code) for code in regions()),
        errors=tuple(FormError(field=error.field, text=error.message) for error in errors),
        review=order_review(shown),
        payment=payment_options(shown, problem=payment_problem),
        provider=_provider(),
        age_note=AGE_NOTE,
    )


def order_review(shown: QuotedCart) -> OrderReview:
    return OrderReview(
        lines=line_views(shown),
        rows=total_rows(shown.quote),
        shipping=shipping_choices(shown.quote),
        shipping_problem=shipping_problem(shown.quote),
        total=shown.quote.total.text,
        shown_total=shown.quote.total.minor,
    )


def payment_options(shown: QuotedCart, *, problem: str = "") -> PaymentOptions:
    return PaymentOptions(
        methods=(Link(label="Card", url=CARD),),
        amount=shown.quote.total.minor,
        currency=CURRENCY,
        button=f"Pay {shown.quote.total}",
        problem=problem,
    )


def known_values(cart: Cart, last: Order | None) -> dict[str, str]:
    """Return what the form starts with: the addresses of the shopper's last order, or of the cart's estimate."""
    if last is None:
        here = {"country": cart.country or settings.STORE_BASE_ADDRESS["country"], "state": cart.state}
        start = Address(**here, postcode=cart.postcode, city=cart.city)
        return {**_written(BILLING, start), **_written(SHIPPING, Address(country=here["country"]))}
    billing, shipping = Address.read(last.billing), Address.read(last.shipping)
    separate = {"ship_to_different_address": "1"} if billing != shipping else {}
    return {
        **_written(BILLING, billing),
        **_written(SHIPPING, shipping if separate else Address(country=billing.country)),
        **separate,
        "billing_email": last.email,
    }


def _written(group: str, address: Address) -> dict[str, str]:
    return {f"{group}_{name}": value for name, value in address.stored().items()}


def _fields(group: str, values: Mapping[str, str], errors: Mapping[str, str]) -> tuple[CheckoutField, ...]:
    country = values.get(f"{group}_country", "")
    return tuple(_field(f"{group}_", field, country, values, errors) for field in GROUPS[group])


def _field(
    prefix: str, field: Field, country: str, values: Mapping[str, str], errors: Mapping[str, str]
) -> CheckoutField:
    name = f"{prefix}{field.name}"
    section = prefix.removesuffix("_")
    return CheckoutField(
        name=name,
        label=own_label(field, country),
        kind=field.kind,
        required=field.required,
        autocomplete=f"{section} {field.autocomplete}".strip(),
        inputmode=field.inputmode,
        placeholder=field.placeholder,
        hint=field.hint,
        value=values.get(name, ""),
        error=errors.get(name, ""),
        options=_options(field, country),
    )


def _options(field: Field, country: str) -> tuple[Choice, ...]:
    if field.name == "country":
        return tuple(Choice(value=region.code, label=region.name) for region in regions().values())
    if field.name != "state":
        return ()
    region = regions().get(country)
    states = region.states if region else {}
    return tuple(Choice(value=code, label=name) for code, name in states.items())


def _country(code: str) -> CountryRules:
    region = regions()[code]
    return CountryRules(
        code=region.code,
        name=region.name,
        state_label=region.state_label,
        postcode_label=region.postcode_label,
        states=tuple(Choice(value=state, label=name) for state, name in region.states.items()),
    )


def _provider() -> ProviderSettings:
    return ProviderSettings(
        key=settings.STRIPE_PUBLISHABLE_KEY,
        script=f"{settings.SANDBOX_URL}/sandbox/stripe.js" if settings.SANDBOX else "",
        api_version=settings.STRIPE_API_VERSION,
        locale="en",
        gateway_id=CARD,
        ajax_url="/?wc-ajax=%%endpoint%%",
        order_received_url=f"{settings.STORE_URL}{reverse('order_received_unnamed')}",
        generic_error=GENERIC,
        messages=MESSAGES,
        update_order_status_nonce=CSRF_TOKEN,
        billing_fields=tuple(f"{BILLING}_{field.name}" for field in GROUPS[BILLING]),
    )
