"""The values that the checkout's form starts with, from what is known of the shopper."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from django.conf import settings

from vintner.accounts.address_book.addresses import AddressUse, find_default, list_addresses
from vintner.cart.models import Cart
from vintner.checkout.gift_fields import gift_values
from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.orders.rules import PAYABLE
from vintner.shipping.address_form import BILLING, SHIPPING
from vintner.shipping.regions import Address, find_region, regions


def load_initial_values(cart: Cart, user: User | None) -> dict[str, str]:
    """Return the form's first values: from the cart's unpaid order, else the default addresses of the customer's
    address book, else the customer's last order. Only the cart's own order says whether this is a gift.
    """
    last = _last_order(cart, user)
    is_unpaid = last is not None and last.cart_id == cart.pk and last.status in PAYABLE
    saved = {} if user is None or is_unpaid else _saved_values(user)
    values = saved or initial_values(cart, last)
    if is_unpaid and last is not None:
        values = {**values, **gift_values(last)}
    if user is not None:
        known = {
            "billing_email": user.email,
            "billing_first_name": user.first_name,
            "billing_last_name": user.last_name,
        }
        values = {**values, **{name: value for name, value in known.items() if not values.get(name)}}
    return values


def _last_order(cart: Cart, user: User | None) -> Order | None:
    """Return the cart's last unpaid order or the customer's last one, whichever came later. Most shoppers have none."""
    found = Order.objects.raw(_LAST_ORDER, [cart.pk, list(PAYABLE), user.pk if user else None])
    return next(iter(found), None)


_LAST_ORDER: Final = """
SELECT * FROM orders_order WHERE cart_id = %s AND status = ANY(%s) OR user_id = %s ORDER BY id DESC LIMIT 1
"""


def _saved_values(user: User) -> dict[str, str]:
    """Return the values of the customer's default addresses; none while the address book is empty."""
    known = list_addresses(user)
    billing, shipping = (find_default(known, use) for use in AddressUse)
    return _values_of_both(billing.address, shipping.address) if billing and shipping else {}


def chosen_values(group: str, values: Mapping[str, str], user: User | None) -> dict[str, str]:
    """Return a group's values for the address that the form chooses of the customer's own book, nothing for others. An
    address without a phone number leaves the one that was typed.
    """
    wanted = values.get(f"saved_{group}_address", "")
    known = list_addresses(user) if user else []
    found = next((each.address for each in known if str(each.pk) == wanted), None)
    if found is None:
        return {}
    return {name: text for name, text in _form_values(group, found).items() if text or not name.endswith("_phone")}


def initial_values(cart: Cart, last: Order | None) -> dict[str, str]:
    """Return the form's first values: the addresses of the shopper's last order, else those that another client
    saved with the cart, else the place of the cart's estimate.
    """
    saved = {group: Address.read(cart.addresses.get(group) or {}) for group in (BILLING, SHIPPING)}
    if last is None and find_region(saved[BILLING].country):
        return {**_values_of_both(saved[BILLING], saved[SHIPPING]), "billing_email": cart.email}
    if last is None:
        here = {"country": cart.country or settings.STORE_BASE_ADDRESS["country"], "state": cart.state}
        start = Address(**here, postcode=cart.postcode, city=cart.city)
        return {
            **_form_values(BILLING, start),
            **_form_values(SHIPPING, _empty_address(here["country"])),
            "billing_email": cart.email,
        }
    return {**_values_of_both(Address.read(last.billing), Address.read(last.shipping)), "billing_email": last.email}


def _values_of_both(billing: Address, shipping: Address) -> dict[str, str]:
    """Return the values of both addresses. If they differ in the phone number alone, they count as one. A parcel's own
    address is left out if it is in a country without delivery.
    """
    is_one = replace(shipping, phone=billing.phone) == billing
    if is_one or shipping.country not in regions():
        shipping = _empty_address(billing.country)
    separate = {} if is_one else {"ship_to_different_address": "1"}
    return {**_form_values(BILLING, billing), **_form_values(SHIPPING, shipping), **separate}


def _empty_address(country: str) -> Address:
    """Return where a parcel's own address begins: in the bill's country, or at home where no parcels go there."""
    return Address(country=country if country in regions() else settings.STORE_BASE_ADDRESS["country"])


def _form_values(group: str, address: Address) -> dict[str, str]:
    return {f"{group}_{name}": value for name, value in address.stored().items()}
