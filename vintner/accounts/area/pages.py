"""What the account's pages show."""

from vintner.accounts.fields.pages import ProfileField
from vintner.customers.pages import AccountLink
from vintner.web.form_props import FormField
from vintner.web.page import Image, Page, Props


class OrderSummary(Props):
    """An order in a list. What cannot be done with it has no address."""

    number: str
    date: str
    state: str
    """The status in plain words."""
    tone: str
    """What the state is: good, bad, or ''."""
    total: str
    url: str
    pay_url: str
    """Where it is paid."""
    cancel_url: str
    """Where a form that cancels it posts to."""
    again_url: str
    """Where a form that puts its wines into the cart posts to."""
    bought: tuple[str, ...]
    """The first lines in words: '2 × Les Hauts de Roques (2020 · 750 ml)'."""
    pictures: tuple[Image, ...]
    """Pictures of the first bottles."""


class AccountPage(Page):
    """The customer's dashboard with the newest `orders`."""

    csrf_token: str
    signed_in: bool
    menu: tuple[AccountLink, ...]
    name: str
    email: str
    orders: tuple[OrderSummary, ...]


class OrdersPage(Page):
    """The customer's orders. `older_url` and `newer_url` are the pages around this one, empty where there are none.

    `confirm_url` is where the address of the account is confirmed, which adds what was ordered with it as a guest;
    empty when it is confirmed.
    """

    csrf_token: str
    menu: tuple[AccountLink, ...]
    orders: tuple[OrderSummary, ...]
    page: int
    pages: int
    newer_url: str
    older_url: str
    confirm_url: str


class AccountDetailsPage(Page):
    """The names and the password of the account, and between them the merchant's `fields`.

    An account without a password has no fields for it.
    The e-mail address is changed at `security_url`.
    """

    csrf_token: str
    menu: tuple[AccountLink, ...]
    names: tuple[FormField, ...]
    email: str
    fields: tuple[ProfileField, ...]
    passwords: tuple[FormField, ...]
    security_url: str
