"""Accounts at the provider: which types of payment methods each can offer, and where its shoppers live."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import httpx
from playwright.sync_api import Page, expect

from tests.journeys.states.pages import arrive
from tests.journeys.states.pages import log_in as enter
from tests.journeys.store.running_store import RunningStore, running_store


@dataclass(frozen=True, slots=True)
class ProviderAccount:
    """A store's account: its currency, its country, where its shoppers' bills go, and the types beside cards."""

    name: str
    currency: str
    country: str
    types: tuple[str, ...]

    @property
    def settings(self) -> dict[str, str]:
        """What its store is started with. Wine goes to the US in any case: only the bills go elsewhere."""
        countries = dict.fromkeys(["US", "CA", self.country])
        return {
            "STORE_CURRENCY": self.currency,
            "ACCOUNT_COUNTRY": self.country,
            "STORE_COUNTRIES": ",".join(countries),
            "PAYMENT_TYPES": ",".join(["card", *self.types]),
        }


ACCOUNTS: Final = (
    ProviderAccount(
        "US, in dollars",
        "USD",
        "US",
        ("us_bank_account", "link", "cashapp", "affirm", "afterpay_clearpay", "klarna", "alipay"),
    ),
    ProviderAccount(
        "Germany, in euros",
        "EUR",
        "DE",
        ("sepa_debit", "bancontact", "ideal", "sofort", "eps", "giropay", "multibanco", "wechat_pay"),
    ),
    ProviderAccount("Poland, in zloty", "PLN", "PL", ("blik", "p24")),
    ProviderAccount("Brazil, in reais", "BRL", "BR", ("boleto",)),
    ProviderAccount("Mexico, in pesos", "MXN", "MX", ("oxxo",)),
    ProviderAccount("Britain, in pounds", "GBP", "GB", ("bacs_debit",)),
    ProviderAccount("Canada, in Canadian dollars", "CAD", "CA", ("acss_debit",)),
    ProviderAccount("Australia, in Australian dollars", "AUD", "AU", ("au_becs_debit",)),
)


@contextmanager
def store_of(account: ProviderAccount, *, aloud: bool = True) -> Iterator[RunningStore]:
    """Run a store with an account, for as long as the block lasts."""
    with running_store(f"account-{account.country.lower()}", account.settings, aloud=aloud) as store:
        sandbox = store.stack.environment["SANDBOX_URL"]
        httpx.post(f"{sandbox}/_sandbox/account", json={"country": account.country}).raise_for_status()
        yield store


def log_in(page: Page, email: str, password: str) -> None:
    arrive(page, "/my-source/")
    enter(page, password, email=email)
    expect(page.get_by_role("heading", name="Your orders")).to_be_visible()
