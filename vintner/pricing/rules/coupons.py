"""Coupons: what they ask for, and why one cannot be used (docs/pricing.md#coupons)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_HALF_DOWN, Decimal
from enum import StrEnum
from fnmatch import fnmatchcase

from vintner.money import Money
from vintner.pricing.rules.items import EVERYTHING, Filter, Item
from vintner.refusal import Refusal


class CouponKind(StrEnum):
    """What a coupon takes off: a share of lines, an amount of each unit, an amount of the cart."""

    PERCENT = "percent"
    FIXED_CART = "fixed_cart"
    FIXED_PRODUCT = "fixed_product"


@dataclass(frozen=True, slots=True, kw_only=True)
class CouponTerms:
    """A coupon as it stands for one cart. `amount` is per cent or cents.

    `uses_left` and `uses_left_here` (for this shopper) are None without a limit; what the cart's own unpaid order
    holds is not counted as used. `most_units`: the discount is given on so many units only. `emails` are patterns in
    lower case, '*' stands for any text. A `recurring` one lowers every box of a subscription, and counts for nothing
    else.
    """

    id: int
    code: str
    kind: CouponKind
    amount: Decimal
    ends_at: datetime | None = None
    individual: bool = False
    free_delivery: bool = False
    filter: Filter = EVERYTHING
    not_on_sale: bool = False
    minimum: Money | None = None
    maximum: Money | None = None
    most_units: int | None = None
    emails: tuple[str, ...] = ()
    uses_left: int | None = None
    uses_left_here: int | None = None
    recurring: bool = False

    def is_for(self, item: Item) -> bool:
        """Say whether it takes anything off an item. One of the whole cart does of every item."""
        if item.given_by or (self.recurring and not item.by_plan):
            return False
        return self.kind is CouponKind.FIXED_CART or self._names(item)

    def saving_per_unit(self, price: Money) -> Money:
        """Return what a recurring coupon takes off one unit that costs `price`, half a cent rounded down."""
        cents = price.minor * self.amount / 100 if self.kind is CouponKind.PERCENT else self.amount
        return min(Money(int(cents.to_integral_value(ROUND_HALF_DOWN))), price)

    def _names(self, item: Item) -> bool:
        return self.filter.passes(item) and not (self.not_on_sale and item.on_sale)


@dataclass(frozen=True, slots=True, kw_only=True)
class Basket:
    """What a coupon is checked against. `subtotal` is that of stage 2 (docs/pricing.md#the-stages), `subscribed` the
    part of it that lines with a plan have.
    """

    items: Sequence[Item]
    subtotal: Money
    subscribed: Money
    email: str
    now: datetime
    promoted: bool = False
    """Whether promotions that suffer no coupon beside them took anything off."""


def problem(terms: CouponTerms, basket: Basket) -> Refusal | None:
    """Say why a coupon cannot be used now, None when it can. The first reason counts (docs/pricing.md#coupons)."""
    checks = (_used_up, _over, _amount, _wines, _email)
    if basket.promoted:
        text = f"Coupon “{terms.code}” cannot be added to the discounts that are already in your cart."
        return Refusal("coupon_beside_promotion", text, "coupon_code")
    return next((found for check in checks if (found := check(terms, basket))), None)


def _refusal(code: str, text: str) -> Refusal:
    return Refusal(f"coupon_{code}", text, "coupon_code")


def _used_up(terms: CouponTerms, basket: Basket) -> Refusal | None:
    if terms.uses_left is not None and terms.uses_left <= 0:
        text = f"Coupon “{terms.code}” has reached its limit. If an order that holds it is not paid, it"
        return _refusal("used_up", f"{text} becomes free again: please try later, or write to us.")
    if terms.uses_left_here is not None and terms.uses_left_here <= 0:
        return _refusal("used_by_you", f"You have used coupon “{terms.code}” as often as one customer may.")
    return None


def _over(terms: CouponTerms, basket: Basket) -> Refusal | None:
    if terms.ends_at is not None and basket.now >= terms.ends_at:
        return _refusal("expired", f"Coupon “{terms.code}” has expired.")
    return None


def _amount(terms: CouponTerms, basket: Basket) -> Refusal | None:
    what, amount = ("subscriptions", basket.subscribed) if terms.recurring else ("carts", basket.subtotal)
    if terms.minimum is not None and amount < terms.minimum:
        return _refusal("below_minimum", f"Coupon “{terms.code}” is for {what} from {terms.minimum} on.")
    if terms.maximum is not None and amount > terms.maximum:
        return _refusal("above_maximum", f"Coupon “{terms.code}” is for {what} up to {terms.maximum}.")
    return None


def _wines(terms: CouponTerms, basket: Basket) -> Refusal | None:
    own = [item for item in basket.items if not item.given_by]
    if not own:  # a coupon stays on a cart that was emptied and counts again with the next wine
        return None
    if terms.kind is CouponKind.FIXED_CART:
        return _whole_cart(terms, own)
    if terms.recurring and not any(item.by_plan for item in own):
        return _refusal("no_subscription", f"Coupon “{terms.code}” is for subscriptions: there is none in your cart.")
    if any(terms.is_for(item) for item in own):
        return None
    if terms.not_on_sale and any(terms.filter.passes(item) for item in own):
        return _refusal("not_on_sale", f"Coupon “{terms.code}” is not for wines that are on sale.")
    return _refusal("other_wines", f"Coupon “{terms.code}” is not for the wines in your cart.")


def _whole_cart(terms: CouponTerms, own: Sequence[Item]) -> Refusal | None:
    """A discount on the whole cart suffers no wine in it that the coupon is not for."""
    if not terms.filter.only.empty and not any(terms.filter.only.names(item) for item in own):
        return _refusal("other_wines", f"Coupon “{terms.code}” is not for the wines in your cart.")
    if terms.not_on_sale and any(item.on_sale for item in own):
        return _refusal("not_on_sale", f"Coupon “{terms.code}” is not for carts with wines that are on sale.")
    excluded = [item.name for item in own if terms.filter.never.names(item)]
    if excluded:
        return _refusal("excluded_wines", f"Coupon “{terms.code}” cannot be used with {_list_names(excluded)}.")
    return None


def _list_names(names: Sequence[str]) -> str:
    return ", ".join(f"“{name}”" for name in dict.fromkeys(names))


def _email(terms: CouponTerms, basket: Basket) -> Refusal | None:
    if not terms.emails:
        return None
    if not basket.email:
        text = f"Coupon “{terms.code}” belongs to certain email addresses: enter yours at the checkout to use it."
        return _refusal("email_needed", text)
    if any(fnmatchcase(basket.email, pattern) for pattern in terms.emails):
        return None
    return _refusal("other_email", f"Coupon “{terms.code}” belongs to another email address.")


def added(applied: Sequence[CouponTerms], new: CouponTerms) -> list[CouponTerms]:
    """Return the coupons of a cart after one more, or refuse: one for individual use stands alone."""
    if any(each.id == new.id for each in applied):
        raise _refusal("already", f"Coupon “{new.code}” is already in your cart.")
    alone = next((each for each in applied if each.individual), None)
    if alone is not None:
        raise _refusal("stands_alone", f"Coupon “{alone.code}” cannot be combined with others.")
    return [new] if new.individual else [*applied, new]
