"""What a shopper sent to the checkout, checked. All refusals come together, in the order of the form."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.http import HttpRequest

from vintner.checkout.fields import BILLING, GROUPS, NOTE, SHIPPING, Field, clean, label, problem
from vintner.orders.addresses import Address
from vintner.refusal import Refusal, Refusals
from vintner.shipping.regions import Region, regions
from vintner.shipping.rules import Place

CARD = "stripe"
"""The one payment method, as the outside calls it."""
DIFFERENT = "ship_to_different_address"
RATE = "shipping_method[0]"
_METHOD = re.compile(r"pm_[A-Za-z0-9_]{1,70}", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckoutForm:
    """A valid checkout. `provider_method` is the provider's name of a card, '' when the browser made none.

    `shown_total` (minor units) is what the page showed; None when the client does not say.
    """

    billing: Address
    shipping: Address
    separate: bool
    email: str
    note: str
    rate_id: str | None
    provider_method: str
    shown_total: int | None

    @property
    def place(self) -> Place:
        to = self.shipping
        return Place(country=to.country, state=to.state, postcode=to.postcode, city=to.city)

    @property
    def state_field(self) -> str:
        """The input that says which state the parcel goes to."""
        return f"{SHIPPING if self.separate else BILLING}_state"


def read(request: HttpRequest) -> CheckoutForm:
    """Return the form that was posted. Raises Refusals."""
    values = {name: str(value) for name, value in request.POST.items()}
    separate = is_separate(values)
    billing, email, refused = _group(BILLING, values)
    shipping = billing
    if separate:
        shipping, _, also_refused = _group(SHIPPING, values)
        refused += also_refused
    note = clean(values.get(NOTE.name, "").replace("\r\n", "\n"), lines=True)
    if wrong := problem(NOTE, note, None, NOTE.label):
        refused.append(Refusal("note", wrong, NOTE.name))
    if values.get("payment_method", CARD) != CARD:
        refused.append(Refusal("payment_method", "Please choose how to pay.", "payment_method"))
    if refused:
        raise Refusals(tuple(refused))
    return CheckoutForm(
        billing=billing,
        shipping=shipping,
        separate=separate,
        email=email,
        note=note,
        rate_id=clean(values[RATE])[:40] if RATE in values else None,
        provider_method=_provider_method(values.get("wc-stripe-payment-method", "")),
        shown_total=_minor(values.get("shown_total", "")),
    )


def is_separate(values: Mapping[str, str]) -> bool:
    """Say whether the parcel goes to another address than the bill."""
    return values.get(DIFFERENT, "") not in ("", "0")


def tidy(group: str, values: Mapping[str, str]) -> dict[str, str]:
    """Return a group's values as they would be kept, by full field name, whether or not they are valid."""
    country = clean(values.get(f"{group}_country", "")).upper()
    region = regions().get(country)
    tidied = {
        f"{group}_{field.name}": _tidy(field, values.get(f"{group}_{field.name}", ""), region)
        for field in GROUPS[group]
    }
    return {**tidied, f"{group}_country": country}


def _group(group: str, values: Mapping[str, str]) -> tuple[Address, str, list[Refusal]]:
    """Return a group's address, its e-mail address ('' for shipping), and what is wrong with them."""
    tidied = tidy(group, values)
    country = tidied[f"{group}_country"]
    refused = []
    for field in GROUPS[group]:
        name = f"{group}_{field.name}"
        named = label(group, field, country)
        wrong = problem(field, tidied[name], regions().get(country), named) or _bad_email(field, tidied[name], named)
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


def _provider_method(text: str) -> str:
    """Return the card's name if it is one; anything else (a card number, say) is dropped and never kept."""
    return text if _METHOD.fullmatch(text) else ""


def _minor(text: str) -> int | None:
    """Return an amount in minor units; one that is no number equals no total."""
    if not text.strip():
        return None
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else -1
