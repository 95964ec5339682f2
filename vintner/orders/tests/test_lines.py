"""What an order says of its lines."""

import pytest

from vintner.money import Money
from vintner.orders.models import OrderLine


@pytest.mark.parametrize(
    ("subtotal", "quantity", "unit"),
    [(3398, 2, 1699), (1000, 3, 333), (2000, 3, 667), (205, 2, 103), (0, 4, 0)],
    ids=["divides", "thirds round down", "two thirds round up", "half a cent rounds up", "a gift"],
)
def test_a_bottle_costs_its_share_of_the_line(subtotal: int, quantity: int, unit: int) -> None:
    assert OrderLine(subtotal=Money(subtotal), quantity=quantity).unit_price == Money(unit)


@pytest.mark.parametrize(
    ("quantity", "each", "words"),
    [(1, 1, "1"), (2, 1, "2"), (1, 3, "1 box (3 bottles)"), (2, 6, "2 boxes (12 bottles)")],
)
def test_a_line_says_how_many_bottles_it_is(quantity: int, each: int, words: str) -> None:
    assert OrderLine(quantity=quantity, bottles_each=each).bottles_in_words == words
