"""The props of an order's page in the account."""

from typing import ClassVar

from vintner.cart.pages import LineView, TotalRow
from vintner.checkout.gift_fields import OrderGift
from vintner.checkout.pages import AccountOffer, OrderFact, OrderUpdate, PaymentOptions, PickupPlace
from vintner.checkout.recurring_line import RecurringLine
from vintner.customers.pages import AccountLink
from vintner.payments.pages import ProviderSettings
from vintner.web.form_props import FormField
from vintner.web.page import Page, Props


class OrderStep(Props):
    """A step of an order: `on` says when, and `datetime` says it for programs. Both are empty of a step to come."""

    label: str
    on: str
    datetime: str
    is_bad: bool


class ShipmentView(Props):
    """A parcel: its carrier, its number with the page that shows where it is, and what is in it."""

    carrier: str
    number: str
    url: str
    sent: str
    """When it was sent and, if known, when it arrived."""
    contents: tuple[str, ...]
    """Empty when it has all of the order."""


class ViewOrderPage(Page):
    """An order after its purchase: in its customer's account, with a menu, or by its key, without one.

    Addresses of what may be done with it are empty when it may not; forms post to them.
    """

    csrf_token: str
    menu: tuple[AccountLink, ...]
    number: str
    date: str
    email: str
    status: str
    state: str
    """The status in plain words."""
    tone: str
    """What the state is: good, bad, or ''."""
    status_text: str
    steps: tuple[OrderStep, ...]
    next_steps: tuple[str, ...]
    shipments: tuple[ShipmentView, ...]
    updates: tuple[OrderUpdate, ...]
    """What the store wrote to the customer."""
    lines: tuple[LineView, ...]
    rows: tuple[TotalRow, ...]
    total: str
    refunds: tuple[TotalRow, ...]
    recurring: tuple[RecurringLine, ...] = ()
    """What later boxes of its subscriptions cost, a sentence each."""
    total_after_refunds: str
    """The total less what went back, empty when nothing did."""
    provider_page: str
    """The provider's page of a payment that the shopper finishes elsewhere: a voucher, a check of a bank account."""
    provider_page_label: str
    look_again_after: int
    """Seconds after which the page loads itself anew, because the shopper is answering on a phone; 0 when not."""
    payment_title: str
    billing_address: tuple[str, ...]
    shipping_address: tuple[str, ...]
    pickup: PickupPlace | None
    delivery: str
    """By whom and when it was promised to arrive, as on the receipt."""
    customer_note: str
    gift: OrderGift | None
    store_address: tuple[str, ...]
    """Who sold it, for paper."""
    pay_url: str
    cancel_url: str
    again_url: str
    invoice_url: str
    account: AccountOffer | None


class FindOrderPage(Page):
    """Where guests request a link to their order. `link_requested` is true after the form was sent."""

    csrf_token: str
    action: str
    number: FormField
    email: FormField
    problem: str
    link_requested: bool


class ChangeMethodPage(Page):
    """The form by which the payment method of a subscription is changed. It posts to `action`."""

    uses_provider: ClassVar[bool] = True

    csrf_token: str
    menu: tuple[AccountLink, ...]
    action: str
    back_url: str
    number: str
    title: str
    notice: str
    current: str
    """The method that is charged now, '' for none."""
    charge: str
    """What of a box that is not paid is charged at once, or that nothing is."""
    all_label: str
    """The words of the box that changes all subscriptions, with the emphasized word between asterisks; '' for none."""
    all_field: str
    billing: tuple[OrderFact, ...]
    payment: PaymentOptions
    provider: ProviderSettings
