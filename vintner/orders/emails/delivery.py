"""Sends e-mails: claim, commit, send, commit. No transaction is open while the store waits for the mail server.

If the store crashes between the server's acceptance and the commit, the e-mail is sent twice. The Message-ID is the
same both times, so that many mailboxes drop the second.
"""

import logging
from datetime import datetime, timedelta
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused
from typing import Final

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import F, QuerySet
from django.utils import timezone

from vintner import chaos
from vintner.orders.emails.order_texts import write_texts
from vintner.orders.models import Email

log = logging.getLogger(__name__)

LONGEST_TRY: Final = timedelta(minutes=10)
"""How long a claim of an e-mail holds: longer than a try can take with the time limits of `smtp.py`."""
WAITS: Final = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 30, 60, 120, 240, 480, 960))
"""The delays after failed tries. After the last one, a day and a half after the first try, the e-mail is given up."""
MOST_TRIES: Final = len(WAITS) + 1
TEXT_DELETED: Final = "The text of this email was deleted when it was sent: it could open the recipient’s account."
FIRST_REFUSAL_FOR_GOOD: Final = 500
"""RFC 5321, 4.2.1: lower codes ask for another try, this and higher ones are final."""


def due_emails(now: datetime) -> QuerySet[Email]:
    """Return the e-mails whose next try is due."""
    return Email.objects.filter(sent_at=None, given_up_at=None, next_try_at__lte=now)


def send(email_id: int) -> bool:
    """Send the e-mail if it is due and no other process is sending it; returns whether it was sent."""
    now = timezone.now()
    claimed = due_emails(now).filter(pk=email_id)
    if not claimed.update(tries=F("tries") + 1, next_try_at=now + LONGEST_TRY):
        return False
    email = Email.objects.select_related("order").get(pk=email_id)
    if email.tries > MOST_TRIES:
        _give_up(email, "Every try ended in a fault: see the log.")
        return False
    write_texts(email)  # stored before they are sent, so that a second try says the same
    try:
        _hand_to_server(email)
    except (OSError, SMTPException) as error:
        _fail(email, error)
        return False
    chaos.point("after_mail_sent")
    Email.objects.filter(pk=email_id).update(sent_at=timezone.now(), error="", **_texts_after_sending(email))
    return True


def retry(emails: QuerySet[Email], now: datetime) -> int:
    """Let e-mails that were given up be sent after all; returns their number."""
    return emails.filter(sent_at=None).exclude(given_up_at=None).update(given_up_at=None, tries=0, next_try_at=now)


def _texts_after_sending(email: Email) -> dict[str, str]:
    """Return what replaces the texts of a sent e-mail. The demo sends none, so there they stay to be read."""
    return {"text": TEXT_DELETED, "html": TEXT_DELETED} if email.private and not settings.SANDBOX else {}


def _hand_to_server(email: Email) -> None:
    headers = {"Message-ID": email.message_id}
    if email.unsubscribe_url:  # RFC 8058
        headers["List-Unsubscribe"] = f"<{email.unsubscribe_url}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    reply_to = [email.reply_to] if email.reply_to else None
    message = EmailMultiAlternatives(email.subject, email.text, to=[email.to], headers=headers, reply_to=reply_to)
    message.attach_alternative(email.html, "text/html")
    message.send()


def _fail(email: Email, error: OSError | SMTPException) -> None:
    """Save the error of a failed try, and the time of the next one if there is one."""
    now, why = timezone.now(), str(error)[:500] or type(error).__name__
    if not _is_final(error) and email.tries < MOST_TRIES:
        Email.objects.filter(pk=email.pk).update(error=why, next_try_at=now + WAITS[email.tries - 1])
        log.warning("email %s: try %s failed: %s", email.pk, email.tries, why)
    else:
        _give_up(email, why)


def _give_up(email: Email, why: str) -> None:
    Email.objects.filter(pk=email.pk).update(error=why, given_up_at=timezone.now())
    log.error("email %s (%s) could not be delivered and is given up: %s", email.pk, email.kind, why)


def _is_final(error: OSError | SMTPException) -> bool:
    """Return whether the server refused this e-mail for good. Refused log-ins and senders are our own faults, which
    somebody will repair, so such e-mails are tried again.
    """
    if isinstance(error, SMTPRecipientsRefused):
        return all(code >= FIRST_REFUSAL_FOR_GOOD for code, _ in error.recipients.values())
    return isinstance(error, SMTPDataError) and error.smtp_code >= FIRST_REFUSAL_FOR_GOOD
