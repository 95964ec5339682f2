"""Reads cards: checks number, expiry and code, and returns the record to be stored."""

import hashlib

from sandbox_pay.objects.records import CardRecord
from sandbox_pay.payments.behaviours import BY_NUMBER, Behaviour
from sandbox_pay.protocol.errors import ProviderError
from sandbox_pay.protocol.json import Json


def card_error(code: str, message: str, param: str, decline_code: str | None = None) -> ProviderError:
    extra: Json = {"decline_code": decline_code} if decline_code else {}
    return ProviderError(402, message, type="card_error", code=code, param=param, extra=extra)


def read_card(fields: Json, now_year: int, now_month: int) -> CardRecord:
    """Return the card to be stored. Raises `ProviderError` (402) for an invalid card and for one that is no test
    card.
    """
    number = str(fields.get("number", "")).replace(" ", "").replace("-", "")
    month, year = int(str(fields.get("exp_month", 0))), _full_year(int(str(fields.get("exp_year", 0))))
    cvc = fields.get("cvc")
    _check_number(number)
    check_expiry(month, year, now_year, now_month)
    behaviour = BY_NUMBER.get(number)
    if behaviour is None:
        message = "Your card was declined. This sandbox takes test cards only: a real card must never be used here."
        raise card_error("card_declined", message, "number", "test_mode_live_card")
    if cvc is not None:
        _check_cvc(str(cvc), behaviour.brand)
    return make_card(behaviour, month, year, has_cvc=cvc is not None)


def make_card(behaviour: Behaviour, month: int, year: int, *, has_cvc: bool = True) -> CardRecord:
    """Return the record of a card, without its number and code."""
    return CardRecord(
        brand=behaviour.brand,
        last4=behaviour.number[-4:],
        exp_month=month,
        exp_year=year,
        fingerprint=hashlib.sha256(behaviour.number.encode()).hexdigest()[:16],
        funding=behaviour.funding,
        country=behaviour.country,
        behaviour=behaviour.alias,
        has_cvc=has_cvc,
    )


def luhn(number: str) -> bool:
    """Return whether the last digit fits the others (ISO/IEC 7812)."""
    total = 0
    for place, digit in enumerate(reversed(number)):
        value = int(digit) * (2 if place % 2 else 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def _check_number(number: str) -> None:
    if not (number.isascii() and number.isdigit() and 12 <= len(number) <= 19):
        raise card_error("invalid_number", "The card number is not a valid credit card number.", "number")
    if not luhn(number):
        raise card_error("incorrect_number", "Your card number is incorrect.", "number")


def check_expiry(month: int, year: int, now_year: int, now_month: int) -> None:
    """Raise `ProviderError` (402) for an invalid or past expiry date."""
    if not 1 <= month <= 12:
        raise card_error("invalid_expiry_month", "Your card's expiration month is invalid.", "exp_month")
    if not now_year <= year <= now_year + 50:
        raise card_error("invalid_expiry_year", "Your card's expiration year is invalid.", "exp_year")
    if year == now_year and month < now_month:
        raise card_error("invalid_expiry_month", "Your card's expiration month is invalid.", "exp_month")


def _check_cvc(cvc: str, brand: str) -> None:
    lengths = {3, 4} if brand == "amex" else {3}
    if not (cvc.isascii() and cvc.isdigit() and len(cvc) in lengths):
        raise card_error("invalid_cvc", "Your card's security code is invalid.", "cvc")


def _full_year(year: int) -> int:
    return 2000 + year if 0 <= year < 100 else year
