"""The props of an order's page in the account."""

from vintner.cart.pages import LineView, TotalRow
from vintner.checkout.pages import OrderUpdate
from vintner.customers.pages import AccountLink
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
    total_after_refunds: str
    """The total less what went back, empty when nothing did."""
    payment_title: str
    billing_address: tuple[str, ...]
    shipping_address: tuple[str, ...]
    customer_note: str
    pay_url: str
    cancel_url: str
    again_url: str
    invoice_url: str
