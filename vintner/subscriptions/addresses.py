"""The addresses of a subscription: where its boxes go, and who is billed."""

from typing import Final

from vintner.shipping.address_form import find_stored_problem
from vintner.shipping.regions import Address
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
    if billing.lines() == shipping.lines():
        addresses = {"address": shipping}
    else:
        addresses = {"delivery address": shipping, "billing address": billing}
    problems = {name: find_stored_problem(address) for name, address in addresses.items()}
    return " ".join(f"Its {name} cannot be used: {problem}" for name, problem in problems.items() if problem)


def has_bad_bill(subscription: Subscription) -> bool:
    """Return whether the bill's address alone is to be corrected. No query."""
    return not find_stored_problem(shipping_of(subscription)) and bool(find_stored_problem(billing_of(subscription)))
