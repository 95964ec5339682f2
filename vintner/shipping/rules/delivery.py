"""Which ways of delivery a cart may choose, and what they cost (docs/pricing.md#delivery)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from vintner.money import ZERO, Money
from vintner.shipping.rules.arrivals import Arrival, DispatchTerms, Transit, arrival, ready
from vintner.shipping.rules.continents import continent_of
from vintner.shipping.rules.costs import Contents, Expression, cost_of
from vintner.shipping.rules.holds import Hold, find_hold
from vintner.shipping.rules.places import Place
from vintner.shipping.rules.postcodes import EVERYWHERE, Postcodes
from vintner.shipping.rules.wine import DestinationTerms


class DeliveryKind(StrEnum):
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


class PerClass(StrEnum):
    """How the costs of several shipping classes in one cart count."""

    SUM = "class"
    DEAREST = "order"


class Preselect(StrEnum):
    """Which delivery is selected until the shopper chooses one."""

    FIRST = "first"
    CHEAPEST = "cheapest"


@dataclass(frozen=True, slots=True, kw_only=True)
class Parcel:
    """What is to be delivered, by shipping class ('' for goods without one): only goods that need it.

    `subtotal` is the whole cart after promotions and before coupons, `spent` after all discounts; both before tax.
    """

    subtotal: Money = ZERO
    spent: Money = ZERO
    free_by_coupon: bool = False
    by_class: Mapping[str, Contents] = field(default_factory=dict)
    has_wine: bool = False

    @property
    def contents(self) -> Contents:
        return sum(self.by_class.values(), Contents())


@dataclass(frozen=True, slots=True, kw_only=True)
class PickupPoint:
    """Where goods are picked up and when it is open, line by line."""

    address: tuple[str, ...] = ()
    hours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Placing:
    """The moment at which goods are ordered, and how fast the store sends them."""

    now: datetime
    dispatch: DispatchTerms


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """When an order arrives, after its hold if there is one. None where nothing can be promised."""

    arrival: Arrival | None = None
    hold: Hold | None = None


NOTHING_PROMISED = Promise()


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryMethod:
    """A way to deliver within a zone. A flat rate without any cost is not offered.

    `minimum` is compared before tax and after discounts, or before those too. `class_costs` come on top of `cost`, by
    shipping class.
    """

    id: int
    kind: DeliveryKind
    title: str
    description: str = ""
    cost: Expression | None = None
    class_costs: tuple[tuple[str, Expression], ...] = ()
    per_class: PerClass = PerClass.SUM
    taxable: bool = True
    requires: Requires = Requires.NOTHING
    minimum: Money = ZERO
    before_discounts: bool = False
    carrier: str = ""
    transit: Transit | None = None
    pickup: PickupPoint | None = None

    @property
    def rate_id(self) -> str:
        """The name of this method in requests: flat_rate:1 (docs/pricing.md#delivery)."""
        return f"{self.kind}:{self.id}"

    def offered(self, parcel: Parcel) -> bool:
        """Say whether the cart has what free shipping asks for; other kinds ask for nothing."""
        if self.kind is not DeliveryKind.FREE_SHIPPING:
            return True
        reached = self.counted(parcel) >= self.minimum
        match self.requires:
            case Requires.MINIMUM:
                return reached
            case Requires.COUPON:
                return parcel.free_by_coupon
            case Requires.EITHER:
                return reached or parcel.free_by_coupon
            case Requires.BOTH:
                return reached and parcel.free_by_coupon
            case Requires.NOTHING:
                return True

    def counted(self, parcel: Parcel) -> Money:
        """Return the sum that is compared with the minimum."""
        return parcel.subtotal if self.before_discounts else parcel.spent

    def price(self, parcel: Parcel) -> Money | None:
        """Return what it costs to deliver the parcel; None when that cannot be said, so that it is not offered."""
        if self.kind is DeliveryKind.FREE_SHIPPING:
            return ZERO
        costs = [] if self.cost is None else [cost_of(self.cost, parcel.contents)]
        by_class = dict(self.class_costs)
        found = [cost_of(by_class[name], each) for name, each in parcel.by_class.items() if name in by_class]
        if None in found or None in costs:
            return None
        counting = [cost for cost in found if cost is not None]
        if self.per_class is PerClass.DEAREST:
            counting = [max(counting)] if counting else []
        counting += [cost for cost in costs if cost is not None]
        free_if_unsaid = self.kind is DeliveryKind.LOCAL_PICKUP
        return Money.total(counting) if counting or free_if_unsaid else None

    def promise(self, placing: Placing, place: Place, zone_id: int, *, has_wine: bool) -> Promise:
        """Return what an order of this moment is promised. Pickups, and parcels without wine, wait for no weather."""
        terms, now = placing.dispatch, placing.now
        if self.kind is DeliveryKind.LOCAL_PICKUP:
            return Promise(arrival=ready(terms, now))
        seasons = [season for season in terms.seasons if has_wine and season.is_for(place, zone_id)]
        hold = find_hold(terms, self.transit, seasons, now)
        if hold is not None:
            return Promise(arrival=hold.safe.arrival, hold=hold)
        return Promise(arrival=None if self.transit is None else arrival(terms, self.transit, now))


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryRegion:
    """A continent, a country, or one state of it."""

    country: str = ""
    state: str = ""
    continent: str = ""

    def holds(self, place: Place) -> bool:
        if self.continent:
            return continent_of(place.country) == self.continent
        return self.country == place.country and self.state in ("", place.state)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryZone:
    """A part of the world with methods of its own, `within` these countries where any are named. Without regions and
    postcodes it is everywhere else.
    """

    id: int
    name: str
    regions: tuple[DeliveryRegion, ...]
    methods: tuple[DeliveryMethod, ...]
    postcodes: Postcodes = EVERYWHERE
    within: frozenset[str] = frozenset()

    @property
    def everywhere_else(self) -> bool:
        return not self.regions and not self.postcodes

    def holds(self, place: Place) -> bool:
        if self.within and place.country not in self.within:
            return False
        there = not self.regions or any(region.holds(place) for region in self.regions)
        return there and self.postcodes.hold(place.postcode)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryOption:
    """A way to deliver that this cart may choose. `promise` is what an order placed now is promised."""

    rate_id: str
    kind: DeliveryKind
    title: str
    description: str
    cost: Money
    taxable: bool
    carrier: str = ""
    promise: Promise = NOTHING_PROMISED
    pickup: PickupPoint | None = None

    @property
    def is_pickup(self) -> bool:
        return self.kind is DeliveryKind.LOCAL_PICKUP


def zone_of(zones: Sequence[DeliveryZone], place: Place) -> DeliveryZone | None:
    """Return the first zone that holds the place; everywhere else comes last."""
    return next((zone for zone in sorted(zones, key=lambda z: z.everywhere_else) if zone.holds(place)), None)


def destination_of(known: Mapping[tuple[str, str], DestinationTerms], country: str, state: str) -> DestinationTerms:
    """Return what holds for wine sent to a place: none may go where staff wrote nothing."""
    nothing = DestinationTerms(country=country, state=state, wine_allowed=False)
    return known.get((country, state), known.get((country, ""), nothing))


def options(
    zones: Sequence[DeliveryZone], place: Place, parcel: Parcel, placing: Placing | None = None
) -> tuple[DeliveryOption, ...]:
    """Return what can be chosen for a place, in the merchant's order; nothing where the store does not deliver.

    Without `placing` no arrival is promised.
    """
    zone = zone_of(zones, place)
    if zone is None:
        return ()
    priced = ((method, method.price(parcel)) for method in zone.methods if method.offered(parcel))
    found = [(method, cost) for method, cost in priced if cost is not None]
    if placing is None:
        return tuple(_option(method, cost, NOTHING_PROMISED) for method, cost in found)
    return tuple(
        _option(method, cost, method.promise(placing, place, zone.id, has_wine=parcel.has_wine))
        for method, cost in found
    )


def paid_by_promotion(rate_id: str, title: str, offered: Sequence[DeliveryOption]) -> DeliveryOption:
    """Return the delivery that a promotion pays. It goes by the first way that is not a pickup."""
    sent = next((option for option in offered if not option.is_pickup), None)
    return DeliveryOption(
        rate_id=rate_id,
        kind=DeliveryKind.FREE_SHIPPING,
        title=title,
        description="",
        cost=ZERO,
        taxable=False,
        carrier=sent.carrier if sent else "",
        promise=sent.promise if sent else NOTHING_PROMISED,
    )


def without_paid(offered: Sequence[DeliveryOption]) -> tuple[DeliveryOption, ...]:
    """Leave out paid deliveries when free shipping is there; who wants to fetch the goods still may."""
    if not any(option.kind is DeliveryKind.FREE_SHIPPING for option in offered):
        return tuple(offered)
    return tuple(option for option in offered if option.kind is not DeliveryKind.FLAT_RATE or not option.cost)


def _option(method: DeliveryMethod, cost: Money, promise: Promise) -> DeliveryOption:
    return DeliveryOption(
        rate_id=method.rate_id,
        kind=method.kind,
        title=method.title,
        description=method.description,
        cost=cost,
        taxable=method.taxable,
        carrier=method.carrier,
        promise=promise,
        pickup=method.pickup,
    )


def chosen(
    offered: Sequence[DeliveryOption], rate_id: str, *, free_first: bool = False, preselect: Preselect = Preselect.FIRST
) -> DeliveryOption | None:
    """Return the option asked for. While none is, or an unknown one: with `free_first` the first free shipping, if
    any, else the one that `preselect` says.
    """
    asked = next((option for option in offered if option.rate_id == rate_id), None)
    if asked is not None or not offered:
        return asked
    free = (option for option in offered if free_first and option.kind is DeliveryKind.FREE_SHIPPING)
    return next(free, None) or (_cheapest(offered) if preselect is Preselect.CHEAPEST else offered[0])


def _cheapest(offered: Sequence[DeliveryOption]) -> DeliveryOption:
    """Return the cheapest, the first of equal ones. Pickup costs the shopper a way: it counts only where there is
    nothing else.
    """
    sent = [option for option in offered if not option.is_pickup]
    return min(sent or offered, key=lambda option: option.cost.minor)


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeFrom:
    """The sum from which delivery is free, and how much of it the cart has. `offered`: there is free shipping already,
    by the sum, a coupon or a promotion.
    """

    minimum: Money
    spent: Money
    offered: bool

    @property
    def missing(self) -> Money:
        return ZERO if self.offered else self.minimum - self.spent


def find_free_from(
    zones: Sequence[DeliveryZone], place: Place, parcel: Parcel, options: Sequence[DeliveryOption]
) -> FreeFrom | None:
    """Return the free shipping that lacks the least of its sum; None where no sum makes delivery free."""
    zone = zone_of(zones, place)
    asking = [method for method in zone.methods if _is_for_a_sum(method, parcel)] if zone is not None else []
    if not asking:
        return None
    nearest = min(asking, key=lambda method: (method.minimum - method.counted(parcel)).minor)
    offered = any(option.kind is DeliveryKind.FREE_SHIPPING for option in options)
    return FreeFrom(minimum=nearest.minimum, spent=nearest.counted(parcel), offered=offered)


def _is_for_a_sum(method: DeliveryMethod, parcel: Parcel) -> bool:
    """Return whether spending more would do: free shipping for a coupon alone, or without its coupon, is no goal."""
    if method.kind is not DeliveryKind.FREE_SHIPPING or not method.minimum:
        return False
    asks_only_for_a_sum = method.requires in (Requires.MINIMUM, Requires.EITHER)
    return asks_only_for_a_sum or (method.requires is Requires.BOTH and parcel.free_by_coupon)
