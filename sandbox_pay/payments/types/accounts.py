"""Test bank accounts (Stripe's published ones): which pay and which fail, at once or after three minutes.

An account that is not here is refused, so a real one can never be taken by mistake.
"""

from collections.abc import Mapping
from dataclasses import dataclass

LATER = 180
"""Seconds after which an account that takes its time pays or fails."""


@dataclass(frozen=True, slots=True)
class Account:
    """`number` is an IBAN or an account number; `failure` is the code of a charge that the bank sends back."""

    number: str
    failure: str | None = None
    seconds: int = 0
    never: bool = False

    @property
    def meaning(self) -> str:
        when = f" after {self.seconds // 60} minutes" if self.seconds else ""
        if self.never:
            return "Stays under way"
        return f"Fails{when}: {self.failure.replace('_', ' ')}" if self.failure else f"Pays{when}"


ACCOUNTS: Mapping[str, tuple[Account, ...]] = {
    "sepa_debit": (
        Account("AT611904300234573201"),
        Account("AT321904300235473204", seconds=LATER),
        Account("AT861904300235473202", "debit_not_authorized"),
        Account("AT051904300235473205", "debit_not_authorized", LATER),
        Account("AT981904300002222227", "insufficient_funds"),
        Account("DE89370400440532013000"),
        Account("DE08370400440532013003", seconds=LATER),
        Account("DE62370400440532013001", "debit_not_authorized"),
        Account("DE78370400440532013004", "debit_not_authorized", LATER),
    ),
    "us_bank_account": (
        Account("000123456789"),
        Account("000111111113", "account_closed"),
        Account("000111111116", "no_account"),
        Account("000222222227", "insufficient_funds"),
        Account("000333333335", "debit_not_authorized"),
        Account("000000000009", never=True),
    ),
    "acss_debit": (
        Account("000123456789"),
        Account("900123456789", seconds=LATER),
        Account("000222222227", "insufficient_funds"),
        Account("900222222227", "insufficient_funds", LATER),
        Account("000333333335", "debit_not_authorized"),
        Account("900333333335", "debit_not_authorized", LATER),
    ),
    "bacs_debit": (
        Account("00012345"),
        Account("90012345", seconds=LATER),
        Account("33333335", "debit_not_authorized"),
        Account("93333335", "debit_not_authorized", LATER),
        Account("22222227", "insufficient_funds"),
        Account("92222227", "insufficient_funds", LATER),
    ),
    "au_becs_debit": (
        Account("000123456"),
        Account("900123456", seconds=LATER),
        Account("111111113", "account_closed"),
        Account("111111116", "no_account"),
        Account("222222227", "insufficient_funds"),
        Account("922222227", "insufficient_funds", LATER),
        Account("333333335", "debit_not_authorized"),
    ),
}
FIELDS: Mapping[str, str] = dict.fromkeys(ACCOUNTS, "account_number") | {"sepa_debit": "iban"}
ROUTING: Mapping[str, Mapping[str, str]] = {
    "us_bank_account": {"routing_number": "110000000"},
    "acss_debit": {"institution_number": "000", "transit_number": "11000"},
    "bacs_debit": {"sort_code": "108800"},
    "au_becs_debit": {"bsb_number": "000000"},
    "sepa_debit": {},
}
"""The one bank that each kind of test account is with."""


def find(kind: str, number: str) -> Account | None:
    wanted = "".join(number.split()).replace("-", "").upper()
    return next((account for account in ACCOUNTS[kind] if account.number == wanted), None)
