"""Cents with their fraction: rounding them, writing them, sharing them out."""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

from vintner.money import Money

NOTHING = Decimal(0)


def rounded(cents: Decimal) -> Money:
    """Return whole cents, half a cent rounded up: prices are without tax (docs/pricing.md#taxes)."""
    return Money(int(cents.to_integral_value(ROUND_HALF_UP)))


def without_zeros(number: Decimal) -> str:
    """Return the shortest way to write a number: 10.00 → '10', 7.2500 → '7.25'."""
    return f"{number.normalize():f}"


def shared_out(amount: int, weights: Sequence[Decimal]) -> list[int]:
    """Return `amount` cents in whole parts as near to the weights as can be; the parts make exactly the amount.

    The largest remainders get the cents that are left over, of equal ones the first. No weight may be negative;
    when all are zero nothing can be shared out, and every part is zero.
    """
    if len(weights) == 1:
        return [amount if weights[0] else 0]
    whole = sum(weights, NOTHING)
    if not whole:
        return [0] * len(weights)
    exact = [amount * weight / whole for weight in weights]
    parts = [int(each) for each in exact]
    by_remainder = sorted(range(len(parts)), key=lambda n: parts[n] - exact[n])
    for n in by_remainder[: amount - sum(parts)]:
        parts[n] += 1
    return parts
