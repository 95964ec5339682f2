"""Builds the checkout's page and the sections that its answers replace."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlencode

from django.conf import settings

from vintner.accounts.address_book.addresses import list_addresses
from vintner.cart.carts import QuotedCart
from vintner.cart.pages import cart_express_buttons
from vintner.checkout import accounts, forms
from vintner.checkout.checkout_kind import CheckoutKind, checkout_url
from vintner.checkout.forms import NOTE, ships_elsewhere
from vintner.checkout.gift_fields import gift_fields
from vintner.checkout.order_review import order_review
from vintner.checkout.pages import (
    CheckoutPage,
    Consent,
    DateOfBirth,
    FormError,
    NewAccount,
    SavedAddressChoice,
    SavedCard,
)
from vintner.checkout.payment_options import cart_payment_options
from vintner.checkout.provider_settings import checkout_settings
from vintner.checkout.subscribing import WHY_ACCOUNT
from vintner.customers.models import User
from vintner.notices.models import Policy
from vintner.notices.policies import policy_paragraphs
from vintner.payments.appearance import NO_APPEARANCES, SavedAppearances
from vintner.refusal import Refusal
from vintner.shipping import age
from vintner.shipping.address_form import BILLING, GROUPS, SHIPPING
from vintner.shipping.address_inputs import address_inputs, address_search, build_input, country_rules
from vintner.shipping.regions import regions
from vintner.shipping.rules.age import Check
from vintner.subscriptions.opening import has_subscription
from vintner.subscriptions.words import CHARGES_NOT_AGREED
from vintner.web.form_props import FormField
from vintner.web.page import CSRF_TOKEN, Head, Shared

NEEDS_SCRIPT = (
    "Your details are fine. The card is entered in a form of the card service, which needs JavaScript: please turn it"
    " on and reload this page, or write to us. Nothing you typed is lost and nothing was charged."
)
NEEDS_SCRIPT_AND_PASSWORD = NEEDS_SCRIPT.replace(
    "Nothing you typed is lost", "Nothing you typed is lost but your password,"
)


OFFERS_PASSKEYS: Final = "webauthn"
"""HTML's token for the end of `autocomplete`."""


@dataclass(frozen=True, kw_only=True)
class CheckoutFormState:
    """The state of the checkout's form: its `values` by full field name, and the errors.

    A refused coupon code is put into its field again (`coupon_code`).
    """

    values: Mapping[str, str]
    user: User | None
    errors: tuple[Refusal, ...] = ()
    payment_problem: str = ""
    coupon_code: str = ""
    coupon_problem: str = ""
    attribution: Mapping[str, str] = field(default_factory=dict)
    cards: tuple[SavedCard, ...] = ()
    appearances: SavedAppearances = NO_APPEARANCES

    @property
    def guest(self) -> bool:
        return self.user is None


def checkout_page(quoted: QuotedCart, shared: Shared, form_state: CheckoutFormState) -> CheckoutPage:
    values = form_state.values
    by_field = {error.field: error.message for error in reversed(form_state.errors)}
    policies = policy_paragraphs()
    review, saved = order_review(quoted, values, form_state.user), _saved_addresses(quoted, form_state.user)
    return CheckoutPage(
        head=Head(title=f"Checkout – {settings.STORE_NAME}", robots="noindex"),
        shared=shared,
        csrf_token=CSRF_TOKEN,
        action=checkout_url(CheckoutKind.CLASSIC),
        billing=_billing(form_state, by_field),
        ship_to_different_address=ships_elsewhere(values),
        shipping_address=address_inputs(SHIPPING, values, by_field, is_parcel=quoted.quote.needs_shipping),
        note=build_input("", NOTE, "", values, by_field),
        gift=gift_fields(values, by_field),
        countries=country_rules(
            *(values.get(f"{group}_country", "") for group in GROUPS), *(each.parts["country"] for each in saved)
        ),
        address_search=address_search(),
        saved_addresses=saved,
        errors=tuple(FormError(field=error.field, text=error.message) for error in form_state.errors),
        log_in_url=log_in_url(CheckoutKind.CLASSIC) if form_state.guest else "",
        account=_account(quoted, values, by_field) if form_state.guest else None,
        coupon_code=form_state.coupon_code,
        coupon_problem=form_state.coupon_problem,
        review=review,
        payment=cart_payment_options(
            quoted, problem=form_state.payment_problem, cards=form_state.cards, may_save=not form_state.guest
        ),
        provider=checkout_settings(quoted, values, form_state.appearances, is_logged_in=not form_state.guest),
        consents=_consents(quoted, policies.get(Policy.Kind.TERMS, ()), review.charges_label, values, by_field),
        born=_date_of_birth(quoted, values, by_field),
        privacy=policies.get(Policy.Kind.PRIVACY, ()),
        attribution={f"{forms.ATTRIBUTION_PREFIX}{name}": value for name, value in form_state.attribution.items()},
        age_note=age.note(alcoholic=quoted.alcoholic),
        express=cart_express_buttons(quoted, "checkout", back_url=checkout_url(CheckoutKind.CLASSIC)),
    )


def log_in_url(kind: CheckoutKind) -> str:
    """Return the address of the log-in form's own page, which leads back to the checkout."""
    return f"{settings.LOGIN_URL}?{urlencode({'section': 'login', 'next': checkout_url(kind)})}"


def _billing(form_state: CheckoutFormState, errors: Mapping[str, str]) -> tuple[FormField, ...]:
    """Return the fields. To guests the e-mail address's offers the passkeys of their device."""
    fields = address_inputs(BILLING, form_state.values, errors, is_parcel=False)
    if not form_state.guest:
        return fields
    return tuple(
        field.model_copy(update={"autocomplete": f"{field.autocomplete} {OFFERS_PASSKEYS}"})
        if field.name == f"{BILLING}_email"
        else field
        for field in fields
    )


def _saved_addresses(quoted: QuotedCart, user: User | None) -> tuple[SavedAddressChoice, ...]:
    """Return the customer's address book, nothing if there is no choice. One query."""
    known = list_addresses(user) if user else []
    if len(known) < 2:
        return ()
    goes_anywhere = not quoted.quote.needs_shipping
    return tuple(
        SavedAddressChoice(
            id=each.pk,
            label=str(each),
            parts=each.address.stored(),
            may_be_sent_to=goes_anywhere or each.country in regions(),
        )
        for each in known
    )


def _account(quoted: QuotedCart, values: Mapping[str, str], errors: Mapping[str, str]) -> NewAccount:
    """Return the offer of an account. The password is never sent back."""
    needed = WHY_ACCOUNT if has_subscription(quoted) else ""
    wanted = bool(needed) or forms.is_ticked(values, accounts.WANTS_ACCOUNT_FIELD)
    return NewAccount(wanted=wanted, needed=needed, password=build_input("", accounts.PASSWORD, "", {}, errors))


def _consents(
    quoted: QuotedCart,
    terms: tuple[str, ...],
    charges_label: str,
    values: Mapping[str, str],
    errors: Mapping[str, str],
) -> tuple[Consent, ...]:
    """Return the boxes. That of later charges is always among them, and shown once the cart has a subscription."""
    boxes: list[tuple[str, str, str, str, tuple[str, ...]]] = []  # name, shown, label, missing, text
    if age.required(alcoholic=quoted.alcoholic) is Check.AFFIRM:
        label = age.box_label(quoted.quote.handover, is_pickup=quoted.quote.is_pickup)
        boxes.append((age.BOX, "", label, forms.AGE_MISSING, ()))
    boxes.append((forms.AGREES_TO_CHARGES, "", charges_label, CHARGES_NOT_AGREED, ()))
    if terms:
        boxes.append((forms.TERMS, forms.TERMS_SHOWN, forms.TERMS_LABEL, forms.TERMS_MISSING, terms))
    return tuple(
        Consent(
            name=name,
            shown=field_name,
            label=label,
            missing=missing,
            title="Read the terms and conditions",
            paragraphs=text,
            ticked=bool(values.get(name)),
            error=errors.get(name, ""),
        )
        for name, field_name, label, missing, text in boxes
    )


def _date_of_birth(quoted: QuotedCart, values: Mapping[str, str], errors: Mapping[str, str]) -> DateOfBirth | None:
    if age.required(alcoholic=quoted.alcoholic) is not Check.DATE_OF_BIRTH:
        return None
    return DateOfBirth(
        names=age.BORN, values=tuple(values.get(name, "") for name in age.BORN), problem=errors.get(age.BORN[0], "")
    )
