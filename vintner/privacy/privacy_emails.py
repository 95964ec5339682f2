"""The e-mails about archives and erased accounts. They look like the other e-mails about accounts."""

from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils.timezone import localtime

from vintner.accounts.engine.account_emails import TEMPLATE
from vintner.orders.emails.emails import queue_for_customer
from vintner.web.dates import day_in_words


def queue_closed(to: str, due_at: datetime, token: str) -> None:
    """Tell a customer that the account is closed, until when it can be kept, and how."""
    day = day_in_words(localtime(due_at).date())
    paragraphs = (
        f"Your account is closed now. On {day} it will be erased, and nothing can bring it back then.",
        "You have changed your mind, or this was not you? Until that day this link keeps the account as it is.",
        "This is our last email about the account: once it is erased, we know no address of yours.",
    )
    path = reverse("keep_account", args=[token])
    _queue(
        "account_closed", to, "Your {store} account is closed and will be erased", paragraphs, "Keep my account", path
    )


def queue_kept(to: str) -> None:
    """Tell a customer that the account stays."""
    text = "Your account will not be erased. You can log in as before."
    _queue("account_kept", to, "Your {store} account stays", (text,), "Log in", reverse("account"))


def queue_export_ready(to: str, until: datetime) -> None:
    """Tell a customer that the archive can be downloaded."""
    day = day_in_words(localtime(until).date())
    paragraphs = (
        "The archive of what we know of you is ready.",
        f"Log in to download it. It stays until {day}, then we delete it.",
        "If you did not ask for it, set a new password now and end all other sessions in your account.",
    )
    _queue("export_ready", to, "Your data at {store} are ready", paragraphs, "Go to the download", reverse("privacy"))


def _queue(kind: str, to: str, subject: str, paragraphs: tuple[str, ...], button: str, path: str) -> None:
    subject = subject.format(store=settings.STORE_NAME)
    context = {"subject": subject, "paragraphs": paragraphs, "button": button, "link": settings.STORE_URL + path}
    queue_for_customer(kind, to, subject, TEMPLATE, context, private=True)
