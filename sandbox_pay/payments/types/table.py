"""One row per type of payment method: where it works, what it asks for, and how it can end."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum, auto

from sandbox_pay.objects.records import ActionKind

HOUR, DAY = 3600, 86_400


class Family(Enum):
    """What a confirmation leads to."""

    INSTANT = auto()
    """Pays at once; a card's bank may ask the shopper first."""
    REDIRECT = auto()
    """The shopper is sent to a page of the bank or the lender."""
    VOUCHER = auto()
    """The shopper gets a number and pays elsewhere, later."""
    PHONE = auto()
    """The shopper approves on her phone: by a QR code, or by a code that she typed."""
    DEBIT = auto()
    """The bank account is debited, which takes days."""


class Ending(StrEnum):
    """How a payment can end once it has begun."""

    SUCCEED = "succeed"
    DECLINE = "decline"
    CANCEL = "cancel"
    EXPIRE = "expire"


@dataclass(frozen=True, slots=True)
class Limits:
    """Least and most, in minor units of one currency."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class PaymentType:
    """`label` is what people call it.

    `accounts` and `buyers` are countries of the store's account and of the billing address; None is any.

    `domestic`: the buyer's country must be the account's; `own_currency`: so must the currency, unless it is the
    Chinese one. `needs` names billing details, with `.` for the address.
    `reusable`: can be saved; `leaves_debit`: what is saved is a SEPA debit of the same account. `patience` is how
    many seconds the action may take.
    """

    name: str
    label: str
    family: Family
    endings: tuple[Ending, ...]
    action: ActionKind | None = None
    currencies: frozenset[str] | None = None
    accounts: frozenset[str] | None = None
    buyers: frozenset[str] | None = None
    domestic: bool = False
    own_currency: bool = False
    limits: Mapping[str, Limits] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    reusable: bool = False
    leaves_debit: bool = False
    manual_capture: bool = False
    refundable: bool = True
    refused_by_provider: bool = False
    patience: int = HOUR


S, D, C, X = Ending.SUCCEED, Ending.DECLINE, Ending.CANCEL, Ending.EXPIRE
AWAY = (S, D, C, X)


def _only(words: str) -> frozenset[str]:
    return frozenset(words.split())


EEA = _only("AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IS IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE")
EUROPE = EEA | {"CH", "GB", "GI"}
EUR = _only("eur")


def _bank(
    name: str, label: str, *, currencies: frozenset[str] = EUR, needs: tuple[str, ...] = (), leaves_debit: bool = False
) -> PaymentType:
    """A bank's page: the shopper logs in there and comes back within the hour."""
    return PaymentType(
        name,
        label,
        Family.REDIRECT,
        AWAY,
        ActionKind.REDIRECT,
        currencies,
        needs=needs,
        reusable=leaves_debit,
        leaves_debit=leaves_debit,
    )


def _debit(
    name: str,
    label: str,
    currency: str,
    needs: tuple[str, ...],
    country: str | None = None,
    *,
    verified: bool = False,
    domestic: bool = False,
) -> PaymentType:
    """A debit; `verified` when the shopper first has to prove, by a small deposit, that the account is hers."""
    return PaymentType(
        name,
        label,
        Family.DEBIT,
        (S, D, X) if verified else (S, D),
        ActionKind.MICRODEPOSITS if verified else None,
        _only(currency),
        accounts=_only(country) if country else None,
        domestic=domestic,
        needs=needs,
        reusable=True,
        patience=10 * DAY,
    )


def _voucher(
    name: str,
    label: str,
    action: ActionKind,
    currency: str,
    needs: tuple[str, ...],
    days: int,
    *,
    buyers: frozenset[str] | None = None,
    accounts: frozenset[str] | None = None,
    refundable: bool = False,
) -> PaymentType:
    return PaymentType(
        name,
        label,
        Family.VOUCHER,
        (S, X),
        action,
        _only(currency),
        accounts=accounts,
        buyers=buyers,
        needs=needs,
        refundable=refundable,
        patience=days * DAY,
    )


def _lender(
    name: str,
    label: str,
    currencies: str,
    countries: str,
    limits: Mapping[str, Limits],
    needs: tuple[str, ...],
    patience: int,
    *,
    domestic: bool = True,
) -> PaymentType:
    return PaymentType(
        name,
        label,
        Family.REDIRECT,
        AWAY,
        ActionKind.REDIRECT,
        _only(currencies),
        accounts=_only(countries),
        buyers=_only(countries),
        domestic=domestic,
        limits=limits,
        needs=needs,
        manual_capture=True,
        refused_by_provider=True,
        patience=patience,
    )


ADDRESS = ("address.line1", "address.city", "address.postal_code", "address.country")
AFFIRM = Limits(5_000, 3_000_000)
AFTERPAY = Limits(100, 200_000)
KLARNA_COUNTRIES = "AU AT BE CA HR CY CZ DK EE FI FR DE GR IE IT LV LT LU MT NL NZ NO PL PT RO SK SI ES SE CH GB US"
WECHAT_COUNTRIES = "AT AU BE CA CH DE DK ES FI FR HK IE IT JP LU NL NO PT SE SG GB US"

TABLE: tuple[PaymentType, ...] = (
    PaymentType("card", "Card", Family.INSTANT, (S, D, C), reusable=True, manual_capture=True),
    PaymentType("link", "Link", Family.INSTANT, (S,), reusable=True, manual_capture=True),
    _debit("us_bank_account", "ACH Direct Debit (US)", "usd", ("name",), "US", verified=True),
    _debit("acss_debit", "Pre-authorized debit (Canada)", "cad", ("name", "email"), "CA", verified=True),
    _debit("bacs_debit", "Bacs Direct Debit (UK)", "gbp", ("name", "email", *ADDRESS), "GB", domestic=True),
    _debit("au_becs_debit", "BECS Direct Debit (Australia)", "aud", ("name", "email"), "AU"),
    _debit("sepa_debit", "SEPA Direct Debit", "eur", ("name", "email")),
    PaymentType(
        "cashapp", "Cash App Pay",
        Family.PHONE,
        AWAY,
        ActionKind.CASHAPP,
        _only("usd"),
        accounts=_only("US"),
        domestic=True,
        reusable=True,
        manual_capture=True,
        refused_by_provider=True,
        patience=600,
    ),
    PaymentType(
        "amazon_pay", "Amazon Pay",
        Family.REDIRECT,
        AWAY,
        ActionKind.REDIRECT,
        own_currency=True,
        reusable=True,
        manual_capture=True,
        refused_by_provider=True,
    ),
    _lender(
        "klarna", "Klarna", "aud cad chf czk dkk eur gbp nok nzd pln ron sek usd", KLARNA_COUNTRIES, {},
        ("email", "address.country"), 48 * HOUR, domestic=False,
    ),
    _lender("affirm", "Affirm", "usd cad", "US CA", {"usd": AFFIRM, "cad": AFFIRM}, (), 12 * HOUR),
    _lender(
        "afterpay_clearpay", "Afterpay / Clearpay", "usd cad gbp aud nzd", "AU CA GB NZ US",
        {"usd": Limits(100, 400_000), "gbp": Limits(100, 120_000), "cad": AFTERPAY, "aud": AFTERPAY, "nzd": AFTERPAY},
        ("name", "email", *ADDRESS), 3 * HOUR,
    ),
    PaymentType(
        "alipay", "Alipay",
        Family.REDIRECT,
        AWAY,
        ActionKind.ALIPAY,
        _only("cny eur aud cad gbp hkd jpy nzd sgd usd myr"),
        own_currency=True,
        refused_by_provider=True,
    ),
    PaymentType(
        "wechat_pay", "WeChat Pay",
        Family.PHONE,
        AWAY,
        ActionKind.WECHAT_PAY,
        _only("cny aud cad chf dkk eur gbp hkd jpy nok sek sgd usd"),
        accounts=_only(WECHAT_COUNTRIES),
        own_currency=True,
        refused_by_provider=True,
    ),
    _bank("bancontact", "Bancontact", needs=("name",), leaves_debit=True),
    _bank("ideal", "iDEAL", leaves_debit=True),
    _bank("sofort", "Sofort", leaves_debit=True),
    _bank("eps", "EPS", needs=("name",)),
    _bank("giropay", "giropay", needs=("name",)),
    _bank("p24", "Przelewy24", currencies=_only("eur pln"), needs=("email",)),
    PaymentType(
        "blik", "BLIK",
        Family.PHONE,
        AWAY,
        ActionKind.BLIK,
        _only("pln"),
        accounts=EEA,
        buyers=_only("PL"),
        patience=60,
    ),
    _voucher(
        "multibanco", "Multibanco", ActionKind.MULTIBANCO, "eur", ("email",), 7,
        accounts=EUROPE | {"US"}, refundable=True,
    ),
    _voucher(
        "boleto", "Boleto", ActionKind.BOLETO, "brl", ("name", "email", *ADDRESS, "address.state"), 3,
        buyers=_only("BR"),
    ),
    _voucher("oxxo", "OXXO", ActionKind.OXXO, "mxn", ("name", "email"), 3, buyers=_only("MX")),
)  # fmt: skip
"""giropay and sofort are retired, but the pinned SDK still knows them, and so does this sandbox."""

BY_NAME: Mapping[str, PaymentType] = {kind.name: kind for kind in TABLE}
