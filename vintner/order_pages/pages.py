"""The props of an order's page in the account."""

from typing import ClassVar

from vintner.cart.pages import LineView, TotalRow
from vintner.checkout.pages import OrderFact, OrderUpdate, PaymentOptions, PickupPlace
from vintner.checkout.recurring_line import RecurringLine
from vintner.customers.pages import AccountLink
from vintner.payments.pages import ProviderSettings
from vintner.web.page import Page


class ViewOrderPage(Page):
    """A customer's own order. Addresses of what may be done with it are empty when it may not; forms post to them."""

    csrf_token: str
    menu: tuple[AccountLink, ...]
    number: str
    date: str
    status: str
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
    payment_title: str
    billing_address: tuple[str, ...]
    shipping_address: tuple[str, ...]
    pickup: PickupPlace | None
    customer_note: str
    pay_url: str
    cancel_url: str
    again_url: str
    invoice_url: str


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
