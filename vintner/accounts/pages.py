"""The pages of an account's steps: one page for each form that has a question and a button."""

from vintner.customers.pages import AccountLink
from vintner.web.form_props import FormField
from vintner.web.page import Link, Page


class AccountStepPage(Page):
    """A step of logging in or of the account's security: words, a form, other ways.

    Without `button` there is no form.
    """

    csrf_token: str
    heading: str
    paragraphs: tuple[str, ...]
    menu: tuple[AccountLink, ...] = ()
    error: str = ""
    action: str = ""
    fields: tuple[FormField, ...] = ()
    button: str = ""
    links: tuple[Link, ...] = ()
