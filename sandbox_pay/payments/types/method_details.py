"""Reads payment methods other than cards: checks their fields, and returns the details to be stored."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from sandbox_pay.payments.types import accounts
from sandbox_pay.protocol.errors import ProviderError, invalid, missing_parameter
from sandbox_pay.protocol.json import Json

TEST_BANK = "STRIPE TEST BANK"
CONNECTED = "fca_sandbox"
"""The account at the test bank that a shopper signs in to, as Stripe's Financial Connections lets her."""
GENERATED_FROM: Json = {"charge": None, "setup_attempt": None}


@dataclass(frozen=True, slots=True)
class MethodDetails:
    """`details` is what the method shows under its type's name; `account` is the number of its test account.

    `verified`: the shopper signed in to her bank, so the account is known to be hers.
    """

    details: Json
    account: str | None = None
    verified: bool = False


def read_details(kind: str, fields: Json, email: str | None) -> MethodDetails:
    """Return the details to be stored. Raises `ProviderError` for fields that are missing or that no test account
    has.
    """
    if fields.get("financial_connections_account"):
        return _read_connected(kind, fields)
    if kind in accounts.ACCOUNTS:
        return _debit(kind, fields)
    return MethodDetails(OTHERS.get(kind, _nothing)(fields, email))


def _read_connected(kind: str, fields: Json) -> MethodDetails:
    """Return the account of the test bank, in which the shopper signed in."""
    if fields["financial_connections_account"] != CONNECTED:
        param = f"{kind}[financial_connections_account]"
        raise invalid(f"This sandbox knows one connected account only: {CONNECTED}.", param)
    account = accounts.ACCOUNTS[kind][0]
    details = _account_details(kind, account.number, fields)
    return MethodDetails({**details, "financial_connections_account": CONNECTED}, account.number, verified=True)


def _debit(kind: str, fields: Json) -> MethodDetails:
    field = accounts.FIELDS[kind]
    number = str(fields.get(field) or "")
    if not number:
        raise missing_parameter(f"{kind}[{field}]")
    for name, value in accounts.ROUTING[kind].items():
        digits = "".join(letter for letter in str(fields.get(name) or "") if letter.isalnum())
        if not digits:
            raise missing_parameter(f"{kind}[{name}]")
        if digits != value:
            raise invalid(f"This sandbox knows one bank only: {name} must be {value}.", f"{kind}[{name}]")
    account = accounts.find(kind, number)
    if account is None:
        raise invalid(
            "This sandbox takes test bank accounts only: a real one must never be used here.",
            f"{kind}[{field}]",
            "account_number_invalid",
        )
    return MethodDetails(_account_details(kind, account.number, fields), account.number)


def _account_details(kind: str, number: str, fields: Json) -> Json:
    rendered: Json = {
        "fingerprint": hashlib.sha256(f"{kind} {number}".encode()).hexdigest()[:16],
        "last4": number[-4:],
        **accounts.ROUTING[kind],
    }
    if kind == "sepa_debit":
        rendered |= {
            "bank_code": number[4:12],
            "branch_code": "",
            "country": number[:2],
            "generated_from": {**GENERATED_FROM},
        }
    if kind in {"us_bank_account", "acss_debit"}:
        rendered["bank_name"] = TEST_BANK
    if kind == "us_bank_account":
        networks: Json = {"preferred": "ach", "supported": ["ach"]}
        rendered |= {
            "account_holder_type": fields.get("account_holder_type") or "individual",
            "account_type": fields.get("account_type") or "checking",
            "financial_connections_account": None,
            "networks": networks,
            "status_details": {},
        }
    return rendered


def _nothing(_fields: Json, _email: str | None) -> Json:
    return {}


def _bank(fields: Json, _email: str | None) -> Json:
    return {"bank": _text(fields.get("bank"))}


def _ideal(fields: Json, _email: str | None) -> Json:
    return {"bank": _text(fields.get("bank")), "bic": None}


def _sofort(fields: Json, _email: str | None) -> Json:
    if not fields.get("country"):
        raise missing_parameter("sofort[country]")
    return {"country": fields["country"]}


def _boleto(fields: Json, _email: str | None) -> Json:
    number = str(fields.get("tax_id") or "")
    if not number:
        raise missing_parameter("boleto[tax_id]")
    if set(number) - set("0123456789.-/") or not tax_number(number):
        raise ProviderError(400, "This is no Brazilian tax number.", code="tax_id_invalid", param="boleto[tax_id]")
    return {"tax_id": number}


def tax_number(text: str) -> bool:
    """Return whether a person's (CPF, 11 digits) or a company's number (CNPJ, 14) ends in its own check digits."""
    digits = [int(letter) for letter in text if letter.isdigit()]
    if len(digits) not in {11, 14}:
        return False
    highest = 12 if len(digits) == 11 else 9
    return all(digits[place] == _check_digit(digits[:place], highest) for place in (-2, -1))


def _check_digit(digits: list[int], highest: int) -> int:
    """Return the digit that follows: weights rise from the right, from 2 to `highest` and then from 2 again."""
    weights = [2 + place % (highest - 1) for place in range(len(digits))]
    rest = sum(digit * weight for digit, weight in zip(reversed(digits), weights, strict=True)) % 11
    return 0 if rest < 2 else 11 - rest


def _klarna(fields: Json, _email: str | None) -> Json:
    dob = fields.get("dob")
    return {"dob": dob} if isinstance(dob, dict) else {}


def _cashapp(_fields: Json, _email: str | None) -> Json:
    return {"buyer_id": None, "cashtag": None}


def details_after_consent(kind: str, details: Json) -> Json:
    """Return a method's details after its owner's consent: the buyer of a scanned code is known only then."""
    return {**details, "buyer_id": "buyer_sandbox", "cashtag": "$sandbox"} if kind == "cashapp" else details


def _link(_fields: Json, email: str | None) -> Json:
    return {"email": email}


def _text(value: JsonValue) -> str | None:
    return value if isinstance(value, str) and value else None


OTHERS: Mapping[str, Callable[[Json, str | None], Json]] = {
    "eps": _bank,
    "p24": _bank,
    "ideal": _ideal,
    "sofort": _sofort,
    "boleto": _boleto,
    "klarna": _klarna,
    "cashapp": _cashapp,
    "link": _link,
}
