"""Messages from the contact page: checked, stored for staff and mailed to the store."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.urls import reverse

from vintner.accounts.engine.account_emails import TEMPLATE
from vintner.content.models import ContactMessage
from vintner.customers.models import User
from vintner.orders.emails.emails import queue_for_merchant
from vintner.orders.numbers.order_numbers import read_number
from vintner.web.email_addresses import read_address

LONGEST_NAME: Final = 100
LONGEST_TEXT: Final = 5000
RETENTION: Final = timedelta(days=730)
"""How long a message stays, unless staff deletes it or its account is erased."""
NO_NAME: Final = "Enter your name."
LONG_NAME: Final = f"Please keep your name to {LONGEST_NAME} characters."
NO_EMAIL: Final = "Enter an email address like name@example.com."
NO_NUMBER: Final = "Check the order number. It is in the email that confirmed the order."
NO_TEXT: Final = "Write your message."
LONG_TEXT: Final = f"Please keep your message to {LONGEST_TEXT:,} characters."


@dataclass(frozen=True, slots=True)
class ContactForm:
    """What was typed, without control characters and needless spaces."""

    name: str = ""
    email: str = ""
    order_number: str = ""
    text: str = ""

    def find_errors(self) -> dict[str, str]:
        """Return what is wrong, by the name of the field."""
        errors = {
            "name": NO_NAME if not self.name else LONG_NAME if len(self.name) > LONGEST_NAME else "",
            "email": "" if self.address else NO_EMAIL,
            "order_number": "" if not self.order_number or self.number else NO_NUMBER,
            "message": NO_TEXT if not self.text else LONG_TEXT if len(self.text) > LONGEST_TEXT else "",
        }
        return {name: error for name, error in errors.items() if error}

    @property
    def address(self) -> str:
        """The e-mail address in its one form, '' for what is none."""
        return read_address(self.email)

    @property
    def number(self) -> str:
        """The order number in its one form, '' for what is none."""
        return read_number(self.order_number)


def send_message(form: ContactForm, user: User | None, now: datetime) -> None:
    """Store a message that has no errors and mail it to the store, where an answer goes to its writer."""
    with transaction.atomic():
        row = ContactMessage.objects.create(
            name=form.name, email=form.address, order_number=form.number, text=form.text, user=user, sent_at=now
        )
        about = f" about order {row.order_number}" if row.order_number else ""
        subject = f"[{settings.STORE_NAME}]: Message from {row.name}{about}"
        context: dict[str, object] = {
            "subject": subject,
            "paragraphs": (f"{row.name} ({row.email}) writes{about}:", *filter(None, row.text.split("\n"))),
            "button": "See it in the admin",
            "link": settings.STORE_URL + reverse("admin:content_contactmessage_change", args=[row.pk]),
        }
        queue_for_merchant("contact_message", subject, TEMPLATE, context, reply_to=row.email)


def delete_old_messages(now: datetime) -> None:
    """Delete the messages that were kept long enough."""
    ContactMessage.objects.filter(sent_at__lt=now - RETENTION).delete()
