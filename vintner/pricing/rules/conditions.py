"""When a promotion applies: conditions about the cart, the time, the place, the shopper (docs/pricing.md#promotions).

With an empty cart no condition about the cart holds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time
from decimal import Decimal
from enum import StrEnum
from fnmatch import fnmatchcase
from zoneinfo import ZoneInfo

from vintner.pricing.rules.items import EVERYTHING, Filter, Item, Occasion

UTC = ZoneInfo("UTC")


class Operator(StrEnum):
    """How a number is compared; IN_RANGE includes both ends."""

    LESS = "less_than"
    AT_MOST = "less_than_or_equal"
    MORE = "greater_than"
    AT_LEAST = "greater_than_or_equal"
    EQUAL = "equal_to"
    NOT_EQUAL = "not_equal_to"
    IN_RANGE = "in_range"


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A number to compare with; `to` is the upper end of a range, None for no end."""

    operator: Operator
    number: Decimal
    to: Decimal | None = None

    def holds(self, value: Decimal) -> bool:
        match self.operator:
            case Operator.LESS:
                return value < self.number
            case Operator.AT_MOST:
                return value <= self.number
            case Operator.MORE:
                return value > self.number
            case Operator.AT_LEAST:
                return value >= self.number
            case Operator.EQUAL:
                return value == self.number
            case Operator.NOT_EQUAL:
                return value != self.number
            case Operator.IN_RANGE:
                return self.number <= value and (self.to is None or value <= self.to)


@dataclass(frozen=True, slots=True, kw_only=True)
class During:
    """Holds from `starts_at` until before `ends_at`; open ends allowed."""

    starts_at: datetime | None = None
    ends_at: datetime | None = None

    def holds(self, occasion: Occasion) -> bool:
        now = occasion.now
        return (self.starts_at is None or self.starts_at <= now) and (self.ends_at is None or now < self.ends_at)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeOfDay:
    """Holds between two times of the store's clock; from 22:00 to 2:00 goes over midnight."""

    starts: time
    ends: time
    zone: ZoneInfo = UTC

    def holds(self, occasion: Occasion) -> bool:
        here = occasion.now.astimezone(self.zone).time()
        if self.starts <= self.ends:
            return self.starts <= here < self.ends
        return here >= self.starts or here < self.ends


@dataclass(frozen=True, slots=True, kw_only=True)
class OnDays:
    """Holds on days of the week by the store's clock, Monday is 0."""

    days: frozenset[int]
    zone: ZoneInfo = UTC

    def holds(self, occasion: Occasion) -> bool:
        return occasion.now.astimezone(self.zone).weekday() in self.days


class CartFigure(StrEnum):
    """A number about the cart, before any promotion. SUBTOTAL is in cents, WEIGHT in pounds."""

    SUBTOTAL = "subtotal"
    LINES = "lines"
    BOTTLES = "bottles"
    WEIGHT = "weight"


@dataclass(frozen=True, slots=True, kw_only=True)
class CartIs:
    """Compares a figure of the cart, counted over the items that pass `counting` (all, unless the merchant says)."""

    figure: CartFigure
    comparison: Comparison
    counting: Filter = EVERYTHING

    def holds(self, occasion: Occasion) -> bool:
        if not occasion.items:
            return False
        if self.figure is CartFigure.SUBTOTAL and self.counting.everything:
            return self.comparison.holds(Decimal(occasion.subtotal))
        return self.comparison.holds(_figure(self.figure, self.counting.passing(occasion.items)))


def _figure(figure: CartFigure, items: Sequence[Item]) -> Decimal:
    match figure:
        case CartFigure.SUBTOTAL:
            return Decimal(sum(item.price.minor * item.quantity for item in items))
        case CartFigure.LINES:
            return Decimal(len(items))
        case CartFigure.BOTTLES:
            return Decimal(sum(item.quantity for item in items))
        case CartFigure.WEIGHT:
            return sum((item.weight * item.quantity for item in items), Decimal(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class CartHolds:
    """Compares the bottles in the cart of each of these kinds of wine: of `every` one, or of any.

    One kind says "some of these products"; several say "a combination" (of products, of categories).
    """

    kinds: tuple[Filter, ...]
    comparison: Comparison
    every: bool = True

    def holds(self, occasion: Occasion) -> bool:
        counts = [sum(item.quantity for item in kind.passing(occasion.items)) for kind in self.kinds]
        found = [self.comparison.holds(Decimal(count)) for count in counts]
        return bool(occasion.items) and (all(found) if self.every else any(found))


class CouponUse(StrEnum):
    """What is asked of the coupons on a cart. The last two look at no list."""

    AT_LEAST_ONE = "at_least_one"
    ALL = "all"
    ONLY = "only"
    NONE = "none"
    NONE_AT_ALL = "none_at_all"
    ANY = "at_least_one_any"


@dataclass(frozen=True, slots=True, kw_only=True)
class CouponsAre:
    """Looks at the codes on the cart, in lower case. A coupon that is worth nothing may be the key to a promotion."""

    use: CouponUse
    codes: frozenset[str] = frozenset()

    def holds(self, occasion: Occasion) -> bool:
        used = occasion.coupons
        match self.use:
            case CouponUse.AT_LEAST_ONE:
                return not used.isdisjoint(self.codes)
            case CouponUse.ALL:
                return self.codes <= used
            case CouponUse.ONLY:
                return bool(used) and used == self.codes
            case CouponUse.NONE:
                return used.isdisjoint(self.codes)
            case CouponUse.NONE_AT_ALL:
                return not used
            case CouponUse.ANY:
                return bool(used)


class ShopperFact(StrEnum):
    """A word known about the shopper or the place. STATE is 'US:CA'; GROUP what the merchant sorts customers by."""

    COUNTRY = "country"
    STATE = "state"
    CITY = "city"
    POSTCODE = "postcode"
    BILLING_CITY = "billing_city"
    PAYMENT_METHOD = "payment_method"
    CUSTOMER = "customer"
    EMAIL = "email"
    GROUP = "group"


@dataclass(frozen=True, slots=True, kw_only=True)
class OneOf:
    """Holds when a fact is like one of the patterns (not `wanted`: like none). '*' stands for any text; all in lower
    case. What is not known yet is like nothing.
    """

    fact: ShopperFact
    patterns: frozenset[str]
    wanted: bool = True

    def holds(self, occasion: Occasion) -> bool:
        words = [word for word in _words(self.fact, occasion) if word]
        return self.wanted is any(fnmatchcase(word, pattern) for word in words for pattern in self.patterns)


def _words(fact: ShopperFact, occasion: Occasion) -> list[str]:
    place, shopper = occasion.place, occasion.shopper
    if fact is ShopperFact.GROUP:
        return sorted(shopper.groups)
    words: dict[ShopperFact, str] = {
        ShopperFact.COUNTRY: place.country,
        ShopperFact.STATE: f"{place.country}:{place.state}" if place.state else "",
        ShopperFact.CITY: place.city,
        ShopperFact.POSTCODE: place.postcode,
        ShopperFact.BILLING_CITY: shopper.billing_city,
        ShopperFact.PAYMENT_METHOD: shopper.payment_method,
        ShopperFact.CUSTOMER: str(shopper.user_id or ""),
        ShopperFact.EMAIL: shopper.email,
    }
    return [words[fact].strip().lower()]


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedIn:
    """Holds for customers who are logged in; not `wanted`: for guests."""

    wanted: bool = True

    def holds(self, occasion: Occasion) -> bool:
        return self.wanted is (occasion.shopper.user_id != 0)


class PastFigure(StrEnum):
    """A number about what a customer bought before. Amounts are in cents."""

    ORDERS = "orders"
    SPENT = "spent"
    LAST_AMOUNT = "last_order_amount"
    DAYS_SINCE_FIRST = "days_since_first_order"
    DAYS_SINCE_LAST = "days_since_last_order"


@dataclass(frozen=True, slots=True, kw_only=True)
class PastIs:
    """Compares a figure of the customer's past. Days since an order that never was compare as false."""

    figure: PastFigure
    comparison: Comparison

    def holds(self, occasion: Occasion) -> bool:
        history = occasion.shopper.history
        value: dict[PastFigure, int | None] = {
            PastFigure.ORDERS: history.orders,
            PastFigure.SPENT: history.spent.minor,
            PastFigure.LAST_AMOUNT: history.last_amount.minor,
            PastFigure.DAYS_SINCE_FIRST: history.days_since_first,
            PastFigure.DAYS_SINCE_LAST: history.days_since_last,
        }
        number = value[self.figure]
        return number is not None and self.comparison.holds(Decimal(number))


@dataclass(frozen=True, slots=True, kw_only=True)
class Bought:
    """Compares in how many orders, or how many `bottles`, a customer bought these products before."""

    product_ids: frozenset[int]
    comparison: Comparison
    bottles: bool = False

    def holds(self, occasion: Occasion) -> bool:
        bought = occasion.shopper.history.bought
        counts = [bought.get(product_id, (0, 0)) for product_id in self.product_ids]
        return self.comparison.holds(Decimal(sum(bottles if self.bottles else orders for orders, bottles in counts)))


Condition = During | TimeOfDay | OnDays | CartIs | CartHolds | CouponsAre | OneOf | LoggedIn | PastIs | Bought
