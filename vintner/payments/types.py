"""The table of the provider's types of payment methods. No Django.

A row without countries or currencies allows all of them. Countries and currencies are codes in capitals.
See docs/behaviour/payments.md#types-of-payment-methods.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from vintner.money import ZERO, Money
from vintner.pricing.rules.least_charge import LEAST_CHARGE


class Flow(StrEnum):
    """How a shopper pays by a type after the order is placed."""

    CARD = "card"
    """At once; the bank may ask for authentication in the page."""
    REDIRECT = "redirect"
    """On a page of a bank, a wallet or a lender, which sends the shopper back."""
    VOUCHER = "voucher"
    """Elsewhere within days, by a printed number."""
    WALLET = "wallet"
    """On a phone, by scanning a code in the page."""
    DEBIT = "debit"
    """From a bank account, in days."""
    CODE = "code"
    """On a phone, after a code from it was typed into the page."""
    EXPRESS = "express"
    """By a button of its own, never from the list."""


@dataclass(frozen=True, slots=True)
class AmountLimits:
    """The least and the greatest amount of one payment."""

    least: Money
    most: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodType:
    """`accounts` and `billing` are the allowed countries of the store's account and of the bill; `domestic`: both
    equal.

    `own_currency`: only the account's own currency or CNY. `supports_deferred`: needs no intent before the order.
    `captures_later`: can authorize without capturing. `in_browser`: the browser confirms the intent. `mandate`: the
    shopper accepts a mandate. `patience` is how long an attempt waits for the shopper. `leaves` is the type as which a
    method of this one is saved.
    """

    name: str
    label: str
    flow: Flow
    title: str = ""
    currencies: frozenset[str] = frozenset()
    accounts: frozenset[str] = frozenset()
    billing: frozenset[str] = frozenset()
    domestic: bool = False
    own_currency: bool = False
    limits: Mapping[str, AmountLimits] = field(default_factory=dict)
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


def _codes(words: str) -> frozenset[str]:
    return frozenset(words.split())


def _amount_limits(currencies: str, least: int, most: int) -> dict[str, AmountLimits]:
    return {currency: AmountLimits(Money(least), Money(most)) for currency in currencies.split()}


EEA: Final = _codes("AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IS IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE")
CURRENCY_OF: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(_codes("AT BE HR CY EE FI FR DE GR IE IT LV LT LU MT NL PT SK SI ES"), "EUR"),
        **dict.fromkeys(_codes("CH LI"), "CHF"),
        **dict.fromkeys(_codes("GB GI"), "GBP"),
        "AU": "AUD", "BG": "BGN", "BR": "BRL", "CA": "CAD", "CZ": "CZK", "DK": "DKK", "HK": "HKD", "HU": "HUF",
        "JP": "JPY", "MX": "MXN", "MY": "MYR", "NO": "NOK", "NZ": "NZD", "PL": "PLN", "RO": "RON", "SE": "SEK",
        "SG": "SGD", "US": "USD",
    }
)  # fmt: skip
"""The currency of an account in a country, as far as a row asks."""
_KLARNA: Final = _codes(
    "AU AT BE CA HR CY CZ DK EE FI FR DE GR IE IT LV LT LU MT NL NZ NO PL PT RO SK SI ES SE CH GB US"
)
_WECHAT: Final = _codes("AT AU BE CA CH DE DK ES FI FR HK IE IT JP LU NL NO PT SE SG GB US")

CARD: Final = MethodType(name="card", label="Card", title="Credit / Debit Card", flow=Flow.CARD, captures_later=True)
TABLE: Final[tuple[MethodType, ...]] = (
    CARD,
    MethodType(
        name="us_bank_account", label="US bank account", title="ACH Direct Debit", flow=Flow.DEBIT,
        currencies=_codes("USD"), accounts=_codes("US"), mandate=True,
    ),
    MethodType(
        name="acss_debit", label="Pre-authorized debit", flow=Flow.DEBIT, currencies=_codes("CAD"),
        accounts=_codes("CA"), supports_deferred=False, mandate=True,
    ),
    MethodType(
        name="bacs_debit", label="Bacs Direct Debit", flow=Flow.DEBIT, currencies=_codes("GBP"), accounts=_codes("GB"),
        domestic=True, mandate=True,
    ),
    MethodType(
        name="au_becs_debit", label="BECS Direct Debit", flow=Flow.DEBIT, currencies=_codes("AUD"),
        accounts=_codes("AU"), mandate=True,
    ),
    MethodType(
        name="sepa_debit", label="SEPA Direct Debit", flow=Flow.DEBIT, currencies=_codes("EUR"), mandate=True,
    ),
    MethodType(name="link", label="Link", flow=Flow.CARD, captures_later=True, mandate=True),
    MethodType(
        name="cashapp", label="Cash App Pay", flow=Flow.WALLET, currencies=_codes("USD"), accounts=_codes("US"),
        domestic=True, captures_later=True, in_browser=True, patience=timedelta(minutes=10),
    ),
    MethodType(
        name="amazon_pay", label="Amazon Pay", flow=Flow.EXPRESS, own_currency=True,
        captures_later=True, mandate=True,
    ),
    MethodType(
        name="klarna", label="Klarna", flow=Flow.REDIRECT,
        currencies=_codes("AUD CAD CHF CZK DKK EUR GBP NOK NZD PLN RON SEK USD"), accounts=_KLARNA, billing=_KLARNA,
        captures_later=True, patience=timedelta(hours=48),
    ),
    MethodType(
        name="affirm", label="Affirm", flow=Flow.REDIRECT, currencies=_codes("USD CAD"), accounts=_codes("US CA"),
        domestic=True, limits=_amount_limits("USD CAD", 5_000, 3_000_000), captures_later=True,
        patience=timedelta(hours=12),
    ),
    MethodType(
        name="afterpay_clearpay", label="Afterpay / Clearpay", flow=Flow.REDIRECT,
        currencies=_codes("USD CAD GBP AUD NZD"), accounts=_codes("AU CA GB NZ US"), domestic=True,
        limits={
            **_amount_limits("CAD AUD NZD", 100, 200_000),
            **_amount_limits("GBP", 100, 120_000),
            **_amount_limits("USD", 100, 400_000),
        },
        captures_later=True, patience=timedelta(hours=3),
    ),
    MethodType(
        name="alipay", label="Alipay", flow=Flow.REDIRECT,
        currencies=_codes("CNY EUR AUD CAD GBP HKD JPY NZD SGD USD MYR"), own_currency=True,
    ),
    MethodType(
        name="wechat_pay", label="WeChat Pay", flow=Flow.WALLET,
        currencies=_codes("CNY AUD CAD CHF DKK EUR GBP HKD JPY NOK SEK SGD USD"), accounts=_WECHAT, own_currency=True,
    ),
    MethodType(
        name="bancontact", label="Bancontact", flow=Flow.REDIRECT, currencies=_codes("EUR"), mandate=True,
        leaves="sepa_debit",
    ),
    MethodType(
        name="ideal", label="iDEAL", flow=Flow.REDIRECT, currencies=_codes("EUR"), mandate=True, leaves="sepa_debit",
    ),
    MethodType(
        name="sofort", label="Sofort", flow=Flow.REDIRECT, currencies=_codes("EUR"), mandate=True, leaves="sepa_debit",
    ),
    MethodType(name="eps", label="EPS", flow=Flow.REDIRECT, currencies=_codes("EUR")),
    MethodType(name="giropay", label="giropay", flow=Flow.REDIRECT, currencies=_codes("EUR")),
    MethodType(name="p24", label="Przelewy24", flow=Flow.REDIRECT, currencies=_codes("EUR PLN")),
    MethodType(
        name="blik", label="BLIK", flow=Flow.CODE, currencies=_codes("PLN"), accounts=EEA, billing=_codes("PL"),
        supports_deferred=False, patience=timedelta(minutes=1),
    ),
    MethodType(
        name="multibanco", label="Multibanco", flow=Flow.VOUCHER, currencies=_codes("EUR"),
        accounts=EEA | {"CH", "GB", "GI", "US"}, in_browser=True, patience=timedelta(days=7),
    ),
    MethodType(
        name="boleto", label="Boleto", flow=Flow.VOUCHER, currencies=_codes("BRL"), billing=_codes("BR"),
        can_refund=False, in_browser=True, patience=timedelta(days=3),
    ),
    MethodType(
        name="oxxo", label="OXXO", flow=Flow.VOUCHER, currencies=_codes("MXN"), billing=_codes("MX"),
        can_refund=False, in_browser=True, patience=timedelta(days=3),
    ),
)  # fmt: skip
"""Sofort and giropay are retired, but accounts may still have them. `patience` is Stripe's published time for each."""
BY_NAME: Final[Mapping[str, MethodType]] = MappingProxyType({each.name: each for each in TABLE})
SAVABLE_AT_CHECKOUT: Final = frozenset({CARD.name, "us_bank_account", "bacs_debit", "sepa_debit", "link", "cashapp"})
"""The types that can be saved with an order."""
ADDABLE: Final = SAVABLE_AT_CHECKOUT | {"au_becs_debit", "bancontact", "ideal", "sofort"}
"""The types that can be saved without paying. The last three are saved as a SEPA debit."""


def list_offered(names: Iterable[str], currency: str, account_country: str) -> tuple[MethodType, ...]:
    """Return those of the enabled types that a store with this currency and account can list, in the table's order."""
    enabled = frozenset(names)
    return tuple(
        each
        for each in TABLE
        if each.name in enabled and each.flow is not Flow.EXPRESS and is_available(each, currency, account_country)
    )


def is_available(method_type: MethodType, currency: str, account_country: str) -> bool:
    """Return whether a store with this currency and account can be paid by a type."""
    if method_type.currencies and currency not in method_type.currencies:
        return False
    if method_type.own_currency and currency not in ("CNY", CURRENCY_OF.get(account_country)):
        return False
    if method_type.accounts and account_country not in method_type.accounts:
        return False
    return not method_type.billing or bool(billing_countries(method_type, currency, account_country))


def billing_countries(method_type: MethodType, currency: str, account_country: str) -> frozenset[str]:
    """Return a type's allowed billing countries; an empty result allows all."""
    if method_type.domestic:
        return frozenset({account_country})
    if method_type.name != "klarna":
        return method_type.billing
    # Klarna lends in the buyer's own currency; an account outside the EEA sells at home only.
    own = frozenset(country for country in method_type.billing if CURRENCY_OF.get(country) == currency)
    return own if account_country in EEA else own & {account_country}


def find_problem(
    method_type: MethodType, country: str, amount: Money | None, *, currency: str, account_country: str
) -> str:
    """Return the code of why a bill cannot be paid by a type, '' when it can: `country_unsupported`, `amount_too_small`
    or `amount_too_large`. Without an amount, only the country is checked.
    """
    allowed = billing_countries(method_type, currency, account_country)
    if allowed and country not in allowed:
        return "country_unsupported"
    limits = method_type.limits.get(currency)
    if amount is None:
        return ""
    if amount < max(LEAST_CHARGE.get(currency, ZERO), limits.least if limits else ZERO):
        return "amount_too_small"
    return "amount_too_large" if limits is not None and amount > limits.most else ""
