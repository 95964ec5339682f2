"""The menu that every page of the account has."""

from django.urls import reverse

from vintner.web.page import Props


class AccountLink(Props):
    """A page of the account. `here` marks the one that is shown."""

    label: str
    url: str
    here: bool


ACCOUNT_PAGES = {"account": "Your orders", "payment_methods": "Payment methods", "security": "Security"}
"""Name of the address → what the account's menu calls it."""


def account_menu(here: str) -> tuple[AccountLink, ...]:
    """Return the account's pages; `here` is the name of the address that is shown."""
    return tuple(
        AccountLink(label=label, url=reverse(name), here=name == here) for name, label in ACCOUNT_PAGES.items()
    )
