"""Where things may go and what taking them there costs. Pure decisions, no Django."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from vintner.money import ZERO, Money


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where goods are sent, as far as tax and delivery care. `country` and `state` are codes: US, CA."""

    country: str
    state: str = ""
    postcode: str = ""
    city: str = ""


class Kind(StrEnum):
    """The ways to deliver."""

    FLAT_RATE = "flat_rate"
    FREE_SHIPPING = "free_shipping"
    LOCAL_PICKUP = "local_pickup"


class Requires(StrEnum):
    """What free shipping asks of the cart."""

    NOTHING = ""
    MINIMUM = "min_amount"
    COUPON = "coupon"
    EITHER = "either"
    BOTH = "both"


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """A way to deliver within a zone. `minimum` is compared after discounts and before tax (resolutions 2.9.6)."""

    id: int
    kind: Kind
    title: str
    description: str = ""
    cost: Money = ZERO
    taxable: bool = True
    requires: Requires = Requires.NOTHING
    minimum: Money = ZERO

    @property
    def rate_id(self) -> str:
        """The name of this method in requests: flat_rate:1 (resolutions 2.9.6)."""
        return f"{self.kind}:{self.id}"

    def offered(self, *, spent: Money, free_by_coupon: bool) -> bool:
        """Say whether a cart that spends so much may use it. Only free shipping asks for anything."""
        if self.kind is not Kind.FREE_SHIPPING:
            return True
        reached = spent >= self.minimum
        match self.requires:
            case Requires.MINIMUM:
                return reached
            case Requires.COUPON:
                return free_by_coupon
            case Requires.EITHER:
                return reached or free_by_coupon
            case Requires.BOTH:
                return reached and free_by_coupon
            case Requires.NOTHING:
                return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """A country, or one state of it."""

    country: str
    state: str = ""

    def holds(self, place: Place) -> bool:
        return self.country == place.country and self.state in ("", place.state)


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    """A part of the world with methods of its own. Without regions it is everywhere else."""

    id: int
    name: str
    regions: tuple[Region, ...]
    methods: tuple[Method, ...]

    def holds(self, place: Place) -> bool:
        return not self.regions or any(region.holds(place) for region in self.regions)


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A way to deliver that this cart may choose."""

    rate_id: str
    kind: Kind
    title: str
    description: str
    cost: Money
    taxable: bool


def options(zones: Sequence[Zone], place: Place, *, spent: Money, free_by_coupon: bool = False) -> tuple[Option, ...]:
    """Return what can be chosen for a place, in the merchant's order; nothing where the store does not deliver.

    The first zone that holds the place counts. `spent` is the cart after discounts, before tax.
    """
    zone = next((zone for zone in zones if zone.holds(place)), None)
    methods = () if zone is None else zone.methods
    return tuple(_option(method) for method in methods if method.offered(spent=spent, free_by_coupon=free_by_coupon))


def _option(method: Method) -> Option:
    return Option(
        rate_id=method.rate_id,
        kind=method.kind,
        title=method.title,
        description=method.description,
        cost=ZERO if method.kind is Kind.FREE_SHIPPING else method.cost,
        taxable=method.taxable,
    )


def chosen(offered: Sequence[Option], rate_id: str, *, free_first: bool = False) -> Option | None:
    """Return the option asked for; while none, or an unknown one, is: the first (contract 2.8), or with `free_first`
    the first that is free shipping, if any.
    """
    asked = next((option for option in offered if option.rate_id == rate_id), None)
    if asked is not None or not offered:
        return asked
    free = (option for option in offered if free_first and option.kind is Kind.FREE_SHIPPING)
    return next(free, offered[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination:
    """What the law, or the lack of a licence, says about wine sent to a state. `note` is the merchant's reason."""

    country: str
    state: str
    wine_allowed: bool
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """Whether wine may go somewhere. `reason` is for shoppers, empty when it may."""

    allowed: bool
    reason: str = ""


def may_ship_wine(entry: Destination | None, *, name: str) -> Ruling:
    """Say whether wine may be sent to a state, by its entry; `name` goes into the reason. Without an entry: no."""
    if entry is not None and entry.wine_allowed:
        return Ruling(allowed=True)
    note = f" {entry.note}" if entry is not None and entry.note else ""
    return Ruling(allowed=False, reason=f"We are not allowed to send wine to {name}.{note}")
