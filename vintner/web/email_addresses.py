"""Reads e-mail addresses in every form of the store, and compares them in the database."""

from contextlib import suppress
from typing import ClassVar, Final

import idna
from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator, validate_email
from django.db.models import F, Q
from django.db.models.functions import Collate, Lower
from django.db.models.lookups import In

from vintner.web.text_input import read_code, read_line

_WIDE_AT: Final = "\uff20"
ASCII_ONLY: Final = "C"
"""PostgreSQL's collation in which only the letters A to Z have two cases."""

_WITHOUT_DOTS: Final = ("gmail.com", "googlemail.com")
"""The two names of Google's mail (support.google.com/mail/answer/7436150)."""
LONGEST: Final = 254
"""Letters of an address (RFC 5321)."""


def read_address(text: str) -> str:
    """Return the one form of an e-mail address: in lower case, without what nobody sees, with its domain as the net
    knows it (UTS 46). '' for what is no address, and for names in quotes or beyond ASCII: those have further spellings,
    which would get around limits of e-mails to one address.
    """
    if len(text) > 2 * LONGEST:
        return ""
    account, _, domain = read_line(text).replace(_WIDE_AT, "@").rpartition("@")
    account = read_code(account).lower().removeprefix("mailto:")
    if not account.isascii() or '"' in account:
        return ""
    try:
        address = f"{account}@{_read_domain(domain)}"
        validate_email(address)
    except (ValueError, ValidationError):
        return ""
    return address if len(address) <= LONGEST and "[" not in address else ""


def _read_domain(text: str) -> str:
    """Return a domain as the net knows it. Raises ValueError for what is none."""
    text = text.removesuffix(".")
    return text.lower() if text.isascii() else idna.encode(text, uts46=True).decode().lower()


class AddressField(forms.EmailField):
    """A field of a form for an e-mail address, in its one form."""

    default_error_messages: ClassVar = {"invalid": EmailValidator.message}

    def to_python(self, value: str | None) -> str:
        """Raises ValidationError `invalid` for what is no address."""
        typed = super().to_python(value) or ""
        address = read_address(typed)
        if typed and not address:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return address


def fold_address(text: str) -> str:
    """Return an address in its one form, and other text in lower case."""
    return read_address(text) or text.strip().lower()


def mailbox_of(email: str) -> str:
    """Return the address by which all spellings of a mailbox are one: without its '+' part, and at Google, which reads
    no dots, without those. An invalid address has none.
    """
    account, _, domain = fold_address(email).partition("@")
    account = account.partition("+")[0]
    if domain in _WITHOUT_DOTS:
        account, domain = account.replace(".", ""), _WITHOUT_DOTS[0]
    return f"{account}@{domain}" if domain else ""


def spellings_of(email: str) -> set[str]:
    """Return how the store may have written an address: as it is told, in its one form, and with the domain's letters
    beyond ASCII, as orders kept them once. All in lower case.
    """
    spellings = {email.lower()}
    if address := read_address(email):
        account, _, domain = address.partition("@")
        with suppress(ValueError):
            spellings |= {address, f"{account}@{idna.decode(domain)}"}
    return spellings


def fold_ascii(text: str) -> str:
    """Return the text with the letters A to Z in lower case, as `has_address` compares it in the database."""
    return "".join(each.lower() if each.isascii() else each for each in text)


def has_address(column: str, email: str) -> Q:
    """Return the condition that a column holds this e-mail address, in small or capital letters.

    Django's `iexact` compares capital letters by all rules of Unicode. There ı and ſ are capitals I and S, so whoever
    owns `dıana@example.com` would own what belongs to `diana@example.com`.
    """
    return Q(In(Lower(Collate(F(column), ASCII_ONLY)), sorted(spellings_of(email))))
