"""The types of payment methods that the provider knows (payments 1.6): one row each. No Django.

Where a row names no countries or currencies, any will do. Countries and currencies are codes in capitals.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from vintner.money import ZERO, Money


class Kind(StrEnum):
    """How a shopper pays: what happens after the order is placed."""

    CARD = "card"
    """At once; a bank may ask something in the page."""
    REDIRECT = "redirect"
    """On a page of a bank, a wallet or a lender, which sends the shopper back."""
    VOUCHER = "voucher"
    """Somewhere else, within days, by a number to be printed."""
    WALLET = "wallet"
    """On a phone, by a code that the page shows to be scanned."""
    DEBIT = "debit"
    """From a bank account, in days."""
    CODE = "code"
    """On a phone, which asks after a code was typed into our page."""
    EXPRESS = "express"
    """By a button of its own only, never from the list."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The least and the most that one payment may be."""

    least: Money
    most: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodType:
    """`accounts` and `billing` are where the store's account and the bill may be. `domestic`: both in one country.

    `own_currency`: only the account's own one, or the Chinese. `supports_deferred`: needs no intent before the order.
    `captures_later`: can only set the money aside. `in_browser`: made without confirming it, which the browser does
    (payments 1.3, 8). `mandate`: the shopper agrees to be debited. `patience` is how long an attempt waits for them.
    `leaves` names the type that an account keeps when this one is saved.
    """

    name: str
    label: str
    kind: Kind
    title: str = ""
    currencies: frozenset[str] = frozenset()
    accounts: frozenset[str] = frozenset()
    billing: frozenset[str] = frozenset()
    domestic: bool = False
    own_currency: bool = False
    limits: Mapping[str, Limits] = field(default_factory=dict)
    supports_deferred: bool = True
    can_refund: bool = True
    captures_later: bool = False
    in_browser: bool = False
    mandate: bool = False
    leaves: str = ""
    patience: timedelta = timedelta(hours=1)

    @property
    def long_label(self) -> str:
        return self.title or self.label


def _of(words: str) -> frozenset[str]:
    return frozenset(words.split())


def _between(currencies: str, least: int, most: int) -> dict[str, Limits]:
    return {currency: Limits(Money(least), Money(most)) for currency in currencies.split()}


EEA: Final = _of("AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IS IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE")
CURRENCY_OF: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(_of("AT BE HR CY EE FI FR DE GR IE IT LV LT LU MT NL PT SK SI ES"), "EUR"),
        **dict.fromkeys(_of("CH LI"), "CHF"),
        **dict.fromkeys(_of("GB GI"), "GBP"),
        "AU": "AUD", "BG": "BGN", "BR": "BRL", "CA": "CAD", "CZ": "CZK", "DK": "DKK", "HK": "HKD", "HU": "HUF",
        "JP": "JPY", "MX": "MXN", "MY": "MYR", "NO": "NOK", "NZ": "NZD", "PL": "PLN", "RO": "RON", "SE": "SEK",
        "SG": "SGD", "US": "USD",
    }
)  # fmt: skip
"""The currency of an account in a country, as far as a row asks."""
_KLARNA: Final = _of("AU AT BE CA HR CY CZ DK EE FI FR DE GR IE IT LV LT LU MT NL NZ NO PL PT RO SK SI ES SE CH GB US")
_WECHAT: Final = _of("AT AU BE CA CH DE DK ES FI FR HK IE IT JP LU NL NO PT SE SG GB US")

CARD: Final = MethodType(name="card", label="Card", title="Credit / Debit Card", kind=Kind.CARD, captures_later=True)
TABLE: Final[tuple[MethodType, ...]] = (
    CARD,
    MethodType(
        name="us_bank_account", label="US bank account", title="ACH Direct Debit", kind=Kind.DEBIT,
        currencies=_of("USD"), accounts=_of("US"), mandate=True,
    ),
    MethodType(
        name="acss_debit", label="Pre-authorized debit", kind=Kind.DEBIT, currencies=_of("CAD"), accounts=_of("CA"),
        supports_deferred=False, mandate=True,
    ),
    MethodType(
        name="bacs_debit", label="Bacs Direct Debit", kind=Kind.DEBIT, currencies=_of("GBP"), accounts=_of("GB"),
        domestic=True, mandate=True,
    ),
    MethodType(
        name="au_becs_debit", label="BECS Direct Debit", kind=Kind.DEBIT, currencies=_of("AUD"), accounts=_of("AU"),
        mandate=True,
    ),
    MethodType(
        name="sepa_debit", label="SEPA Direct Debit", kind=Kind.DEBIT, currencies=_of("EUR"), mandate=True,
    ),
    MethodType(name="link", label="Link", kind=Kind.CARD, captures_later=True, mandate=True),
    MethodType(
        name="cashapp", label="Cash App Pay", kind=Kind.WALLET, currencies=_of("USD"), accounts=_of("US"),
        domestic=True, captures_later=True, in_browser=True, patience=timedelta(minutes=10),
    ),
    MethodType(
        name="amazon_pay", label="Amazon Pay", kind=Kind.EXPRESS, own_currency=True,
        captures_later=True, mandate=True,
    ),
    MethodType(
        name="klarna", label="Klarna", kind=Kind.REDIRECT,
        currencies=_of("AUD CAD CHF CZK DKK EUR GBP NOK NZD PLN RON SEK USD"), accounts=_KLARNA, billing=_KLARNA,
        captures_later=True, patience=timedelta(hours=48),
    ),
    MethodType(
        name="affirm", label="Affirm", kind=Kind.REDIRECT, currencies=_of("USD CAD"), accounts=_of("US CA"),
        domestic=True, limits=_between("USD CAD", 5_000, 3_000_000), captures_later=True,
        patience=timedelta(hours=12),
    ),
    MethodType(
        name="afterpay_clearpay", label="Afterpay / Clearpay", kind=Kind.REDIRECT,
        currencies=_of("USD CAD GBP AUD NZD"), accounts=_of("AU CA GB NZ US"), domestic=True,
        limits={
            **_between("CAD AUD NZD", 100, 200_000),
            **_between("GBP", 100, 120_000),
            **_between("USD", 100, 400_000),
        },
        captures_later=True, patience=timedelta(hours=3),
    ),
    MethodType(
        name="alipay", label="Alipay", kind=Kind.REDIRECT,
        currencies=_of("CNY EUR AUD CAD GBP HKD JPY NZD SGD USD MYR"), own_currency=True,
    ),
    MethodType(
        name="wechat_pay", label="WeChat Pay", kind=Kind.WALLET,
        currencies=_of("CNY AUD CAD CHF DKK EUR GBP HKD JPY NOK SEK SGD USD"), accounts=_WECHAT, own_currency=True,
    ),
    MethodType(
        name="bancontact", label="Bancontact", kind=Kind.REDIRECT, currencies=_of("EUR"), mandate=True,
        leaves="sepa_debit",
    ),
    MethodType(
        name="ideal", label="iDEAL", kind=Kind.REDIRECT, currencies=_of("EUR"), mandate=True, leaves="sepa_debit",
    ),
    MethodType(
        name="sofort", label="Sofort", kind=Kind.REDIRECT, currencies=_of("EUR"), mandate=True, leaves="sepa_debit",
    ),
    MethodType(name="eps", label="EPS", kind=Kind.REDIRECT, currencies=_of("EUR")),
    MethodType(name="giropay", label="giropay", kind=Kind.REDIRECT, currencies=_of("EUR")),
    MethodType(name="p24", label="Przelewy24", kind=Kind.REDIRECT, currencies=_of("EUR PLN")),
    MethodType(
        name="blik", label="BLIK", kind=Kind.CODE, currencies=_of("PLN"), accounts=EEA, billing=_of("PL"),
        supports_deferred=False, patience=timedelta(minutes=1),
    ),
    MethodType(
        name="multibanco", label="Multibanco", kind=Kind.VOUCHER, currencies=_of("EUR"),
        accounts=EEA | {"CH", "GB", "GI", "US"}, in_browser=True, patience=timedelta(days=7),
    ),
    MethodType(
        name="boleto", label="Boleto", kind=Kind.VOUCHER, currencies=_of("BRL"), billing=_of("BR"),
        can_refund=False, in_browser=True, patience=timedelta(days=3),
    ),
    MethodType(
        name="oxxo", label="OXXO", kind=Kind.VOUCHER, currencies=_of("MXN"), billing=_of("MX"),
        can_refund=False, in_browser=True, patience=timedelta(days=3),
    ),
)  # fmt: skip
"""Sofort and giropay are retired, but accounts may still have them. `patience` is Stripe's published time for each."""
BY_NAME: Final[Mapping[str, MethodType]] = MappingProxyType({each.name: each for each in TABLE})
KEPT: Final = frozenset({CARD.name, "us_bank_account", "bacs_debit", "sepa_debit", "link", "cashapp"})
"""What the checkout offers to save along with an order."""
ADDABLE: Final = KEPT | {"au_becs_debit", "bancontact", "ideal", "sofort"}
"""What can be saved without paying. The banks of the last three leave a SEPA debit behind."""
LEAST: Final[Mapping[str, Money]] = MappingProxyType(
    {
        currency: Money(least)
        for least, currencies in (
            (50, "USD CAD EUR CHF AUD SGD BRL INR NZD"),
            (30, "GBP"),
            (200, "AED MYR PLN RON"),
            (250, "DKK"),
            (300, "NOK SEK"),
            (400, "HKD"),
            (1_000, "MXN THB"),
            (1_500, "CZK"),
            (17_500, "HUF"),
        )
        for currency in currencies.split()
    }
)
"""The least that the provider charges at all (payments 1.3, step 7)."""


def offered(names: Iterable[str], currency: str, account_country: str) -> tuple[MethodType, ...]:
    """Return those of the enabled types that a store with this currency and account can list, in the table's order."""
    enabled = frozenset(names)
    return tuple(
        each
        for each in TABLE
        if each.name in enabled and each.kind is not Kind.EXPRESS and _is_sold(each, currency, account_country)
    )


def _is_sold(kind: MethodType, currency: str, account_country: str) -> bool:
    if kind.currencies and currency not in kind.currencies:
        return False
    if kind.own_currency and currency not in ("CNY", CURRENCY_OF.get(account_country)):
        return False
    if kind.accounts and account_country not in kind.accounts:
        return False
    return not kind.billing or bool(countries(kind, currency, account_country))


def countries(kind: MethodType, currency: str, account_country: str) -> frozenset[str]:
    """Return where the bill may go for a type; nothing named is everywhere."""
    if kind.domestic:
        return frozenset({account_country})
    if kind.name != "klarna":
        return kind.billing
    # Klarna lends in the buyer's own currency; an account outside the EEA sells at home only (payments 1.6).
    own = frozenset(country for country in kind.billing if CURRENCY_OF.get(country) == currency)
    return own if account_country in EEA else own & {account_country}


def problem(kind: MethodType, country: str, amount: Money | None, *, currency: str, account_country: str) -> str:
    """Return the code of why such a bill can't be paid so, '' when it can: `country_unsupported`, `amount_too_small`
    or `amount_too_large`. Without an amount, the country alone counts.
    """
    allowed = countries(kind, currency, account_country)
    if allowed and country not in allowed:
        return "country_unsupported"
    limits = kind.limits.get(currency)
    if amount is None:
        return ""
    if amount < max(LEAST.get(currency, ZERO), limits.least if limits else ZERO):
        return "amount_too_small"
    return "amount_too_large" if limits is not None and amount > limits.most else ""
