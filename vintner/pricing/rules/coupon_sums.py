"""What coupons take off lines, to the cent (docs/pricing.md#coupons).

Cents that a sum does not divide evenly are given out one per unit, from the dearest line down.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_DOWN, Decimal

from vintner.pricing.rules.coupons import CouponKind, CouponTerms
from vintner.pricing.rules.items import Item

_FIRST_COMES = (CouponKind.FIXED_PRODUCT, CouponKind.PERCENT, CouponKind.FIXED_CART)


@dataclass(slots=True)
class Share:
    """A line while coupons are at work on it: cents after promotions, and what coupons left of them so far."""

    item: Item
    full: int
    left: int

    def take(self, cents: int) -> int:
        """Take so many cents off, or what is left; return how many."""
        taken = max(min(cents, self.left), 0)
        self.left -= taken
        return taken


def in_order_of_use(coupons: Iterable[CouponTerms]) -> list[CouponTerms]:
    """Sort by kind, then the fewer units, then the smaller amount, then the newer coupon."""
    return sorted(coupons, key=lambda c: (_FIRST_COMES.index(c.kind), c.most_units or 0, c.amount, -c.id))


def dearest_first(shares: Iterable[Share]) -> list[Share]:
    """Sort in an order that does not depend on the cart's; lines that cost nothing are left out."""
    return sorted(
        (share for share in shares if share.full),
        key=lambda s: (-Decimal(s.full) / s.item.quantity, s.item.variation_id, s.item.key),
    )


def take_off(terms: CouponTerms, shares: Sequence[Share], *, in_turn: bool) -> dict[str, int]:
    """Take a coupon's discount off the shares (dearest first) that it is for; return the cents by item's key.

    `in_turn`: a percentage is of what the coupons before left.
    """
    eligible = [share for share in shares if terms.is_for(share.item)]
    before = {share.item.key: share.left for share in eligible}
    match terms.kind:
        case CouponKind.PERCENT:
            _percent(terms, eligible, in_turn)
        case CouponKind.FIXED_PRODUCT:
            _each(eligible, terms.amount, terms.most_units)
        case CouponKind.FIXED_CART:
            _whole(eligible, int(terms.amount))
    return {share.item.key: taken for share in eligible if (taken := before[share.item.key] - share.left)}


def _units(shares: Iterable[Share], most: int | None) -> Iterator[tuple[Share, int]]:
    """Yield how many units of each line take part, `most` over all of them."""
    for share in shares:
        units = share.item.quantity if most is None else min(most, share.item.quantity)
        if most is not None:
            most -= units
        yield share, units


def _percent(terms: CouponTerms, shares: Sequence[Share], in_turn: bool) -> None:
    base, taken = Decimal(0), 0
    rate = min(terms.amount, Decimal(100)) / 100
    for share, units in _units(shares, terms.most_units):
        cost = Decimal(share.left if in_turn else share.full) * units / share.item.quantity
        base += cost
        taken += share.take(int(cost * rate))
    wanted = int((base * rate).to_integral_value(ROUND_HALF_DOWN))
    _cents(shares, wanted - taken)


def _each(shares: Sequence[Share], amount: Decimal, most: int | None) -> int:
    """Take an amount off every unit. With a limit on units, never more than one unit costs."""
    taken = 0
    for share, units in _units(shares, most):
        each = amount if most is None else min(amount, Decimal(share.full) / share.item.quantity)
        taken += share.take(int(each * units))
    return taken


def _whole(shares: Sequence[Share], amount: int) -> None:
    """Spread an amount evenly over units, again and again while lines have something left to give."""
    while amount > 0:
        giving = [share for share in shares if share.left]
        units = sum(share.item.quantity for share in giving)
        if not units:
            return
        if amount < units:
            _cents(giving, amount)
            return
        amount -= _each(giving, Decimal(amount // units), None)


def _cents(shares: Iterable[Share], amount: int) -> None:
    """Give out cents, one per unit at most, from the first line on."""
    for share in shares:
        if amount <= 0:
            return
        amount -= share.take(min(amount, share.item.quantity))
