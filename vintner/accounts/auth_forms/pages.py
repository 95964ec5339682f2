"""The forms that log in, register and recover an account, as props: on a page of their own and in the popup."""

from vintner.accounts.fields.pages import ProfileField
from vintner.web.form_props import FormField
from vintner.web.page import Page, Props


class AuthBox(Props):
    """A box to tick. `error` says why it has to be ticked."""

    name: str
    value: str
    label: str
    required: bool
    ticked: bool
    error: str


class AuthSection(Props):
    """One of the forms. `form` names it in requests; `url` is the page on which it works without JavaScript."""

    name: str
    form: str
    tab: str
    title: str
    text: str
    url: str
    fields: tuple[FormField, ...]
    profile: tuple[ProfileField, ...]
    """The merchant's fields, of the registration alone."""
    boxes: tuple[AuthBox, ...]
    button: str
    foot: str
    """The question below the form, which the link `foot_link` to the section `foot_section` answers."""
    foot_link: str
    foot_section: str


class AuthNotice(Props):
    """What is said above a form. `kind` is success, error or warning; `offers_reset` adds the link to recover."""

    kind: str
    text: str
    offers_reset: bool


class AuthForms(Props):
    """All forms that the visitor may use, and which of them is shown. `redirect` is where they lead to."""

    csrf_token: str
    section: str
    sections: tuple[AuthSection, ...]
    redirect: str
    notice: AuthNotice | None
    is_single: bool
    """Whether the form that asks for the e-mail address alone comes first."""


class LogInPage(Page):
    """The forms on a page of their own. `error` is what is wrong, in words alone."""

    signed_in: bool
    error: str
    forms: AuthForms
