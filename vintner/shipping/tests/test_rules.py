"""Which deliveries a cart may choose, and where wine may go."""

import pytest

from vintner.money import Money
from vintner.shipping.rules import (
    Destination,
    Kind,
    Method,
    Place,
    Region,
    Requires,
    Zone,
    may_ship_wine,
    options,
)

TEXAS = Place(country="US", state="TX")


def free(requires: Requires) -> Method:
    return Method(id=1, kind=Kind.FREE_SHIPPING, title="Free", requires=requires, minimum=Money(100_00))


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
    assert free(requires).offered(spent=Money(spent), free_by_coupon=coupon) is offered


def zone(number: int, *regions: Region) -> Zone:
    method = Method(id=number, kind=Kind.FLAT_RATE, title=f"Zone {number}")
    return Zone(id=number, name=str(number), regions=regions, methods=(method,))


@pytest.mark.parametrize(
    ("zones", "rate_ids"),
    [
        ([zone(1, Region(country="US", state="NY")), zone(2, Region(country="US"))], ["flat_rate:2"]),
        ([zone(1, Region(country="US")), zone(2, Region(country="US", state="TX"))], ["flat_rate:1"]),
        ([zone(1, Region(country="CA")), zone(2)], ["flat_rate:2"]),
        ([zone(1, Region(country="CA"))], []),
    ],
    ids=["state does not match", "first zone counts", "everywhere else", "nowhere"],
)
def test_the_first_zone_that_holds_the_place_counts(zones: list[Zone], rate_ids: list[str]) -> None:
    assert [option.rate_id for option in options(zones, TEXAS, spent=Money(0))] == rate_ids


@pytest.mark.parametrize(
    ("entry", "allowed", "reason"),
    [
        (Destination(country="US", state="CA", wine_allowed=True), True, ""),
        (
            Destination(country="US", state="UT", wine_allowed=False, note="The state sells wine itself."),
            False,
            "We are not allowed to send wine to Utah. The state sells wine itself.",
        ),
        (None, False, "We are not allowed to send wine to Utah."),
    ],
    ids=["allowed", "forbidden, with the reason", "unknown state"],
)
def test_where_wine_may_go(entry: Destination | None, allowed: bool, reason: str) -> None:
    ruling = may_ship_wine(entry, name="Utah")
    assert (ruling.allowed, ruling.reason) == (allowed, reason)
