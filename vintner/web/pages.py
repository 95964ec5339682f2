"""Error pages."""

from vintner.web.page import Page


class ErrorPage(Page):
    """Shown for an address that does not exist (404), a request that is refused (403) or a fault (500)."""

    status: int
    title: str
    message: str
