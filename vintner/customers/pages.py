"""What the account's pages show."""

from django.urls import reverse

from vintner.web.page import Page, Props


class AccountLink(Props):
    """A page of the account. `here` marks the one that is shown."""

    label: str
    url: str
    here: bool


class OrderSummary(Props):
    number: str
    date: str
    status: str
    total: str
    url: str
    pay_url: str
    """Where it is paid, empty when nothing is to be paid."""
    bought: tuple[str, ...]
    """The first lines in words: '2 × Les Hauts de Roques (2020 · 750 ml)'."""


class AccountPage(Page):
    """The log-in form for guests (`error` above it), the customer's name and orders otherwise."""

    csrf_token: str
    signed_in: bool
    menu: tuple[AccountLink, ...]
    name: str
    email: str
    error: str
    orders: tuple[OrderSummary, ...]
    next: str


ACCOUNT_PAGES = {"account": "Your orders", "payment_methods": "Payment methods"}
"""Name of the address → what the account's menu calls it."""


def account_menu(here: str) -> tuple[AccountLink, ...]:
    """Return the account's pages; `here` is the name of the address that is shown."""
    return tuple(
        AccountLink(label=label, url=reverse(name), here=name == here) for name, label in ACCOUNT_PAGES.items()
    )
