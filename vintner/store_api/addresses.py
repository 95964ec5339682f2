"""Where a cart goes and who pays for it, as far as the shopper said. Kept with the cart until the order."""

import re
from collections.abc import Mapping

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from vintner.cart import buyers, carts
from vintner.cart.models import Cart
from vintner.checkout.fields import ADDRESS, CONTACT, clean, input_label, problem
from vintner.orders.addresses import Address
from vintner.shipping.regions import regions
from vintner.shipping.rules import Place
from vintner.store_api.cart_shapes import BillingAddress, ShippingAddress
from vintner.store_api.problems import invalid
from vintner.store_api.shapes import Asked

_COUNTRY = re.compile(r"[A-Z]{2}", re.ASCII)
_FIELDS = {field.name: field for field in (*ADDRESS, *CONTACT)}


class AddressAsked(Asked):
    """An address, or the parts of it that are to change."""

    first_name: str | None = None
    last_name: str | None = None
    company: str | None = None
    address_1: str | None = None
    address_2: str | None = None
    city: str | None = None
    state: str | None = None
    postcode: str | None = None
    country: str | None = None
    phone: str | None = None
    email: str | None = None


class CustomerAsked(Asked):
    """Who buys, and where it goes. The first address that comes without the other counts for both."""

    billing_address: AddressAsked | None = None
    shipping_address: AddressAsked | None = None


def shipping(cart: Cart, place: Place) -> ShippingAddress:
    """Return where the cart goes: the place that the quote is for, and what else was said."""
    said = Address.read(_said(cart, "shipping")).stored()
    to = {"country": place.country, "state": place.state, "postcode": place.postcode, "city": place.city}
    return ShippingAddress(**{**said, **(to if cart.country else _only_region(place))})


def billing(cart: Cart, place: Place) -> BillingAddress:
    """Return who pays: what was said, and before that the place that the quote is for."""
    said = Address.read(_said(cart, "billing")).stored()
    return BillingAddress(**{**said, **({} if said["country"] else _only_region(place))}, email=cart.email)


def _said(cart: Cart, which: str) -> Mapping[str, object]:
    stored = cart.addresses.get(which, {})
    return stored if isinstance(stored, dict) else {}


def _only_region(place: Place) -> dict[str, str]:
    return {"country": place.country, "state": place.state}


def keep(cart: Cart, asked: CustomerAsked) -> None:
    """Check and keep what was sent, or refuse all of it. A country that we do not sell to is kept: then there is no way
    to deliver (contract 3).
    """
    pays = _merged(cart, "billing", asked.billing_address)
    unknown = asked.billing_address if not _said(cart, "shipping") else None
    goes = _merged(cart, "shipping", asked.shipping_address or unknown)
    wrong = {
        f"{name}_address": found
        for name, sent, merged in (
            ("billing", asked.billing_address, pays),
            ("shipping", asked.shipping_address, goes),
        )
        if sent is not None and (found := _wrong(merged))
    }
    if wrong:
        raise invalid(wrong)
    cart.addresses = {"billing": Address.read(pays).stored(), "shipping": Address.read(goes).stored()}
    cart.save(update_fields=["addresses"])
    buyers.save_price_inputs(cart, email=pays["email"], billing_city=pays["city"])
    if goes["country"]:
        names = ("country", "state", "postcode", "city")
        carts.set_destination(cart, Place(**{name: goes[name] for name in names}))


def _merged(cart: Cart, which: str, sent: AddressAsked | None) -> dict[str, str]:
    """Return what is known with what was sent, tidied as the country writes it."""
    known = {**Address.read(_said(cart, which)).stored(), "email": cart.email if which == "billing" else ""}
    if sent is not None:
        new = {name: clean(text) for name, text in sent.model_dump(include=set(_FIELDS)).items() if text is not None}
        moved = new.get("country", known["country"]).upper() != known["country"]
        known |= ({"state": "", "postcode": ""} if moved else {}) | new
    known["country"] = known["country"].upper()
    region = regions().get(known["country"])
    if region is not None:
        known["state"] = region.state_code(known["state"]) or known["state"]
        known["postcode"] = region.tidy_postcode(known["postcode"])
    return known


def _wrong(merged: Mapping[str, str]) -> tuple[str, str] | None:
    """Return (code, words) for the first field that cannot be right; one that is left out may still come."""
    region = regions().get(merged["country"])
    for name, value in merged.items():
        field = _FIELDS[name]
        if not value:
            continue
        if name == "country" and region is None:
            if not _COUNTRY.fullmatch(value):
                return "invalid_country", "The country should be a code of two letters."
            continue
        words = problem(field, value, region, input_label(field, merged["country"]))
        if words or (name == "email" and not _is_email(value)):
            return f"invalid_{name}", words or "Email address should look like name@example.com."
    return None


def _is_email(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True
