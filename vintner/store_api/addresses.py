"""The billing and shipping address of a cart. They are saved with the cart until the order."""

import re
from collections.abc import Mapping

from vintner.cart import carts
from vintner.cart.models import Cart
from vintner.cart.saved import price_inputs
from vintner.shipping.address_form import ADDRESS, EMAIL, PHONE, find_problem, input_label, read_value
from vintner.shipping.regions import Address, find_region, read_country_and_state
from vintner.shipping.rules import Place
from vintner.store_api.cart_shapes import BillingAddress, ShippingAddress
from vintner.store_api.errors import invalid_parameters
from vintner.store_api.shapes import RequestModel

_COUNTRY = re.compile(r"[A-Z]{2}", re.ASCII)
_FIELDS = {field.name: field for field in (*ADDRESS, PHONE, EMAIL)}
_PAYER = ("first_name", "last_name", "company")


class AddressInput(RequestModel):
    """An address, or the parts of it that change."""

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


class CustomerInput(RequestModel):
    """The addresses of a cart. As long as only a billing address is known, it is the shipping address too."""

    billing_address: AddressInput | None = None
    shipping_address: AddressInput | None = None


def shipping(cart: Cart, place: Place) -> ShippingAddress:
    """Return the shipping address: the place of the quote, and the other saved fields."""
    stored = Address.read(_stored_address(cart, "shipping")).stored()
    to = {"country": place.country, "state": place.state, "postcode": place.postcode, "city": place.city}
    return ShippingAddress(**{**stored, **(to if cart.country else _only_region(place))})


def billing(cart: Cart, place: Place) -> BillingAddress:
    """Return the billing address as it was saved; before that, the country and state of the quote."""
    stored = Address.read(_stored_address(cart, "billing")).stored()
    return BillingAddress(**{**stored, **({} if stored["country"] else _only_region(place))}, email=cart.email)


def _stored_address(cart: Cart, which: str) -> Mapping[str, object]:
    address = cart.addresses.get(which, {})
    return address if isinstance(address, dict) else {}


def _only_region(place: Place) -> dict[str, str]:
    return {"country": place.country, "state": place.state}


def save_addresses(cart: Cart, body: CustomerInput, *, is_of_wallet: bool = False) -> None:
    """Check and save the addresses, or refuse all of them. A wallet may leave the bill to its contact.

    A country to which the store does not deliver is saved as well: the cart then offers no shipping rate
    (docs/store-api.md#good-to-know).
    """
    new_billing = _merge_address(cart, "billing", body.billing_address)
    also_shipping = body.billing_address if not _stored_address(cart, "shipping") else None
    new_shipping = _merge_address(cart, "shipping", body.shipping_address or also_shipping)
    if is_of_wallet:
        new_billing = _complete_bill(new_billing, new_shipping)
    errors = {
        f"{name}_address": error
        for name, sent, merged in (
            ("billing", body.billing_address, new_billing),
            ("shipping", body.shipping_address, new_shipping),
        )
        if sent is not None and (error := _first_error(merged))
    }
    if errors:
        raise invalid_parameters(errors)
    cart.addresses = {"billing": Address.read(new_billing).stored(), "shipping": Address.read(new_shipping).stored()}
    cart.save(update_fields=["addresses"])
    inputs = price_inputs.PriceInputs(email=new_billing["email"], billing_city=new_billing["city"])
    price_inputs.save_price_inputs(cart, inputs)
    if new_shipping["country"]:
        names = ("country", "state", "postcode", "city")
        carts.set_destination(cart, Place(**{name: new_shipping[name] for name in names}))


def _complete_bill(bill: Mapping[str, str], contact: Mapping[str, str]) -> dict[str, str]:
    """Return the billing address of a wallet: that of its contact where the bill has no street, with what it does say
    of the payer: name and company, phone number and e-mail address.
    """
    if bill["address_1"]:
        return dict(bill)
    kept = ("email", *(_PAYER if bill["first_name"] else ()), *(("phone",) if bill["phone"] else ()))
    return {**contact, **{name: bill[name] for name in kept}}


def _merge_address(cart: Cart, which: str, sent: AddressInput | None) -> dict[str, str]:
    """Return the stored address with the fields that were sent, normalized for its country."""
    known = {**Address.read(_stored_address(cart, which)).stored(), "email": cart.email if which == "billing" else ""}
    if sent is not None:
        new = {name: text for name, text in sent.model_dump(include=set(_FIELDS)).items() if text is not None}
        place = (new.get("country", known["country"]), new.get("state", ""), new.get("postcode", ""))
        country, state = read_country_and_state(*place)
        is_territory = country != place[0].strip().upper() and state != known["state"]
        moved = {"state": "", "postcode": ""} if country != known["country"] or is_territory else {}
        known |= moved | new | {"country": country} | ({"state": state} if state else {})
    region = find_region(known["country"])
    return {name: read_value(_FIELDS[name], text, region) for name, text in known.items()}


def _first_error(merged: Mapping[str, str]) -> tuple[str, str] | None:
    """Return (code, message) for the first invalid field. Empty fields are valid: they may be sent later."""
    region = find_region(merged["country"])
    for name, value in merged.items():
        field = _FIELDS[name]
        if not value:
            continue
        if name == "country" and region is None:
            if not _COUNTRY.fullmatch(value):
                return "invalid_country", "The country should be a code of two letters."
            continue
        words = find_problem(field, value, region, input_label(field, merged["country"]))
        if words:
            return f"invalid_{name}", words
    return None
