"""Reads and validates the checkout's form. All refusals are raised together, in the order of the form."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone

from vintner.cart import carts
from vintner.cart.models import Cart
from vintner.cart.prices import quoted_cart
from vintner.checkout import accounts
from vintner.checkout.fields import (
    BILLING,
    GROUPS,
    NOTE,
    SHIPPING,
    Field,
    clean,
    find_problem,
    is_ticked,
    label,
    missing_consents,
    read_age_fields,
    read_attribution,
)
from vintner.customers.models import User
from vintner.payments.attempts.payment_input import PaymentInput, read_payment_input
from vintner.payments.offered_types import METHOD_FIELD, offered_code_or_blank, require_type
from vintner.refusal import Refusal, Refusals
from vintner.shipping.regions import Address, Region, regions
from vintner.shipping.rules import Place
from vintner.web.client_address import BrowserInfo
from vintner.web.numbers import whole

DIFFERENT = "ship_to_different_address"
RATE = "shipping_method[0]"
SHOWN_TOTAL = "shown_total"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckoutForm:
    """A valid checkout form. `shown_total` (minor units) is what the page displayed; None when the client sends none.

    `names_method` is False when no payment method was named, which only suits an order that costs nothing. With a
    `password`, an account is to be opened. `sent_from` is the visitor's internet address. `attribution` says where the
    shopper came from, by the names of fields.ATTRIBUTION_NAMES.
    """

    billing: Address
    shipping: Address
    separate: bool
    email: str
    note: str
    rate_id: str | None
    payment_input: PaymentInput
    shown_total: int | None
    password: str = dataclasses.field(default="", repr=False)
    age_fields: Mapping[str, str] = dataclasses.field(default_factory=dict)
    attribution: Mapping[str, str] = dataclasses.field(default_factory=dict)
    sent_from: str = ""
    names_method: bool = True

    @property
    def place(self) -> Place:
        to = self.shipping
        return Place(country=to.country, state=to.state, postcode=to.postcode, city=to.city)

    @property
    def state_field(self) -> str:
        """The name of the input with the state of the parcel's address."""
        return f"{SHIPPING if self.separate else BILLING}_state"


def with_sender(form: CheckoutForm, browser: BrowserInfo, page: str) -> CheckoutForm:
    """Return the form with its sender: the visitor's browser, and the page that sent it."""
    payment_input = dataclasses.replace(form.payment_input, browser=browser, page=page)
    return dataclasses.replace(form, sent_from=browser.address, payment_input=payment_input)


def read_values(
    values: Mapping[str, str], user: User | None, *, optional: frozenset[str] = frozenset()
) -> CheckoutForm:
    """Return the form with these values by field name. Raises Refusals. Only guests can open an account.

    `optional` names fields of an address that may be left out besides those that always may.
    """
    separate = ships_elsewhere(values)
    billing, email, refused = read_group(BILLING, values, optional)
    shipping = billing
    if separate:
        shipping, _, also_refused = read_group(SHIPPING, values, optional)
        refused += also_refused
    note = clean(values.get(NOTE.name, "").replace("\r\n", "\n"), lines=True)
    if wrong := find_problem(NOTE, note, None, NOTE.label):
        refused.append(Refusal("note", wrong, NOTE.name))
    opens_account = user is None and is_ticked(values, accounts.WANTS_ACCOUNT_FIELD)
    password = values.get(accounts.PASSWORD.name, "") if opens_account else None
    if password is not None and (weak := accounts.password_problem(password, email=email, billing=billing)):
        refused.append(weak)
    payment_input, unfit = _read_payment_input(values, user, billing.country)
    refused += [*missing_consents(values), *unfit]
    if refused:
        raise Refusals(tuple(refused))
    return CheckoutForm(
        billing=billing,
        shipping=shipping,
        separate=separate,
        email=email,
        note=note,
        rate_id=clean(values[RATE])[:40] if RATE in values else None,
        payment_input=payment_input,
        names_method=bool(values.get(METHOD_FIELD)),
        shown_total=read_minor_units(values.get(SHOWN_TOTAL, "")),
        password=password or "",
        age_fields=read_age_fields(values),
        attribution=read_attribution(values),
    )


def _read_payment_input(
    values: Mapping[str, str], user: User | None, country: str
) -> tuple[PaymentInput, list[Refusal]]:
    """Return the payment input and its refusals. Whether anything has to be paid is known when the order is placed."""
    if not (code := values.get(METHOD_FIELD, "")):
        return PaymentInput(""), []
    try:
        method_type = require_type(code, country)
        return read_payment_input(values, user, timezone.now(), method_type), []
    except Refusal as refusal:
        return PaymentInput(""), [refusal]


def save_price_inputs(cart: Cart, values: Mapping[str, str]) -> None:
    """Save the form values that the cart's price may depend on, so that the page displays what the order costs."""
    quoted_cart.save_price_inputs(
        cart,
        email=values.get(f"{BILLING}_email", ""),
        payment_method=offered_code_or_blank(values.get(METHOD_FIELD, "")),
        billing_city=clean(values.get(f"{BILLING}_city", "")),
    )


def price_for_initial_values(cart: Cart, values: Mapping[str, str]) -> None:
    """Price the cart for the form's first values: a customer's last address counts until another one is entered.
    Without a postcode the place is no more precise than the cart's own.
    """
    save_price_inputs(cart, values)
    group = SHIPPING if ships_elsewhere(values) else BILLING
    place = Place(**{name: values.get(f"{group}_{name}", "") for name in ("country", "state", "postcode", "city")})
    if place.country in regions() and place.postcode and place != cart.place:
        carts.set_destination(cart, place)


def ships_elsewhere(values: Mapping[str, str]) -> bool:
    """Return whether the parcel goes to another address than the bill."""
    return is_ticked(values, DIFFERENT)


def tidy(group: str, values: Mapping[str, str]) -> dict[str, str]:
    """Return a group's values as they would be saved, by full field name, whether or not they are valid."""
    country = clean(values.get(f"{group}_country", "")).upper()
    region = regions().get(country)
    tidied = {
        f"{group}_{field.name}": _tidy(field, values.get(f"{group}_{field.name}", ""), region)
        for field in GROUPS[group]
    }
    return {**tidied, f"{group}_country": country}


def read_group(group: str, values: Mapping[str, str], optional: frozenset[str]) -> tuple[Address, str, list[Refusal]]:
    """Return a group's address, its e-mail address ('' for shipping), and the refusals of its fields."""
    tidied = tidy(group, values)
    country = tidied[f"{group}_country"]
    refused = []
    for field in GROUPS[group]:
        name = f"{group}_{field.name}"
        if field.name in optional and not tidied[name]:
            continue
        named = label(group, field, country)
        wrong = find_problem(field, tidied[name], regions().get(country), named) or _bad_email(
            field, tidied[name], named
        )
        if wrong:
            refused.append(Refusal(field.name, wrong, name))
    parts = {field.name: tidied[f"{group}_{field.name}"] for field in GROUPS[group] if field.name != "email"}
    return Address(**parts), tidied.get(f"{group}_email", ""), refused


def _tidy(field: Field, text: str, region: Region | None) -> str:
    value = clean(text)
    if region is None or not value:
        return value
    if field.name == "state":
        return region.state_code(value) or value
    return region.tidy_postcode(value) if field.name == "postcode" else value


def _bad_email(field: Field, value: str, named: str) -> str:
    if field.name != "email" or not value:
        return ""
    try:
        validate_email(value)
    except ValidationError:
        return f"{named} should look like name@example.com."
    return ""


def read_minor_units(text: str) -> int | None:
    """Return an amount in minor units, None for an empty text, and -1, which equals no total, for invalid ones."""
    if not text.strip():
        return None
    amount = whole(text, digits=15)
    return -1 if amount is None else amount
