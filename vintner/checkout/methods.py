"""The ways to pay, and where each is offered (spec 4, method availability)."""

from dataclasses import dataclass

CARD = "stripe"
"""The one payment method, as the outside calls it."""


@dataclass(frozen=True, slots=True)
class Method:
    """A way to pay. Without `countries`, it is offered wherever the bill goes."""

    code: str
    label: str
    countries: tuple[str, ...] = ()


METHODS = (Method(CARD, "Card"),)


def may_pay_with(code: str, country: str) -> bool:
    """Say whether there is such a method for a bill to this country."""
    return any(each.code == code and (not each.countries or country in each.countries) for each in METHODS)
