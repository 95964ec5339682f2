"""The forms by which staff acts for a customer."""

from typing import ClassVar

from django.forms import Form
from django.http import QueryDict
from django.utils import timezone
from unfold.widgets import UnfoldAdminEmailInputWidget

from vintner.customers.models import User
from vintner.privacy import closing, exports
from vintner.privacy.models import Erasure
from vintner.web.dates import day_in_words
from vintner.web.email_addresses import AddressField


def describe_erasure(erasure: Erasure) -> str:
    """Return when a closed account is erased, in words for staff."""
    asked, due = (timezone.localtime(at).date() for at in (erasure.requested_at, erasure.due_at))
    until = f"It is erased on {day_in_words(due)}, unless the customer keeps it."
    return f"This account was closed on {day_in_words(asked)}. {until}"


class CustomerForm(Form):
    """A form about one customer, with an action. `heading` is the page's, `button` the button's text."""

    heading: ClassVar[str]
    button: ClassVar[str]
    intro: ClassVar[str]

    def __init__(self, customer: User, data: QueryDict | None) -> None:
        super().__init__(data)
        self.customer = customer

    def list_obstacles(self) -> tuple[str, ...]:
        """Return why it cannot be done. With any, the page has no button."""
        return ()

    def act(self, by: User) -> str:
        """Do the action and return the success message. Raises Refusal."""
        raise NotImplementedError


class ExportForm(CustomerForm):
    """Has an archive made. Staff never sees it: the customer downloads it after confirming the password."""

    heading = "Make an archive"
    button = "Make the archive"
    intro = (
        "An archive of what the store knows of this customer is made. The customer gets an email when it is ready, "
        "and downloads it in the account, where it stays for seven days."
    )

    def list_obstacles(self) -> tuple[str, ...]:
        erasure = closing.find_erasure(self.customer.pk)
        return (describe_erasure(erasure),) if erasure is not None else ()

    def act(self, by: User) -> str:
        exports.request_export(self.customer)
        return f"The archive is being made. {self.customer.email} gets an email when it is ready."


class EraseForm(CustomerForm):
    """Closes an account, to be erased after thirty days."""

    heading = "Close and erase the account"
    button = "Close and erase the account"
    intro = (
        "The account closes at once, all its sessions end, and it is erased after thirty days. Until then the customer "
        "can keep it by logging in or by the link in the email that we send. Orders stay without name, street, email "
        "address and phone."
    )
    email = AddressField(
        widget=UnfoldAdminEmailInputWidget(attrs={"autocomplete": "off"}),
        label="Email address of the account",
        help_text="Type it to confirm.",
    )

    def list_obstacles(self) -> tuple[str, ...]:
        if (erasure := closing.find_erasure(self.customer.pk)) is not None:
            return (describe_erasure(erasure),)
        return closing.list_obstacles(self.customer)

    def clean_email(self) -> str:
        email = str(self.cleaned_data["email"])
        if email != self.customer.email:
            self.add_error("email", "That is not the address of this account.")
        return email

    def act(self, by: User) -> str:
        erasure = closing.close_account(self.customer, timezone.now(), by=by)
        return f"The account is closed. It is erased on {timezone.localtime(erasure.due_at):%B %-d, %Y}."
