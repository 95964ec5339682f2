"""Which deliveries a cart may choose, and where wine may go."""

from dataclasses import replace

import pytest

from vintner.money import Money
from vintner.shipping.rules import (
    DeliveryKind,
    DeliveryMethod,
    DeliveryRegion,
    DeliveryZone,
    DestinationTerms,
    Parcel,
    PerClass,
    Place,
    Requires,
    may_ship_wine,
    options,
    without_paid,
)
from vintner.shipping.rules.costs import Contents, fixed, read
from vintner.shipping.rules.postcodes import Postcodes

TEXAS = Place(country="US", state="TX", postcode="73301")


def free(requires: Requires) -> DeliveryMethod:
    return DeliveryMethod(id=1, kind=DeliveryKind.FREE_SHIPPING, title="Free", requires=requires, minimum=Money(100_00))


@pytest.mark.parametrize(
    ("requires", "spent", "coupon", "offered"),
    [
        (Requires.NOTHING, 0, False, True),
        (Requires.MINIMUM, 99_99, True, False),
        (Requires.MINIMUM, 100_00, False, True),
        (Requires.COUPON, 500_00, False, False),
        (Requires.COUPON, 0, True, True),
        (Requires.EITHER, 99_99, False, False),
        (Requires.EITHER, 100_00, False, True),
        (Requires.EITHER, 0, True, True),
        (Requires.BOTH, 100_00, False, False),
        (Requires.BOTH, 99_99, True, False),
        (Requires.BOTH, 100_00, True, True),
    ],
)
def test_what_free_shipping_requires(requires: Requires, spent: int, coupon: bool, offered: bool) -> None:
    assert free(requires).offered(Parcel(spent=Money(spent), free_by_coupon=coupon)) is offered


def test_free_shipping_may_look_at_the_cart_before_discounts() -> None:
    parcel = Parcel(subtotal=Money(100_00), spent=Money(80_00))
    assert not free(Requires.MINIMUM).offered(parcel)
    assert replace(free(Requires.MINIMUM), before_discounts=True).offered(parcel)


def flat(cost: str, per_class: PerClass = PerClass.SUM, **by_class: str) -> DeliveryMethod:
    """Make a flat rate; `none` is the cost of goods without a class."""
    costs = tuple((name.replace("none", ""), each) for name, text in by_class.items() if (each := read(text)))
    return DeliveryMethod(
        id=1, kind=DeliveryKind.FLAT_RATE, title="Flat", cost=read(cost), class_costs=costs, per_class=per_class
    )


MIXED = Parcel(by_class={"": Contents(3, Money(60_00)), "magnum": Contents(2, Money(90_00))})
"""Three bottles without a class and two magnums."""


@pytest.mark.parametrize(
    ("method", "cents"),
    [
        (flat("10"), 1000),
        (flat("10 + [qty]"), 1500),
        (flat("[fee percent='10']"), 1500),
        (flat("10", magnum="5"), 1500),
        (flat("10", magnum="5 * [qty]"), 2000),
        (flat("10", magnum="[fee percent='10']"), 1900),
        (flat("10", magnum="5", none="7"), 2200),
        (flat("10", PerClass.DEAREST, magnum="5", none="7"), 1700),
        (flat("10", case="5"), 1000),
        (flat("", magnum="5"), 500),
        (flat("", case="5"), None),
        (flat(""), None),
        (flat("0"), 0),
        (flat("10 / 0", magnum="5"), None),
        (flat("10", magnum="5 / 0"), None),
    ],
)
def test_what_a_flat_rate_costs_a_mixed_parcel(method: DeliveryMethod, cents: int | None) -> None:
    assert method.price(MIXED) == (None if cents is None else Money(cents))


def test_fetching_costs_what_is_written_and_nothing_otherwise() -> None:
    pickup = DeliveryMethod(id=1, kind=DeliveryKind.LOCAL_PICKUP, title="Pickup")
    assert pickup.price(MIXED) == Money(0)
    assert replace(pickup, cost=read("2.50")).price(MIXED) == Money(250)


def test_free_shipping_may_hide_what_costs_something_but_not_the_pickup() -> None:
    pickup = DeliveryMethod(id=4, kind=DeliveryKind.LOCAL_PICKUP, title="Pickup", cost=fixed(Money(300)))
    ways = (flat("10"), replace(flat("0"), id=2), replace(free(Requires.NOTHING), id=3), pickup)
    everything = [DeliveryZone(id=1, name="All", regions=(), methods=ways)]
    offered = options(everything, TEXAS, MIXED)
    assert [option.rate_id for option in without_paid(offered)] == ["flat_rate:2", "free_shipping:3", "local_pickup:4"]
    assert without_paid(offered[:2]) == offered[:2], "nothing is free shipping"


def zone(number: int, *regions: DeliveryRegion) -> DeliveryZone:
    method = DeliveryMethod(id=number, kind=DeliveryKind.FLAT_RATE, title=f"Zone {number}", cost=fixed(Money(1000)))
    return DeliveryZone(id=number, name=str(number), regions=regions, methods=(method,))


def named(zone: DeliveryZone, postcodes: str) -> DeliveryZone:
    return replace(zone, postcodes=Postcodes.read(postcodes))


US = DeliveryRegion(country="US")


@pytest.mark.parametrize(
    ("zones", "rate_ids"),
    [
        ([zone(1, DeliveryRegion(country="US", state="NY")), zone(2, DeliveryRegion(country="US"))], ["flat_rate:2"]),
        ([zone(1, DeliveryRegion(country="US")), zone(2, DeliveryRegion(country="US", state="TX"))], ["flat_rate:1"]),
        ([zone(1, DeliveryRegion(country="CA")), zone(2)], ["flat_rate:2"]),
        ([zone(1, DeliveryRegion(country="CA"))], []),
        ([zone(1, DeliveryRegion(continent="EU")), zone(2, DeliveryRegion(continent="NA"))], ["flat_rate:2"]),
        ([named(zone(1, US), "941*"), zone(2, US)], ["flat_rate:2"]),
        ([named(zone(1, US), "73301...73399"), zone(2, US)], ["flat_rate:1"]),
        ([named(zone(1), "733*"), zone(2, US)], ["flat_rate:1"]),
        ([zone(1), zone(2, US)], ["flat_rate:2"]),
    ],
    ids=[
        "state does not match",
        "first zone counts",
        "everywhere else",
        "nowhere",
        "continent",
        "another postcode",
        "its postcode",
        "postcodes of any country",
        "everywhere else comes last wherever it stands",
    ],
)
def test_the_first_zone_that_holds_the_place_counts(zones: list[DeliveryZone], rate_ids: list[str]) -> None:
    assert [option.rate_id for option in options(zones, TEXAS, Parcel())] == rate_ids


@pytest.mark.parametrize(
    ("there", "allowed", "reason"),
    [
        (DestinationTerms(country="US", state="CA", wine_allowed=True), True, ""),
        (
            DestinationTerms(country="US", state="UT", wine_allowed=False, note="The state sells wine itself."),
            False,
            "Sorry, we cannot ship wine to Utah. The state sells wine itself.",
        ),
        (
            DestinationTerms(country="US", state="UT", wine_allowed=False),
            False,
            "Sorry, we cannot ship wine to Utah.",
        ),
    ],
    ids=["allowed", "forbidden, with the reason", "forbidden"],
)
def test_where_wine_may_go(there: DestinationTerms, allowed: bool, reason: str) -> None:
    ruling = may_ship_wine(there, name="Utah")
    assert (ruling.allowed, ruling.reason) == (allowed, reason)
