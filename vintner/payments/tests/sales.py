"""For each type of payment methods, a store and a shopper between whom it works."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pytest_django import Settings

from vintner.payments.offered_types import code_of
from vintner.payments.types import BY_NAME
from vintner.testing.builders import make_product
from vintner.testing.sandbox import Sandbox
from vintner.testing.shopper import CheckoutAnswer, Shopper

PARCEL = {
    "ship_to_different_address": "1",
    "shipping_first_name": "Jane",
    "shipping_last_name": "Doe",
    "shipping_country": "US",
    "shipping_address_1": "1 Main St",
    "shipping_city": "San Francisco",
    "shipping_state": "CA",
    "shipping_postcode": "94110",
}
STATES = {"US": ("CA", "94110"), "CA": ("ON", "K1A 0B1"), "BR": ("SP", "01000-000"), "MX": ("CDMX", "02860")}
POSTCODES = {"AU": ("NSW", "2060"), "GB": ("", "EC1Y 8SY"), "PL": ("", "00-950"), "DE": ("", "26133")}


@dataclass(frozen=True)
class Sale:
    """The account's country, the currency, where the bill goes, and what is typed into the provider's fields."""

    account: str = "US"
    currency: str = "USD"
    bill: str = "US"
    fields: Mapping[str, str] = field(default_factory=dict)
    """What pays in the end, as slowly as can be."""
    losing: Mapping[str, str] = field(default_factory=dict)
    """A bank account that sends the debit back, if the type has one."""


US, GERMAN, POLISH = Sale(), Sale("DE", "EUR", "DE"), Sale("PL", "PLN", "PL")
SALES: Mapping[str, Sale] = {
    "link": US,
    "us_bank_account": Sale(fields={"routing_number": "110000000", "account_number": "000000000009"}),
    "acss_debit": Sale(
        "CA",
        "CAD",
        "CA",
        {"institution_number": "000", "transit_number": "11000", "account_number": "900123456789"},
        {"account_number": "900222222227"},
    ),
    "bacs_debit": Sale(
        "GB", "GBP", "GB", {"sort_code": "108800", "account_number": "90012345"}, {"account_number": "92222227"}
    ),
    "au_becs_debit": Sale(
        "AU", "AUD", "AU", {"bsb_number": "000000", "account_number": "900123456"}, {"account_number": "922222227"}
    ),
    "sepa_debit": Sale("DE", "EUR", "DE", {"iban": "DE08370400440532013003"}, {"iban": "DE78370400440532013004"}),
    "cashapp": US,
    "klarna": GERMAN,
    "affirm": US,
    "afterpay_clearpay": Sale("GB", "GBP", "GB"),
    "alipay": US,
    "wechat_pay": US,
    "bancontact": GERMAN,
    "ideal": GERMAN,
    "sofort": Sale("DE", "EUR", "DE", {"country": "DE"}),
    "eps": GERMAN,
    "giropay": GERMAN,
    "p24": POLISH,
    "blik": POLISH,
    "multibanco": GERMAN,
    "boleto": Sale("BR", "BRL", "BR", {"tax_id": "000.000.000-00"}),
    "oxxo": Sale("MX", "MXN", "MX"),
}


@dataclass
class Market:
    """A store that takes one type, and its provider."""

    sandbox: Sandbox
    kind: str
    sale: Sale

    def bill(self) -> dict[str, str]:
        """Return the fields of the bill's address, and of the parcel's, which stays in the store's own country."""
        state, postcode = {**STATES, **POSTCODES}[self.sale.bill]
        parcel = {} if self.sale.bill == "US" else PARCEL
        return {
            "billing_country": self.sale.bill,
            "billing_state": state,
            "billing_postcode": postcode,
            **parcel,
        }

    def billing(self, email: str = "fill_never@example.com") -> dict[str, str]:
        """Return what the provider is told of the payer; a voucher for this e-mail address is never paid by itself."""
        _, postcode = {**STATES, **POSTCODES}[self.sale.bill]
        return {
            "name": "Jane Doe",
            "email": email,
            "address[line1]": "1 Main St",
            "address[city]": "Town",
            "address[state]": "SP",
            "address[postal_code]": postcode,
            "address[country]": self.sale.bill,
        }

    def method(self, *, losing: bool = False) -> str:
        fields = {**self.sale.fields, **(self.sale.losing if losing else {})}
        return self.sandbox.method(self.kind, self.billing(), **fields)

    def token(self) -> str:
        return self.sandbox.token(self.kind, self.billing(), keep=False, **self.sale.fields)

    def shopper(self) -> Shopper:
        return Shopper().puts(make_product(price="120.00", stock=9))

    def chooses(self, **more: str) -> dict[str, str]:
        """Return the form's fields that choose the type."""
        code = {"wc-stripe-blik-code": "654321"} if self.kind == "blik" else {}
        return {"payment_method": code_of(BY_NAME[self.kind]), **self.bill(), **code, **more}

    def pays(self, shopper: Shopper, method: str, **more: str) -> CheckoutAnswer:
        return shopper.pays(method, **self.chooses(**more))


def open_market(sandbox: Sandbox, settings: Settings, kind: str, *others: str) -> Market:
    """Let the store be one that takes this type (and others), by its settings."""
    sale = SALES[kind]
    sandbox.move_account(sale.account)
    settings.PAYMENT_TYPES = ["card", kind, *others]
    settings.STORE_CURRENCY = sale.currency
    settings.ACCOUNT_COUNTRY = sale.account
    settings.STORE_COUNTRIES = list(dict.fromkeys(["US", "CA", sale.bill]))
    return Market(sandbox, kind, sale)
