"""Money is exact."""

from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from vintner.money import Money, MoneyField, MoneyFormField, currency, symbol

amounts = st.integers(-(10**9), 10**9).map(Money)


@pytest.mark.parametrize(
    ("minor", "percent", "share"),
    [(2005, "10", 201), (2000, "33.3", 666), (1699, "7.25", 123), (-2005, "10", -201), (0, "50", 0)],
    ids=["half a cent rounds up", "thirds round down", "a tax", "away from zero", "nothing"],
)
def test_percent_rounds_half_a_cent_up(minor: int, percent: str, share: int) -> None:
    assert Money(minor).percent(Decimal(percent)) == Money(share)


@pytest.mark.parametrize(("minor", "text"), [(0, "$0.00"), (5, "$0.05"), (123456, "$1,234.56"), (-1000, "-$10.00")])
def test_reads_as_dollars(minor: int, text: str) -> None:
    assert Money(minor).text == text


@given(amounts, amounts, st.integers(0, 999))
def test_sums_are_exact(one: Money, other: Money, times: int) -> None:
    assert one + other - other == one
    assert Money.total([one] * times) == one * times


@given(st.integers(0, 10**9).map(Money))
def test_survives_the_way_through_a_form(amount: Money) -> None:
    box = MoneyFormField(required=True, label="Price", help_text="")
    assert box.clean(str(box.prepare_value(amount))) == amount
    assert not box.has_changed(amount, str(amount.decimal))


@given(amounts)
def test_survives_the_way_through_a_column(amount: Money) -> None:
    column: MoneyField[Money, Money] = MoneyField()
    assert column.from_db_value(column.get_prep_value(amount)) == amount
    assert column.to_python(str(amount.minor)) == amount


@pytest.mark.parametrize("amount", ["999999999999.99", "0.01", "0"])
def test_what_staff_type_passes_the_columns_own_check(amount: str) -> None:
    column: MoneyField[Money, Money] = MoneyField()
    box = column.formfield()
    typed = box.clean(amount)
    assert typed is not None
    assert column.clean(typed, None) == Money.of(Decimal(amount))
    with pytest.raises(ValidationError):
        box.clean("1000000000000.00")


@pytest.mark.parametrize(
    ("code", "text", "sign"), [("EUR", "€1,234.56", "€"), ("PLN", "PLN1,234.56", "PLN"), ("BRL", "R$1,234.56", "R$")]
)
def test_reads_as_the_store_s_currency(settings: Settings, code: str, text: str, sign: str) -> None:
    settings.STORE_CURRENCY = code
    assert (currency(), Money(123456).text.replace("\xa0", ""), symbol()) == (code, text, sign)
