"""Amounts of money, and numbers that make names different."""

from itertools import count

from vintner.money import Money

Amount = Money | str

NUMBERS = count(1)


def money(amount: Amount) -> Money:
    """Return "16.99" as Money; Money stays as it is."""
    if isinstance(amount, Money):
        return amount
    whole, _, cents = amount.partition(".")
    return Money(int(whole) * 100 + int(f"{cents:0<2}"))
