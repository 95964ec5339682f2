"""The one account of the sandbox: its country decides which types of payment methods it may take."""

import sqlite3
from collections.abc import Mapping

from sandbox_pay.call import Call
from sandbox_pay.objects.account import ACCOUNT
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage import setting

SETTING = "account_country"
HOME = "US"
CURRENCIES: Mapping[str, str] = {
    "AE": "aed", "AU": "aud", "BR": "brl", "CA": "cad", "CH": "chf", "CN": "cny", "CZ": "czk", "DK": "dkk",
    "GB": "gbp", "HK": "hkd", "HU": "huf", "IN": "inr", "JP": "jpy", "MX": "mxn", "MY": "myr", "NO": "nok",
    "NZ": "nzd", "PL": "pln", "RO": "ron", "SE": "sek", "SG": "sgd", "TH": "thb", "US": "usd",
}  # fmt: skip
"""The currency of each country that does not pay in euros."""


def currency_of(country: str) -> str:
    return CURRENCIES.get(country, "eur")


def country(connection: sqlite3.Connection) -> str:
    """Return where the account is: in the US, unless a test moved it."""
    return setting.read(connection, SETTING, HOME)


def move(connection: sqlite3.Connection, to: str) -> None:
    """Let the account be in another country from now on, until a reset."""
    setting.write(connection, SETTING, to)


def retrieve(call: Call) -> Json:
    home = country(call.connection)
    return {**ACCOUNT, "country": home, "default_currency": currency_of(home)}
