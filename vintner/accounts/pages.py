"""The pages of an account's steps: one page for each form that has a question and a button."""

from vintner.customers.pages import AccountLink
from vintner.web.form_props import FormField
from vintner.web.page import Link, Page, Props


class PasskeyRequest(Props):
    """What the browser is asked for, as WebAuthn's options in JSON. `creates` a passkey, or uses one.

    The form is sent with what the browser answers in the field `credential`. `button` names the button that asks.
    """

    options: str
    creates: bool
    button: str


class AccountStepPage(Page):
    """A step of logging in or of the account's security: words, a form, other ways.

    `picture` is the address of a QR code, `codes` are to be kept by the visitor. Without `button` there is no form but
    that of the passkey. `onward` is displayed as a button: it leads to what the step was for.
    """

    csrf_token: str
    heading: str
    paragraphs: tuple[str, ...]
    menu: tuple[AccountLink, ...] = ()
    error: str = ""
    action: str = ""
    fields: tuple[FormField, ...] = ()
    button: str = ""
    picture: str = ""
    picture_text: str = ""
    codes: tuple[str, ...] = ()
    passkey: PasskeyRequest | None = None
    onward: Link | None = None
    links: tuple[Link, ...] = ()


class PasskeyEntry(Props):
    """A passkey of the account, and the addresses that rename and remove it."""

    name: str
    about: str
    rename_url: str
    remove_url: str


class SessionEntry(Props):
    """A browser that is logged in."""

    browser: str
    about: str
    here: bool


class SecurityPage(Page):
    """The account's password, passkeys, authenticator app, recovery codes and sessions."""

    csrf_token: str
    menu: tuple[AccountLink, ...]
    email: str
    requested_email: str
    """The address that the customer wants to change to, until its link is opened."""
    email_confirmed: bool
    has_password: bool
    passkeys: tuple[PasskeyEntry, ...]
    has_app: bool
    recovery_codes: int
    sessions: tuple[SessionEntry, ...]
    addresses: dict[str, str]
    """Name of the action → its address."""
    onward: Link | None = None
    """The link to the admin, for staff."""
