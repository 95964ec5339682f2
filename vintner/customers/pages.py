"""The menu that every page of the account has."""

from django.urls import reverse

from vintner.customers.models import User
from vintner.web.page import Props


class AccountLink(Props):
    """A page of the account. `here` marks the one that is shown. What `posts` is a button: it does something."""

    label: str
    url: str
    here: bool
    posts: bool = False


ACCOUNT_PAGES = {
    "account": "Dashboard",
    "orders": "Orders",
    "subscriptions": "Subscriptions",
    "addresses": "Addresses",
    "payment_methods": "Payment methods",
    "account_details": "Account details",
    "own_alerts": "Alerts",
    "security": "Security",
    "privacy": "Privacy",
    "log_out": "Log out",
}
"""Name of the address → what the account's menu calls it, in the menu's order."""


def account_menu(here: str, user: User) -> tuple[AccountLink, ...]:
    """Return the account's pages; `here` is the name of the address that is shown. Only subscribers have that of
    subscriptions.
    """
    return tuple(
        AccountLink(label=label, url=reverse(name), here=name == here, posts=name == "log_out")
        for name, label in ACCOUNT_PAGES.items()
        if name != "subscriptions" or user.subscribed_at is not None
    )
