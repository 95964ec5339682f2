"""What the account page shows."""

from vintner.web.page import Page, Props


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
    name: str
    email: str
    error: str
    orders: tuple[OrderSummary, ...]
    next: str
