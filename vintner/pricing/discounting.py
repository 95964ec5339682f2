"""The discount stage of a quote: what promotions and coupons take off a cart whose prices stay."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from vintner.money import Money, round_cents, share_out
from vintner.pricing.rules.benefits import OnceOff
from vintner.pricing.rules.coupon_sums import Share, dearest_first, in_order_of_use, take_off
from vintner.pricing.rules.coupons import CouponTerms
from vintner.pricing.rules.promotions import CombiningTerms, PromotedLine, PromotionTerms


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjustment:
    """An amount on a cart with the merchant's words for it, and the promotion it comes from (0 for several)."""

    label: str
    amount: Money
    promotion_id: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AppliedCoupon:
    """A coupon and what it takes off each line, by key. Nothing when it only opens something else."""

    terms: CouponTerms
    off: Mapping[str, int]

    @property
    def amount(self) -> Money:
        return Money(sum(self.off.values()))


@dataclass(slots=True)
class Discounts:
    """What is taken off lines: by promotions that leave prices alone, then by coupons. `fees` are negative."""

    by_line: dict[str, Money] = field(default_factory=dict)
    promotions: tuple[Adjustment, ...] = ()
    fees: tuple[Adjustment, ...] = ()
    coupons: tuple[AppliedCoupon, ...] = ()
    promotion_ids: frozenset[int] = frozenset()


def discounts(
    lines: Sequence[PromotedLine],
    counting: Sequence[PromotionTerms],
    coupons: Sequence[CouponTerms],
    policy: CombiningTerms,
) -> Discounts:
    """Return all that is taken off promoted lines; never more than they cost."""
    discounting = [each for each in counting if each.as_discount or isinstance(each.benefit, OnceOff)]
    if not coupons and not discounting:
        return Discounts()
    own = [
        Share(item=line.item, full=(cents := line.subtotal.minor), left=cents) for line in lines if not line.item.free
    ]
    shares = dearest_first(own)
    wanted_discounts = _find_discounts(lines, discounting, {share.item.key: share for share in shares})
    made = Discounts()
    if not policy.as_fees:
        taken = [(promotion, _take(bearing)) for promotion, bearing in wanted_discounts]
        made.promotions = _adjustments(taken, policy)
    made.coupons = tuple(
        AppliedCoupon(terms=terms, off=take_off(terms, shares, in_turn=policy.coupons_in_turn))
        for terms in in_order_of_use(coupons)
    )
    if policy.as_fees:
        taken = _limit_to(wanted_discounts, sum(share.left for share in shares))
        made.fees = tuple(replace(each, amount=-each.amount) for each in _adjustments(taken, policy))
    made.promotion_ids = frozenset(promotion.id for promotion, cents in taken if cents)
    made.by_line = {share.item.key: Money(share.full - share.left) for share in shares}
    return made


_Discount = tuple[Decimal, list[tuple[Share, Decimal]]]
"""Cents with their fraction, and the lines that bear them with their weights."""


def _find_discounts(
    lines: Sequence[PromotedLine], discounting: Sequence[PromotionTerms], shares: Mapping[str, Share]
) -> list[tuple[PromotionTerms, _Discount]]:
    """Return what each promotion that leaves prices alone wants to take, in order of priority."""
    found: list[tuple[PromotionTerms, _Discount]] = []
    for promotion in discounting:
        if isinstance(promotion.benefit, OnceOff):
            bearing = [share for share in shares.values() if promotion.filter.passes(share.item)]
            bearing = [share for share in bearing if not share.item.given_by]
            found.append(
                (promotion, (Decimal(promotion.benefit.amount), [(share, Decimal(share.full)) for share in bearing]))
            )
        else:
            weights = [
                (shares[line.item.key], each.cut.off)
                for line in lines
                for each in line.applied
                if each.promotion is promotion and line.item.key in shares
            ]
            found.append((promotion, (sum((off for _, off in weights), Decimal(0)), weights)))
    return [(promotion, discount) for promotion, discount in found if discount[1]]


def _take(discount: _Discount) -> int:
    """Take the exact amount off the lines by their weights, in whole cents and as far as they have it.

    A percentage worked out anew from the amount could be a cent off.
    """
    wanted, weighted = discount
    bounded = [min(weight, Decimal(share.left)) for share, weight in weighted]
    amount = min(round_cents(wanted).minor, round_cents(sum(bounded, Decimal(0))).minor)
    parts = share_out(amount, bounded)
    return sum(share.take(part) for (share, _), part in zip(weighted, parts, strict=True))


def _limit_to(
    wanted_discounts: Sequence[tuple[PromotionTerms, _Discount]], left: int
) -> list[tuple[PromotionTerms, int]]:
    """Return the amounts to the cent, together no more than what is left of the lines."""
    taken = []
    for promotion, (wanted, _) in wanted_discounts:
        taken.append((promotion, min(round_cents(wanted).minor, left)))
        left -= taken[-1][1]
    return taken


def _adjustments(taken: Sequence[tuple[PromotionTerms, int]], policy: CombiningTerms) -> tuple[Adjustment, ...]:
    """Return the amounts as the shopper reads them, as one if the merchant wants that."""
    given = [(promotion, Money(cents)) for promotion, cents in taken if cents]
    if policy.one_label and given:
        return (Adjustment(label=policy.one_label, amount=Money.total(amount for _, amount in given)),)
    return tuple(
        Adjustment(label=promotion.label or promotion.title, amount=amount, promotion_id=promotion.id)
        for promotion, amount in given
    )


def savings(lines: Sequence[PromotedLine], counting: Iterable[PromotionTerms]) -> tuple[Adjustment, ...]:
    """Return what promotions saved by lower prices and free lines: told, for subtotals already are after it.

    Each line's saving, in whole cents, is shared out among its promotions; all together they make it.
    """
    saved: dict[int, int] = {}
    for line in lines:
        off = (line.item.price * line.item.quantity - line.subtotal).minor
        cuts = [(each.promotion.id, each.cut.off) for each in line.applied if not each.promotion.as_discount]
        cuts = [(line.item.given_by, Decimal(1))] if line.item.free else cuts
        for (promotion_id, _), part in zip(cuts, share_out(off, [weight for _, weight in cuts]), strict=True):
            saved[promotion_id] = saved.get(promotion_id, 0) + part
    return tuple(
        Adjustment(label=promotion.title, amount=Money(saved[promotion.id]), promotion_id=promotion.id)
        for promotion in counting
        if saved.get(promotion.id)
    )
