"""Test bank accounts (Stripe's published ones): which pay and which fail, at once or after three minutes.

An account that is not here is refused, so a real one can never be taken by mistake.
"""

from collections.abc import Mapping
from dataclasses import dataclass

LATER = 180
"""Seconds after which an account that takes its time pays or fails."""


@dataclass(frozen=True, slots=True)
class SampleAccount:
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


ACCOUNTS: Mapping[str, tuple[SampleAccount, ...]] = {
    "sepa_debit": (
        SampleAccount("AT611904300234573201"),
        SampleAccount("AT321904300235473204", seconds=LATER),
        SampleAccount("AT861904300235473202", "debit_not_authorized"),
        SampleAccount("AT051904300235473205", "debit_not_authorized", LATER),
        SampleAccount("AT981904300002222227", "insufficient_funds"),
        SampleAccount("DE89370400440532013000"),
        SampleAccount("DE08370400440532013003", seconds=LATER),
        SampleAccount("DE62370400440532013001", "debit_not_authorized"),
        SampleAccount("DE78370400440532013004", "debit_not_authorized", LATER),
    ),
    "us_bank_account": (
        SampleAccount("000123456789"),
        SampleAccount("000111111113", "account_closed"),
        SampleAccount("000111111116", "no_account"),
        SampleAccount("000222222227", "insufficient_funds"),
        SampleAccount("000333333335", "debit_not_authorized"),
        SampleAccount("000000000009", never=True),
    ),
    "acss_debit": (
        SampleAccount("000123456789"),
        SampleAccount("900123456789", seconds=LATER),
        SampleAccount("000222222227", "insufficient_funds"),
        SampleAccount("900222222227", "insufficient_funds", LATER),
        SampleAccount("000333333335", "debit_not_authorized"),
        SampleAccount("900333333335", "debit_not_authorized", LATER),
    ),
    "bacs_debit": (
        SampleAccount("00012345"),
        SampleAccount("90012345", seconds=LATER),
        SampleAccount("33333335", "debit_not_authorized"),
        SampleAccount("93333335", "debit_not_authorized", LATER),
        SampleAccount("22222227", "insufficient_funds"),
        SampleAccount("92222227", "insufficient_funds", LATER),
    ),
    "au_becs_debit": (
        SampleAccount("000123456"),
        SampleAccount("900123456", seconds=LATER),
        SampleAccount("111111113", "account_closed"),
        SampleAccount("111111116", "no_account"),
        SampleAccount("222222227", "insufficient_funds"),
        SampleAccount("922222227", "insufficient_funds", LATER),
        SampleAccount("333333335", "debit_not_authorized"),
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


def find(kind: str, number: str) -> SampleAccount | None:
    wanted = "".join(number.split()).replace("-", "").upper()
    return next((account for account in ACCOUNTS[kind] if account.number == wanted), None)
