"""What visitors see in place of pages that are closed."""

from datetime import datetime
from typing import Final

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format

from vintner.alerts.models import Alert
from vintner.alerts.words import CONSENT
from vintner.store_mode.rules import StoreMode, Visibility
from vintner.web.dates import day_in_words
from vintner.web.form_props import FormField
from vintner.web.page import Head, Page, Shared

HEADING: Final = "We are opening soon"


class ComingSoonPage(Page):
    """The store's name, the merchant's words and, if there is one, the moment of the opening."""

    heading: str
    paragraphs: tuple[str, ...]
    opens_on: str
    """The moment of the opening in words, '' if none is planned. With one, the page counts down to it."""
    is_whole_store: bool
    """Whether no page of the shop is open, so that there is nothing to lead to."""
    keeps_cart: bool
    """Whether the visitor has a cart, which waits."""
    email: FormField
    """Asks for an address that is mailed at the opening."""
    consent: str
    answer: str = ""
    """What became of the address that was sent, '' before. It stands in place of the form."""


def coming_soon_page(
    mode: StoreMode, shared: Shared, *, keeps_cart: bool, email: str = "", error: str = "", answer: str = ""
) -> ComingSoonPage:
    """Return the page: the same for all visitors but for `keeps_cart` and what became of the form."""
    is_whole_store = mode.visibility is Visibility.CLOSED
    return ComingSoonPage(
        head=Head(title=f"{mode.heading or HEADING} – {settings.STORE_NAME}", robots="noindex"),
        shared=shared.model_copy(update={"is_bare": is_whole_store}),
        heading=mode.heading or HEADING,
        paragraphs=_paragraphs(mode.text),
        opens_on=moment_in_words(mode.opens_at) if mode.opens_at else "",
        is_whole_store=is_whole_store,
        keeps_cart=keeps_cart,
        email=_email_field(email, error),
        consent=CONSENT[Alert.Kind.OPENING],
        answer=answer,
    )


def _email_field(value: str, error: str) -> FormField:
    return FormField(
        name="email",
        label="Email address",
        kind="email",
        required=True,
        autocomplete="email",
        inputmode="email",
        placeholder="",
        hint="",
        value=value,
        error=error,
    )


def moment_in_words(moment: datetime) -> str:
    """Return 'March 3, 2027 at 10:00 a.m. PST', by the store's clock."""
    local = timezone.localtime(moment)
    return f"{day_in_words(local.date())} at {date_format(local, 'P T')}"


def _paragraphs(text: str) -> tuple[str, ...]:
    parts = text.replace("\r\n", "\n").split("\n\n")
    return tuple(part.strip() for part in parts if part.strip())
