"""What staff may write as the cost of a delivery, and what it comes to."""

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from vintner.money import Money
from vintner.shipping.rules.costs import LONGEST, BadCost, Contents, cost_of, fixed, read
from vintner.shipping.validators import check_cost

SIX = Contents(units=6, cost=Money(120_00))


@pytest.mark.parametrize(
    ("written", "cents"),
    [
        ("10", 1000),
        ("10.00", 1000),
        (".5", 50),
        ("10 + 2 * [qty]", 2200),
        ("10+2*[qty]-1", 2100),
        ("(10 + 2) * [qty]", 7200),
        ("10 - 2 - 3", 500),
        ("12 / 4 / 3", 100),
        ("-5 + 8", 300),
        ("-5", 0),
        ("[cost] / 7", 1714),
        ("0.125", 13),
        ('[fee percent="10"]', 1200),
        ('[fee percent="10" min_fee="20"]', 2000),
        ('[fee percent="10" max_fee="5"]', 500),
        ('[fee percent="10" min_fee="4" max_fee=""]', 1200),
        ("[fee percent='2.5' max_fee='50']", 300),
        ('5 + [fee max_fee="8" percent="10"]', 1300),
    ],
)
def test_what_a_cost_comes_to(written: str, cents: int) -> None:
    expression = read(written)
    assert expression is not None
    assert cost_of(expression, SIX) == Money(cents)


def test_nothing_written_is_no_cost() -> None:
    assert read("  ") is None


@pytest.mark.parametrize(
    "written",
    [
        *("ten", "10 +", "* 2", "(10", "10)", "10 10", "()", "2 ** 8", "1e9", "10;", "9" * (LONGEST + 1), "١"),
        *("[weight]", "[qty", "[fee]", '[fee percent=""]', '[fee percent="x"]', "[fee percent='1.2.3']"),
        "__import__('os')",
    ],
)
def test_what_is_no_cost_is_refused_in_words(written: str) -> None:
    with pytest.raises(BadCost, match=r"\w+ \w+"):
        read(written)


@pytest.mark.parametrize("written", ["10 / ([qty] - 6)", "0 / 0", "99999 * 99999", "9" * 190])
def test_what_comes_to_nothing_sensible_has_no_cost(written: str) -> None:
    expression = read(written)
    assert expression is not None
    assert cost_of(expression, SIX) is None


@pytest.mark.parametrize("written", ["-4", "3 - 9", "1 / 0", "99999999999", "100001"])
def test_an_amount_that_no_cart_would_be_asked_for_is_refused(written: str) -> None:
    with pytest.raises(ValidationError, match="cost"):
        check_cost(written)


@pytest.mark.parametrize("written", ["0", "", "20 - [qty]", "100000", "2 * [qty]", "30 / [qty]"])
def test_what_some_carts_may_be_asked_for_is_taken(written: str) -> None:
    check_cost(written)


def test_the_deepest_brackets_are_read() -> None:
    half = LONGEST // 2 - 1
    expression = read("(" * half + "7" + ")" * half)
    assert expression is not None
    assert cost_of(expression, SIX) == Money(700)


@given(st.text(max_size=40))
def test_any_text_is_a_cost_or_refused(written: str) -> None:
    try:
        expression = read(written)
    except BadCost:
        return
    assert expression is None or (cost_of(expression, SIX) or Money(0)) >= Money(0)


@given(st.integers(0, 100_000_00))
def test_one_amount_costs_itself(cents: int) -> None:
    assert cost_of(fixed(Money(cents)), SIX) == Money(cents)
