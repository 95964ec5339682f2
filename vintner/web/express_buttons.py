"""Express buttons: wallets with which a shopper buys in two presses. The packages that know wallets lie above this."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Literal

from django.conf import settings
from django.utils.module_loading import import_string

from vintner.money import Money
from vintner.web.page import Link, Props

Place = Literal["product", "cart", "checkout", "order"]


class Affirmation(Props):
    """A box to tick before the wallet opens. `shown` is the hidden field that says that it was displayed, '' for none;
    `missing` is the error message; `text` leads to what is affirmed.
    """

    name: str
    shown: str
    label: str
    missing: str
    text: Link | None


class ExpressOrder(Props):
    """The order that is paid, as POST /checkout/{id} asks for it."""

    id: int
    key: str
    billing_email: str


class ExpressButtons(Props):
    """The express buttons of a page."""

    place: Place
    wallets: tuple[str, ...]
    """apple_pay, google_pay, link, amazon_pay, klarna, in the merchant's order. Never empty."""
    ajax_url: str
    """Has %%endpoint%% in place of the call's name."""
    publishable_key: str
    script: str
    """The URL of the sandbox provider's script, '' for Stripe's."""
    account: str
    """The provider's account on whose behalf the store sells, '' for its own."""
    api_version: str
    """Of the provider: the one that the store itself uses."""
    locale: str
    currency: str
    """In lower case, as the provider has it: usd."""
    country: str
    """Of the store: US."""
    label: str
    """The store's name in the wallet's sheet."""
    height: int
    """Pixels."""
    radius: int
    theme: str
    """auto, black, white or outline."""
    kind: str
    """The words on the buttons: plain, buy, checkout …"""
    needs_shipping: bool
    countries: tuple[str, ...]
    """Where parcels may go: US, CA."""
    amount: int
    """Minor units, above 0, for the provider's element alone. The amount in the sheet comes from calls."""
    age: Affirmation | None
    """The box of age, where the store asks for it."""
    born: tuple[str, ...]
    """The fields for year, month and day of birth, where the store asks for the date."""
    terms: Affirmation | None
    login_url: str
    """Where guests log in first and come back from, '' where they need not. Product pages are the same for everybody:
    there it is set also for customers who are logged in.
    """
    order: ExpressOrder | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpressPurchase:
    """What a page sells. `back_url` is the page's path; `legal_age` is that of the place where the goods are handed
    over, None while that is unknown; `is_pickup` says that this is the store. An order was placed earlier, and its
    shopper's age confirmed.
    """

    place: Place
    amount: Money
    needs_shipping: bool
    alcoholic: bool
    back_url: str
    is_guest: bool
    legal_age: int | None = None
    is_pickup: bool = False
    order: ExpressOrder | None = None


def find_express_buttons(purchase: ExpressPurchase) -> ExpressButtons | None:
    """Return the buttons for a purchase that can be made; None where no wallet is offered."""
    return _buttons_function()(purchase)


@cache
def _buttons_function() -> Callable[[ExpressPurchase], ExpressButtons | None]:
    """Return the function that the setting EXPRESS_BUTTONS names: the packages it reads from lie above this one."""
    function: Callable[[ExpressPurchase], ExpressButtons | None] = import_string(settings.EXPRESS_BUTTONS)
    return function
