"""E-mails as they are once their jobs have written them."""

from vintner.orders.emails.order_texts import write_texts
from vintner.orders.models import Email


def written_email(**conditions: object) -> Email:
    """Return the one e-mail of which these conditions are true, with its texts."""
    email = Email.objects.select_related("order").get(**conditions)
    write_texts(email)
    return email


def write_all_emails() -> None:
    """Write the texts of all e-mails that wait for it."""
    for email in Email.objects.filter(text="").select_related("order"):
        write_texts(email)
