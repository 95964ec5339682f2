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
