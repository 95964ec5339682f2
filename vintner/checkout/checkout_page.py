"""Builds the checkout's page and the sections that its answers replace."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.conf import settings
from django.urls import reverse

from vintner.cart.carts import QuotedCart
from vintner.checkout import accounts, fields
from vintner.checkout.checkout_kind import CheckoutKind, checkout_url
from vintner.checkout.fields import BILLING, GROUPS, NOTE, SHIPPING, Field, input_label
from vintner.checkout.forms import ships_elsewhere
from vintner.checkout.order_review import order_review
from vintner.checkout.pages import (
    AddressSearch,
    CheckoutField,
    CheckoutPage,
    Consent,
    CountryRules,
    DateOfBirth,
    FormError,
    LogInForm,
    NewAccount,
    SavedCard,
    SelectOption,
)
from vintner.checkout.payment_options import cart_payment_options
from vintner.checkout.provider_settings import checkout_settings
from vintner.customers.models import User
from vintner.notices.models import Policy
from vintner.payments.appearance import NO_APPEARANCES, SavedAppearances
from vintner.refusal import Refusal
from vintner.shipping import age
from vintner.shipping.lookup.address_lookup import LEAST
from vintner.shipping.lookup.chosen import address_lookup
from vintner.shipping.regions import regions
from vintner.shipping.rules.age import Check
from vintner.web.page import CSRF_TOKEN, Head, Shared

NEEDS_SCRIPT = (
    "Your details are fine. The card is entered in a form of the card service, which needs JavaScript: please turn it"
    " on and reload this page, or write to us. Nothing you typed is lost and nothing was charged."
)


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
    log_in: LogInForm = field(default_factory=LogInForm)
    cards: tuple[SavedCard, ...] = ()
    looks: SavedAppearances = NO_APPEARANCES

    @property
    def guest(self) -> bool:
        return self.user is None


def checkout_page(quoted: QuotedCart, shared: Shared, form_state: CheckoutFormState) -> CheckoutPage:
    values = form_state.values
    by_field = {error.field: error.message for error in reversed(form_state.errors)}
    policies = {policy.kind: policy.paragraphs for policy in Policy.objects.all()}
    return CheckoutPage(
        head=Head(title=f"Checkout – {settings.STORE_NAME}", robots="noindex"),
        shared=shared,
        csrf_token=CSRF_TOKEN,
        action=checkout_url(CheckoutKind.CLASSIC),
        billing=_fields(BILLING, values, by_field),
        ship_to_different_address=ships_elsewhere(values),
        shipping_address=_fields(SHIPPING, values, by_field),
        note=_field("", NOTE, "", values, by_field),
        countries=tuple(_country(code) for code in regions()),
        address_search=_address_search(),
        errors=tuple(FormError(field=error.field, text=error.message) for error in form_state.errors),
        log_in=form_state.log_in if form_state.guest else None,
        account=_account(values, by_field) if form_state.guest else None,
        coupon_code=form_state.coupon_code,
        coupon_problem=form_state.coupon_problem,
        review=order_review(quoted, values, form_state.user),
        payment=cart_payment_options(
            quoted, problem=form_state.payment_problem, cards=form_state.cards, may_save=not form_state.guest
        ),
        provider=checkout_settings(quoted, values, form_state.looks, is_logged_in=not form_state.guest),
        consents=_consents(quoted, policies.get(Policy.Kind.TERMS, ()), values, by_field),
        born=_date_of_birth(quoted, values, by_field),
        privacy=policies.get(Policy.Kind.PRIVACY, ()),
        attribution=tuple(f"{fields.ATTRIBUTION_PREFIX}{name}" for name in fields.ATTRIBUTION_NAMES),
        age_note=age.note(alcoholic=quoted.alcoholic),
    )


def _address_search() -> AddressSearch | None:
    lookup = address_lookup()
    if lookup is None:
        return None
    return AddressSearch(
        suggest_url=reverse("suggest_addresses"), find_url=reverse("find_address"), least=LEAST, credit=lookup.credit
    )


def _account(values: Mapping[str, str], errors: Mapping[str, str]) -> NewAccount:
    """Return the offer of an account. The password is never sent back."""
    wanted = fields.is_ticked(values, accounts.WANTS_ACCOUNT_FIELD)
    return NewAccount(wanted=wanted, password=_field("", accounts.PASSWORD, "", {}, errors))


def _consents(
    quoted: QuotedCart, terms: tuple[str, ...], values: Mapping[str, str], errors: Mapping[str, str]
) -> tuple[Consent, ...]:
    boxes: list[tuple[str, str, str, str, tuple[str, ...]]] = []  # name, shown, label, missing, text
    if age.required(alcoholic=quoted.alcoholic) is Check.AFFIRM:
        boxes.append((age.BOX, "", age.box_label(quoted.quote.destination), fields.AGE_MISSING, ()))
    if terms:
        boxes.append((fields.TERMS, fields.TERMS_SHOWN, fields.TERMS_LABEL, fields.TERMS_MISSING, terms))
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
        label=input_label(field, country),
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


def _options(field: Field, country: str) -> tuple[SelectOption, ...]:
    if field.name == "country":
        return tuple(SelectOption(value=region.code, label=region.name) for region in regions().values())
    if field.name != "state":
        return ()
    region = regions().get(country)
    states = region.states if region else {}
    return tuple(SelectOption(value=code, label=name) for code, name in states.items())


def _country(code: str) -> CountryRules:
    region = regions()[code]
    return CountryRules(
        code=region.code,
        name=region.name,
        state_label=region.state_label,
        postcode_label=region.postcode_label,
        states=tuple(SelectOption(value=state, label=name) for state, name in region.states.items()),
    )
