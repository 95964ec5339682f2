"""The page of the form that asks where the shopper's wine goes."""

from django.conf import settings

from vintner.web.page import Head, Page, Shared


class ShipToPage(Page):
    """The form of the header on a page of its own: for phones, for browsers without JavaScript, and with what is wrong.

    `back` is the path of the page that the shopper came from, `words` the place so far.
    """

    back: str
    words: str
    typed: str
    problem: str


def ship_to_page(shared: Shared, *, back: str, words: str, typed: str = "", problem: str = "") -> ShipToPage:
    return ShipToPage(
        head=Head(title=f"Where your wine goes – {settings.STORE_NAME}", robots="noindex"),
        shared=shared,
        back=back,
        words=words,
        typed=typed,
        problem=problem,
    )
