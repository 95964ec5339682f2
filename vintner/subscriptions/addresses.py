"""The addresses of a subscription: where its boxes go, and who is billed."""

from typing import Final

from vintner.shipping.address_form import find_stored_problem
from vintner.shipping.regions import Address, regions, say_no_delivery
from vintner.subscriptions.models import Subscription

BAD_ADDRESS: Final = "address"
"""The reason of a box that is not announced, and so not charged, because no checkout would take its address."""


def billing_of(subscription: Subscription) -> Address:
    return Address.read(subscription.billing)


def shipping_of(subscription: Subscription) -> Address:
    """Return where boxes are sent."""
    return Address.read(subscription.shipping or subscription.billing)


def find_address_problem(subscription: Subscription) -> str:
    """Return why no order may be placed for the addresses of a subscription, '' if one may. No query."""
    billing, shipping = billing_of(subscription), shipping_of(subscription)
    if billing.lines() == shipping.lines() and (problem := find_stored_problem(shipping)):
        return f"Its address cannot be used: {problem}"
    problems = {"delivery": _find_parcel_problem(shipping), "billing": find_stored_problem(billing)}
    return " ".join(f"Its {name} address cannot be used: {problem}" for name, problem in problems.items() if problem)


def _find_parcel_problem(address: Address) -> str:
    """Return why nothing is sent to an address, whatever is in the box."""
    problem = find_stored_problem(address)
    return problem or ("" if address.country in regions() else say_no_delivery(address.country, ""))


def has_bad_bill(subscription: Subscription) -> bool:
    """Return whether the bill's address alone is to be corrected. No query."""
    return not _find_parcel_problem(shipping_of(subscription)) and bool(find_stored_problem(billing_of(subscription)))
