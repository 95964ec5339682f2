"""Compares e-mail addresses in the database."""

from typing import Final

from django.db.models import F, Q
from django.db.models.functions import Collate, Lower
from django.db.models.lookups import Exact

ASCII_ONLY: Final = "C"
"""PostgreSQL's collation in which only the letters A to Z have two cases."""


def has_address(column: str, email: str) -> Q:
    """Return the condition that a column holds this e-mail address, in small or capital letters.

    Django's `iexact` compares capital letters by all rules of Unicode. There ı and ſ are capitals I and S, so whoever
    owns `dıana@example.com` would own what belongs to `diana@example.com`.
    """
    return Q(Exact(Lower(Collate(F(column), ASCII_ONLY)), email.lower()))
