"""Reads reusable payment methods from Stripe's objects: a card, a bank account or a wallet."""

import hashlib

from vintner.payments.gateway import ReusableMethod
from vintner.payments.types import ADDABLE, BY_NAME, Flow


def read_reusable(type_name: str, details: object, method_id: str, email: str) -> ReusableMethod | None:
    """Read the details of a payment method or a charge, which stand under the type's name.

    `email` is the payer's: it identifies a Link account. Returns None for a type that cannot be charged again, and for
    a method that cannot be identified.
    """
    if details is None or not method_id or type_name not in ADDABLE:
        return None
    if type_name == "card":
        return _read_card(details, method_id)
    if BY_NAME[type_name].flow is Flow.DEBIT:
        return _read_bank_account(type_name, details, method_id)
    if type_name == "link":
        account = _read_text(details, "email") or email
        return _read_wallet(type_name, method_id, account, account)
    if type_name == "cashapp":
        return _read_wallet(
            type_name, method_id, _read_text(details, "buyer_id") or method_id, _read_text(details, "cashtag")
        )
    return None


def _read_card(details: object, method_id: str) -> ReusableMethod | None:
    fingerprint, last_four = _read_text(details, "fingerprint"), _read_text(details, "last4")
    if not (fingerprint and last_four):
        return None
    return ReusableMethod(
        method_id=method_id,
        fingerprint=fingerprint,
        brand=_read_text(details, "brand") or "card",
        last_four=last_four,
        expires_year=int(_read_text(details, "exp_year")),
        expires_month=int(_read_text(details, "exp_month")),
    )


def _read_bank_account(type_name: str, details: object, method_id: str) -> ReusableMethod | None:
    fingerprint = _read_text(details, "fingerprint")
    if not fingerprint:
        return None
    return ReusableMethod(
        method_id=method_id,
        fingerprint=f"{type_name}:{fingerprint}",
        type=type_name,
        last_four=_read_text(details, "last4"),
        account=_read_text(details, "bank_name"),
        mandate=_read_text(details, "mandate"),
    )


def _read_wallet(type_name: str, method_id: str, owner: str, account: str) -> ReusableMethod | None:
    if not owner:
        return None
    mark = hashlib.sha256(owner.encode()).hexdigest()[:40]
    return ReusableMethod(method_id=method_id, fingerprint=f"{type_name}:{mark}", type=type_name, account=account)


def _read_text(details: object, name: str) -> str:
    """Return an attribute as text, '' when it is missing."""
    return str(getattr(details, name, None) or "")
