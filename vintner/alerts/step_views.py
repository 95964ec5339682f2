"""The pages that answer forms and mailed links: words, at most one form, links."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from vintner.accounts.pages import AccountStepPage
from vintner.alerts.models import Alert
from vintner.alerts.wines.news import reads_digest
from vintner.web.answers import page_response
from vintner.web.page import CSRF_TOKEN, Head, Link
from vintner.web.shared_props import shared_props

SHOP = Link(label="To the shop", url="/shop/")
HOME = Link(label="To the store", url="/")
GONE = "This link is not valid any more. If you still get emails, use the link in the newest one."


def gone(request: HttpRequest, text: str = GONE) -> HttpResponse:
    """Answer a link that leads nowhere any more."""
    return page_response(request, step_page(request, "This link is not valid", (text,), SHOP), 404)


def wine_link(alert: Alert) -> Link:
    """Return the link to what an alert is about."""
    return Link(label="See the wine", url=alert.product.get_absolute_url()) if alert.product else HOME


def address_links(alert: Alert, token: str) -> tuple[Link, ...]:
    """Return the link by which an address chooses when it is told. Offers of bottles and openings do not wait."""
    if alert.kind not in (Alert.Kind.PRICE_DROP, Alert.Kind.NEXT_VINTAGE) or alert.confirmed_at is None:
        return ()
    if reads_digest(alert.email):
        return (Link(label="Tell me as it happens", url=reverse("tell_at_once", args=[token])),)
    return (Link(label="Tell me once a week instead", url=reverse("tell_weekly", args=[token])),)


def stop_all_link(token: str) -> Link:
    return Link(label="Unsubscribe from all wines", url=reverse("stop_all_alerts", args=[token]))


def step_page(
    request: HttpRequest, heading: str, paragraphs: tuple[str, ...], *links: Link, button: str = ""
) -> AccountStepPage:
    return AccountStepPage(
        head=Head(title=f"{heading} – {settings.STORE_NAME}", robots="noindex"),
        shared=shared_props(request),
        csrf_token=CSRF_TOKEN,
        heading=heading,
        paragraphs=paragraphs,
        button=button,
        links=links,
    )
