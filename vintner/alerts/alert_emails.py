"""The e-mails about alerts. They look like those about accounts."""

from collections.abc import Sequence

from django.conf import settings
from django.urls import reverse
from django.utils.module_loading import import_string

from vintner.accounts.engine.account_emails import TEMPLATE
from vintner.alerts.models import Alert
from vintner.alerts.words import name_of, words_of
from vintner.catalogue.models import Product
from vintner.orders.emails.emails import queue_for_customer
from vintner.orders.models import HeldBottle
from vintner.web.dates import moment_in_words


def queue_confirmation(alert: Alert, token: str) -> None:
    """Ask whether an address wants to be told."""
    words = words_of(alert)
    happens = f"when {words.event}" if alert.product is None else f"when {words.event} at {settings.STORE_NAME}"
    if alert.kind == Alert.Kind.LAUNCH and alert.product:
        happens = f"when {alert.product.name} goes on sale at {settings.STORE_NAME}"
    paragraphs = (
        f"Somebody, hopefully you, wants to be told {happens}.",
        "Please confirm that this address is yours. Without that we send nothing more.",
    )
    path = reverse("confirm_alert", args=[token])
    _queue(
        "alert_confirmation", alert.email, f"Please confirm: {words.subject}", paragraphs, "Yes, tell me", path, token
    )


def queue_launch(to: str, product: Product, token: str) -> None:
    """Tell that a wine is on sale."""
    own_subject, own_lines = import_string(settings.LAUNCH_EMAIL_WORDS)(product)
    subject = own_subject or f"{product.name} is now available"
    usual_lines = (f"{product.name} went on sale at {settings.STORE_NAME} a moment ago.",)
    paragraphs = (*(own_lines or usual_lines), "You asked us to tell you. This was the only e-mail about it.")
    _queue("alert_launch", to, subject, paragraphs, "See the wine", product.get_absolute_url(), token)


def queue_restock(alert: Alert, held: HeldBottle, token: str) -> None:
    """Offer a bottle that is held."""
    name, until = name_of(alert), moment_in_words(held.expires_at)
    paragraphs = (
        f"{name} is back at {settings.STORE_NAME}, and one bottle is held for you until {until}.",
        "Put it into your cart by the button and order it before then. After that it is offered to the next in line.",
        "You asked us to tell you. This was the only e-mail about it.",
    )
    path = reverse("held_bottle", args=[token])
    _queue("alert_restock", alert.email, f"{name} is back in stock", paragraphs, "Get my bottle", path, token)


def queue_news(alert: Alert, subject: str, text: str, path: str, token: str) -> None:
    """Tell what happened to a wine."""
    paragraphs = (text, "You asked us to tell you. This was the only e-mail about it.")
    _queue(f"alert_{alert.kind}", alert.email, subject, paragraphs, "See the wine", path, token)


def queue_digest(to: str, news: Sequence[tuple[str, str]], token: str) -> None:
    """Tell all that happened in a week: sentences, each with the address of a page."""
    what = f"News of {len(news)} wines" if len(news) > 1 else "News of a wine"
    stop = settings.STORE_URL + reverse("stop_all_alerts", args=[token])
    context = {
        "subject": f"{what} at {settings.STORE_NAME}",
        "news": news,
        "why": "You asked us to tell you of these wines, once a week.",
        "unsubscribe": stop,
    }
    queue_for_customer("alert_digest", to, str(context["subject"]), "alerts/digest", context, unsubscribe_url=stop)


def queue_opening(to: str, token: str) -> None:
    """Tell that the store is open."""
    subject = f"{settings.STORE_NAME} is open"
    paragraphs = (
        f"{settings.STORE_NAME} opened a moment ago.",
        "You asked us to tell you. This was the only e-mail about it.",
    )
    _queue("alert_opening", to, subject, paragraphs, "To the store", "/", token)


def _queue(kind: str, to: str, subject: str, paragraphs: tuple[str, ...], button: str, path: str, token: str) -> None:
    stop = settings.STORE_URL + reverse("stop_alert", args=[token])
    context = {
        "subject": subject,
        "paragraphs": paragraphs,
        "button": button,
        "link": settings.STORE_URL + path,
        "unsubscribe": stop,
    }
    queue_for_customer(kind, to, subject, TEMPLATE, context, unsubscribe_url=stop)
