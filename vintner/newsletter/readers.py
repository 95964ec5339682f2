"""What can be done with a reader of the newsletter: signed up, confirmed, unsubscribed."""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.urls import reverse

from vintner.accounts.engine.account_emails import TEMPLATE
from vintner.alerts.alerts import TOO_MANY, AlertAddress
from vintner.newsletter.models import NewsletterReader
from vintner.orders.emails.emails import queue_for_customer
from vintner.refusal import Refusal
from vintner.web.email_addresses import mailbox_of
from vintner.web.rate_limits import count_try

UNCONFIRMED: Final = timedelta(days=14)
ENDED: Final = timedelta(days=365)
"""How long a reader who unsubscribed stays, as evidence of what was agreed to."""
_SIGNER: Final = Signer(salt="vintner.newsletter")


def sign_up(address: AlertAddress, consent: str, now: datetime) -> None:
    """Sign an address up, and mail it a link to confirm unless it is confirmed or got too many today.

    The caller is told the same in all of these cases. Raises Refusal `too_many`.
    """
    if not count_try("newsletter", address.network):
        raise Refusal("too_many", TOO_MANY)
    with transaction.atomic():
        reader, _ = NewsletterReader.objects.get_or_create(
            email=address.email,
            stopped_at=None,
            defaults={"user": address.user, "consent": consent, "asked_at": now},
        )
        if reader.confirmed_at is None and count_try("newsletter_emails", mailbox_of(reader.email)):
            _queue_confirmation(reader)


def confirm_reader(reader_id: int, now: datetime) -> bool:
    """Confirm an address. Returns whether it gets the newsletter now."""
    NewsletterReader.objects.filter(pk=reader_id, confirmed_at=None, stopped_at=None).update(confirmed_at=now)
    return NewsletterReader.objects.filter(pk=reader_id, stopped_at=None).exclude(confirmed_at=None).exists()


def stop_reader(reader: NewsletterReader, now: datetime) -> None:
    """Unsubscribe an address, also one that was signed up anew after this row ended."""
    NewsletterReader.objects.filter(email=reader.email, stopped_at=None).update(stopped_at=now)


def find_reader(token: str) -> NewsletterReader | None:
    """Return whom a mailed link is about, None if the link was not made here or the row is deleted."""
    try:
        number = int(_SIGNER.unsign(token))
    except (BadSignature, ValueError):
        return None
    return NewsletterReader.objects.filter(pk=number).first()


def sign_reader(reader: NewsletterReader) -> str:
    """Return the token of a reader's mailed links."""
    return _SIGNER.sign(str(reader.pk))


def stop_link(reader: NewsletterReader) -> str:
    """Return the whole address that unsubscribes."""
    return settings.STORE_URL + reverse("stop_newsletter", args=[sign_reader(reader)])


def delete_old_readers(now: datetime) -> None:
    """Delete addresses that nobody confirmed, and those that unsubscribed a year ago."""
    NewsletterReader.objects.filter(confirmed_at=None, asked_at__lt=now - UNCONFIRMED).delete()
    NewsletterReader.objects.filter(stopped_at__lt=now - ENDED).delete()


def _queue_confirmation(reader: NewsletterReader) -> None:
    subject = f"Please confirm: the newsletter of {settings.STORE_NAME}"
    stop = stop_link(reader)
    context = {
        "subject": subject,
        "paragraphs": (
            f"Thanks for signing up for the newsletter of {settings.STORE_NAME}.",
            "Please confirm your email address. If this wasn’t you, ignore this email and we won’t write again.",
        ),
        "button": "Yes, send me the newsletter",
        "link": settings.STORE_URL + reverse("confirm_newsletter", args=[sign_reader(reader)]),
        "unsubscribe": stop,
    }
    queue_for_customer("newsletter_confirmation", reader.email, subject, TEMPLATE, context, unsubscribe_url=stop)
