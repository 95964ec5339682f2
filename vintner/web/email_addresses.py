"""Compares e-mail addresses in the database, and brings the spellings of one mailbox into one form."""

from typing import Final

import idna
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import F, Q
from django.db.models.functions import Collate, Lower
from django.db.models.lookups import Exact

ASCII_ONLY: Final = "C"
"""PostgreSQL's collation in which only the letters A to Z have two cases."""

_WITHOUT_DOTS: Final = ("gmail.com", "googlemail.com")
"""The two names of Google's mail (support.google.com/mail/answer/7436150)."""
LONGEST: Final = 254
"""Letters of an address (RFC 5321)."""


def read_address(text: str) -> str:
    """Return the one form of an e-mail address: in lower case, with its domain as the net knows it (UTS 46).

    Raises ValueError or ValidationError for what is no address, and for names in quotes or beyond ASCII: those
    have further spellings, by which limits of e-mails to one address would be passed by.
    """
    account, _, domain = text.replace("\x00", "").strip().rpartition("@")
    if not account.isascii() or '"' in account or len(text) > LONGEST:
        raise ValueError
    address = f"{account}@{idna.encode(domain, uts46=True).decode()}".lower()
    validate_email(address)
    if len(address) > LONGEST:
        raise ValueError
    return address


def mailbox_of(email: str) -> str:
    """Return the address by which all spellings of a mailbox are one: without its '+' part, and at Google, which reads
    no dots, without those. An invalid address has none.
    """
    account, _, domain = email.strip().lower().partition("@")
    account = account.partition("+")[0]
    if domain in _WITHOUT_DOTS:
        account, domain = account.replace(".", ""), _WITHOUT_DOTS[0]
    return f"{account}@{domain}" if domain else ""


def spellings_of(email: str) -> set[str]:
    """Return how the store may have written an address that is known to be one: in lower case, and in its one form."""
    try:
        return {email.lower(), read_address(email)}
    except (ValueError, ValidationError):
        return {email.lower()}


def has_address(column: str, email: str) -> Q:
    """Return the condition that a column holds this e-mail address, in small or capital letters.

    Django's `iexact` compares capital letters by all rules of Unicode. There ı and ſ are capitals I and S, so whoever
    owns `dıana@example.com` would own what belongs to `diana@example.com`.
    """
    return Q(Exact(Lower(Collate(F(column), ASCII_ONLY)), email.lower()))
