"""What the pages of the address book show."""

from vintner.customers.pages import AccountLink
from vintner.shipping.address_inputs import AddressSearch, CountryRules
from vintner.web.form_props import FormField
from vintner.web.page import Page, Props


class BookEntry(Props):
    """An address of the book, as on a parcel, and the addresses that its forms post to; '' for what it is already."""

    lines: tuple[str, ...]
    phone: str
    for_billing: bool
    for_shipping: bool
    edit_url: str
    billing_url: str
    shipping_url: str
    remove_url: str


class RemovedEntry(Props):
    """An address that was removed, in one line, and where a form that brings it back posts to."""

    text: str
    restore_url: str


class AddressesPage(Page):
    """The address book. `add_url` is empty when it is full."""

    csrf_token: str
    menu: tuple[AccountLink, ...]
    entries: tuple[BookEntry, ...]
    removed: tuple[RemovedEntry, ...]
    most: int
    add_url: str


class EditAddressPage(Page):
    """The form of one address. It posts to where it is."""

    csrf_token: str
    menu: tuple[AccountLink, ...]
    heading: str
    fields: tuple[FormField, ...]
    countries: tuple[CountryRules, ...]
    address_search: AddressSearch | None
    error: str
    """What is wrong with no field in particular."""
    back_url: str
