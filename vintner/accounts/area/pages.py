"""What the account's pages show."""

from vintner.customers.pages import AccountLink
from vintner.web.page import Page, Props


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
