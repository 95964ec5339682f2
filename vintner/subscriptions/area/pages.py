"""The props of a subscriber's pages in the account."""

from vintner.customers.pages import AccountLink
from vintner.shipping.address_inputs import AddressSearch, CountryRules
from vintner.web.form_props import FormField
from vintner.web.page import Image, Page, Props


class SubscriptionSummary(Props):
    """A subscription in the list. `sends` says what comes each time: “1 box of 3 bottles”. `next_box` and `amount` are
    empty when nothing more comes.
    """

    number: str
    wine: str
    sends: str
    image: Image | None
    cadence: str
    status: str
    needs_action: bool
    """Whether it waits for the subscriber."""
    next_box: str
    amount: str
    url: str


class SubscriptionsPage(Page):
    """The customer's subscriptions, those that live first."""

    csrf_token: str
    menu: tuple[AccountLink, ...]
    subscriptions: tuple[SubscriptionSummary, ...]


class BoxRow(Props):
    """A box in the history. Addresses are empty where there is no order, or nothing to pay."""

    number: int
    date: str
    state: str
    message: str
    order_number: str
    order_url: str
    total: str
    pay_url: str


class NextBox(Props):
    """The box that comes next: when, and what it costs by today's taxes and delivery. `amount` may be unknown: ''."""

    number: int
    date: str
    amount: str


class BoxDateForm(Props):
    """A form that asks for a date, from `earliest` to `latest` (2027-03-01)."""

    url: str
    field: FormField
    earliest: str
    latest: str


class SubscriptionActions(Props):
    """The addresses that the forms of a subscription's page post to; '' and None where it cannot be done."""

    skip_url: str
    no_skip: str
    """Why the next box cannot be skipped although it is planned."""
    unskip_url: str
    unskip_date: str
    """Of the box whose skip can be taken back."""
    delay: BoxDateForm | None
    undelay_url: str
    pause: BoxDateForm | None
    resume_url: str
    cancel_url: str
    cancel_words: tuple[str, ...]
    """When it ends if it is cancelled now, in sentences."""
    reactivate_url: str
    resubscribe_url: str
    address_url: str
    method_url: str


class ViewSubscriptionPage(Page):
    """One subscription, and what its subscriber can do with it."""

    csrf_token: str
    menu: tuple[AccountLink, ...]
    number: str
    wine: str
    wine_details: str
    wine_url: str
    image: Image | None
    quantity: int
    status: str
    next_words: tuple[str, ...]
    """What happens next, in sentences."""
    pay_url: str
    """Where an unpaid box is paid."""
    next_box: NextBox | None
    cadence: str
    price: str
    method: str
    method_expired: bool
    method_button: str
    recipient: tuple[str, ...]
    terms: tuple[str, ...]
    agreed_on: str
    boxes: tuple[BoxRow, ...]
    events: tuple[str, ...]
    """What happened so far, the newest first."""
    actions: SubscriptionActions


class AddressChoice(Props):
    """An address of the book to which boxes may go."""

    id: str
    text: str
    chosen: bool


class SubscriptionAddressPage(Page):
    """The form of another address: one of the book, or a new one. It posts to where it is, with its `kind`."""

    csrf_token: str
    menu: tuple[AccountLink, ...]
    kind: str
    title: str
    heading: str
    """Above the address in use."""
    legend: str
    """Of the addresses to choose from."""
    current: tuple[str, ...]
    choices: tuple[AddressChoice, ...]
    choice_error: str
    fields: tuple[FormField, ...]
    countries: tuple[CountryRules, ...]
    address_search: AddressSearch | None
    error: str
    """What is wrong with no field in particular, or that fields are marked."""
    back_url: str
