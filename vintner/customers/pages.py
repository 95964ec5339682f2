"""What the account's pages show."""

from typing import ClassVar

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


class KeptCard(Props):
    """A card that the provider keeps for the customer. Deeds are forms that post to their addresses."""

    label: str
    expiry: str
    """Month and year, '12/40'."""
    expired: bool
    is_default: bool
    default_url: str
    delete_url: str


class PaymentMethodsPage(Page):
    """The customer's cards, the default one first."""

    csrf_token: str
    menu: tuple[AccountLink, ...]
    cards: tuple[KeptCard, ...]
    add_url: str


class AddCardSettings(Props):
    """What the script that adds a card needs (spec 3, payment gateway settings; 7.3)."""

    key: str
    script: str
    api_version: str
    locale: str
    wp_ajax_url: str
    create_and_confirm_nonce: str
    messages: dict[str, str]
    """Error code → text (spec 8, reading A)."""
    generic_error: str
    not_confirmed: str
    log_in: str
    """What is said when the session has ended."""
    email: str
    name: str
    currency: str


class AddPaymentMethodPage(Page):
    """The card service's own form, in which a card is entered."""

    uses_provider: ClassVar[bool] = True

    csrf_token: str
    menu: tuple[AccountLink, ...]
    action: str
    back_url: str
    provider: AddCardSettings


ACCOUNT_PAGES = {"account": "Your orders", "payment_methods": "Payment methods"}
"""Name of the address → what the account's menu calls it."""


def account_menu(here: str) -> tuple[AccountLink, ...]:
    """Return the account's pages; `here` is the name of the address that is shown."""
    return tuple(
        AccountLink(label=label, url=reverse(name), here=name == here) for name, label in ACCOUNT_PAGES.items()
    )
