"""What the pages of privacy show."""

from vintner.customers.pages import AccountLink
from vintner.web.form_props import FormField
from vintner.web.page import Page, Props


class PrivacyPage(Page):
    """The account's archive, and the way to erase the account.

    `state` of the archive is none, waiting, ready or failed; `about` says it in words.
    """

    csrf_token: str
    menu: tuple[AccountLink, ...]
    error: str
    state: str
    about: str
    page_url: str
    request_url: str
    download_url: str
    erase_url: str


class RetentionEntry(Props):
    """A kind of data: what happens to it when the account is erased, and why."""

    data: str
    outcome: str


class EraseAccountPage(Page):
    """What goes and what stays when the account is erased, and the form that asks for it.

    With `obstacles` there is no form.
    """

    csrf_token: str
    menu: tuple[AccountLink, ...]
    paragraphs: tuple[str, ...]
    error: str
    goes: tuple[RetentionEntry, ...]
    stays: tuple[RetentionEntry, ...]
    obstacles: tuple[str, ...]
    fields: tuple[FormField, ...]
    back_url: str
