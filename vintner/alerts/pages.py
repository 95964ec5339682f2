"""The page of a customer's alerts."""

from vintner.customers.pages import AccountLink
from vintner.web.page import Page, Props


class OwnAlert(Props):
    """An e-mail that a customer waits for. `event` says of what: 'Lomba gets cheaper'."""

    id: int
    event: str
    url: str
    email: str
    is_confirmed: bool


class OwnAlertsPage(Page):
    """What a customer waits for. `weekly` says that it comes once a week."""

    csrf_token: str
    menu: tuple[AccountLink, ...]
    alerts: tuple[OwnAlert, ...]
    weekly: bool
