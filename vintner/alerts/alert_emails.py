"""The e-mails about alerts. They look like those about accounts."""

from collections.abc import Sequence
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.module_loading import import_string

from vintner.accounts.engine.account_emails import TEMPLATE
from vintner.alerts.models import Alert
from vintner.alerts.words import name_of, words_of
from vintner.catalogue.email_pictures import EmailPicture, email_picture
from vintner.catalogue.models import Picture, Product, Variation
from vintner.orders.emails.emails import queue_for_customer
from vintner.orders.models import HeldBottle
from vintner.web.dates import moment_in_words

WIDTH: Final = 120
HEIGHT: Final = 160
"""Of the bottle above the words, in pixels."""


def queue_confirmation(alert: Alert, token: str) -> None:
    """Ask whether an address wants to be told."""
    words = words_of(alert)
    happens = f"when {words.event}" if alert.product is None else f"when {words.event} at {settings.STORE_NAME}"
    if alert.kind == Alert.Kind.LAUNCH and alert.product:
        happens = f"when {alert.product.name} goes on sale at {settings.STORE_NAME}"
    paragraphs = (
        f"You asked us to email you {happens}.",
        "Please confirm your email address. If this wasn’t you, ignore this email and we won’t write again.",
    )
    path = reverse("confirm_alert", args=[token])
    _queue(
        "alert_confirmation",
        alert.email,
        f"Please confirm: {words.subject}",
        paragraphs,
        ("Yes, tell me", path),
        token,
        _picture(alert.product, alert.variation),
    )


def queue_launch(to: str, product: Product, token: str) -> None:
    """Tell that a wine is on sale."""
    own_subject, own_lines = import_string(settings.LAUNCH_EMAIL_WORDS)(product)
    subject = own_subject or f"{product.name} is now available"
    usual_lines = (f"{product.name} went on sale at {settings.STORE_NAME} a moment ago.",)
    paragraphs = (*(own_lines or usual_lines), "You asked us to tell you. This was the only email about it.")
    button = "See the wine", product.get_absolute_url()
    _queue("alert_launch", to, subject, paragraphs, button, token, _picture(product))


def queue_missed_launch(to: str, product: Product, token: str) -> None:
    """Tell that a wine went on sale, and that all its bottles are ordered already."""
    paragraphs = (
        f"{product.name} went on sale at {settings.STORE_NAME}, and all bottles are ordered already. We are sorry.",
        "A bottle comes back when an order is not paid. Ask for one on the page of the wine: first come, first served.",
        "You asked us to tell you. This was the only email about it.",
    )
    subject, button = f"{product.name} is sold out already", ("Ask for a bottle", product.get_absolute_url())
    _queue("alert_missed_launch", to, subject, paragraphs, button, token, _picture(product))


def queue_restock(alert: Alert, held: HeldBottle, token: str) -> None:
    """Offer a bottle that is held."""
    name, until = name_of(alert), moment_in_words(held.expires_at)
    paragraphs = (
        f"{name} is back at {settings.STORE_NAME}, and one bottle is held for you until {until}.",
        "Put it into your cart by the button and order it before then. After that it is offered to the next in line.",
        "You asked us to tell you. This was the only email about it.",
    )
    button = "Get my bottle", reverse("held_bottle", args=[token])
    picture = _picture(alert.product, alert.variation)
    _queue("alert_restock", alert.email, f"{name} is back in stock", paragraphs, button, token, picture)


def queue_news(alert: Alert, subject: str, text: str, path: str, token: str) -> None:
    """Tell what happened to a wine."""
    paragraphs = (text, "You asked us to tell you. This was the only email about it.")
    picture = _picture(alert.product, alert.variation)
    _queue(f"alert_{alert.kind}", alert.email, subject, paragraphs, ("See the wine", path), token, picture)


def queue_digest(to: str, news: Sequence[tuple[str, str]], token: str) -> None:
    """Tell all that happened in a week: sentences, each with the address of a page."""
    what = f"News of {len(news)} wines" if len(news) > 1 else "News of a wine"
    stop = settings.STORE_URL + reverse("stop_all_alerts", args=[token])
    context = {
        "subject": f"{what} at {settings.STORE_NAME}",
        "news": news,
        "why": "You asked us to tell you of these wines, once a week.",
        "unsubscribe": stop,
        "unsubscribe_label": "Unsubscribe from all",
    }
    queue_for_customer("alert_digest", to, str(context["subject"]), "alerts/digest", context, unsubscribe_url=stop)


def queue_opening(to: str, token: str) -> None:
    """Tell that the store is open."""
    subject = f"{settings.STORE_NAME} is open"
    paragraphs = (
        f"{settings.STORE_NAME} opened a moment ago.",
        "You asked us to tell you. This was the only email about it.",
    )
    _queue("alert_opening", to, subject, paragraphs, ("To the store", "/"), token)


def _picture(product: Product | None, variation: Variation | None = None) -> EmailPicture | None:
    """Return the picture of the bottle that an e-mail is about. One query."""
    number = (variation and variation.picture_id) or (product and product.picture_id)
    picture = Picture.objects.filter(pk=number).first() if number else None
    return email_picture(picture, width=WIDTH, height=HEIGHT, alt=product.name) if product and picture else None


def _queue(
    kind: str,
    to: str,
    subject: str,
    paragraphs: tuple[str, ...],
    button: tuple[str, str],
    token: str,
    picture: EmailPicture | None = None,
) -> None:
    """Write an e-mail with a `button`, its label and the path that it leads to."""
    label, path = button
    stop = settings.STORE_URL + reverse("stop_alert", args=[token])
    context = {
        "subject": subject,
        "paragraphs": paragraphs,
        "button": label,
        "link": settings.STORE_URL + path,
        "unsubscribe": stop,
        "picture": picture,
    }
    queue_for_customer(kind, to, subject, TEMPLATE, context, unsubscribe_url=stop)
