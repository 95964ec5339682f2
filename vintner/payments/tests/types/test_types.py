"""Which types of payment methods a store offers, and for which bills: the table's own rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vintner.money import Money
from vintner.payment_type_names import PAYMENT_TYPE_NAMES
from vintner.payments.types import BY_NAME, CURRENCY_OF, TABLE, Flow, billing_countries, find_problem, list_offered

ALL = tuple(BY_NAME)


def names(currency: str, account: str, enabled: tuple[str, ...] = ALL) -> set[str]:
    return {method_type.name for method_type in list_offered(enabled, currency, account)}


def test_there_are_24_types_and_the_settings_know_their_names() -> None:
    assert len(TABLE) == len(BY_NAME) == 24
    assert PAYMENT_TYPE_NAMES == ALL


def test_a_store_that_enables_cards_alone_offers_cards_alone() -> None:
    assert names("USD", "US", ("card",)) == {"card"}
    assert names("USD", "US", ()) == set()


@pytest.mark.parametrize(
    ("currency", "account", "are", "are_not"),
    [
        ("USD", "US", "card us_bank_account link cashapp klarna affirm afterpay_clearpay alipay wechat_pay", "ideal"),
        ("USD", "DE", "card link", "us_bank_account cashapp affirm afterpay_clearpay alipay wechat_pay"),
        ("CAD", "CA", "acss_debit affirm afterpay_clearpay", "cashapp us_bank_account"),
        ("EUR", "DE", "sepa_debit bancontact ideal sofort eps giropay p24 multibanco klarna alipay", "blik boleto"),
        ("EUR", "PL", "ideal p24 klarna", "alipay"),
        ("PLN", "PL", "blik p24 klarna", "ideal"),
        ("PLN", "US", "p24", "blik"),
        ("GBP", "GB", "bacs_debit afterpay_clearpay klarna", "au_becs_debit"),
        ("AUD", "AU", "au_becs_debit", "bacs_debit"),
        ("BRL", "BR", "boleto", "oxxo"),
        ("MXN", "MX", "oxxo", "boleto"),
        ("CNY", "US", "alipay wechat_pay", "affirm"),
        ("CHF", "AU", "", "klarna"),
    ],
)
def test_what_is_offered_depends_on_currency_and_account(currency: str, account: str, are: str, are_not: str) -> None:
    found = names(currency, account)
    assert set(are.split()) <= found
    assert not set(are_not.split()) & found
    assert "amazon_pay" not in found


@pytest.mark.parametrize(
    ("name", "currency", "account", "bills"),
    [
        ("card", "USD", "US", ""),
        ("boleto", "BRL", "BR", "BR"),
        ("cashapp", "USD", "US", "US"),
        ("bacs_debit", "GBP", "GB", "GB"),
        ("blik", "PLN", "DE", "PL"),
        ("klarna", "USD", "US", "US"),
        ("klarna", "SEK", "DE", "SE"),
        ("klarna", "EUR", "DE", "AT BE HR CY EE FI FR DE GR IE IT LV LT LU MT NL PT SK SI ES"),
    ],
)
def test_where_the_bill_may_go(name: str, currency: str, account: str, bills: str) -> None:
    assert billing_countries(BY_NAME[name], currency, account) == frozenset(bills.split())


@pytest.mark.parametrize(
    ("name", "country", "amount", "currency", "code"),
    [
        ("card", "US", 50, "USD", ""),
        ("card", "US", 49, "USD", "amount_too_small"),
        ("card", "CA", 29, "GBP", "amount_too_small"),
        ("affirm", "CA", 9_000, "USD", "country_unsupported"),
        ("affirm", "US", 4_999, "USD", "amount_too_small"),
        ("affirm", "US", 5_000, "USD", ""),
        ("affirm", "US", 3_000_000, "USD", ""),
        ("affirm", "US", 3_000_001, "USD", "amount_too_large"),
        ("afterpay_clearpay", "US", 400_001, "USD", "amount_too_large"),
        ("afterpay_clearpay", "US", 99, "USD", "amount_too_small"),
    ],
)
def test_what_keeps_a_bill_from_being_paid_so(name: str, country: str, amount: int, currency: str, code: str) -> None:
    assert find_problem(BY_NAME[name], country, Money(amount), currency=currency, account_country="US") == code


def test_what_can_be_done_with_a_type() -> None:
    assert {method_type.name for method_type in TABLE if not method_type.supports_deferred} == {"blik", "acss_debit"}
    assert {method_type.name for method_type in TABLE if not method_type.can_refund} == {"boleto", "oxxo"}
    assert {method_type.name for method_type in TABLE if method_type.flow is Flow.VOUCHER} == {
        "boleto",
        "multibanco",
        "oxxo",
    }
    assert {method_type.name for method_type in TABLE if method_type.captures_later} == {
        "card", "link", "cashapp", "amazon_pay", "klarna", "affirm", "afterpay_clearpay"
    }  # fmt: skip


@given(currency=st.sampled_from(sorted(set(CURRENCY_OF.values()))), account=st.sampled_from(sorted(CURRENCY_OF)))
def test_whatever_is_offered_can_be_paid_from_somewhere(currency: str, account: str) -> None:
    for method_type in list_offered(ALL, currency, account):
        allowed = billing_countries(method_type, currency, account)
        somewhere = min(allowed) if allowed else "US"
        wrong = find_problem(method_type, somewhere, Money(20_000), currency=currency, account_country=account)
        assert wrong in ("", "amount_too_small")
