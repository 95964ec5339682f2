"""The terms of the demo store: taxes, delivery, where wine may go, its notice. Outside tests count on these figures."""

from datetime import date, time, timedelta
from decimal import Decimal
from typing import Final

from django.utils import timezone

from vintner.money import Money
from vintner.notices.models import StoreNotice
from vintner.pricing.choices import PreselectChoices
from vintner.pricing.models import Policy, TaxRate
from vintner.shipping.models import DeliveryTimes, Destination, HoldSeason, Holiday, Method, Zone, ZoneRegion

TAXES: Final = (
    ("CA Tax", "US", "CA", "7.25"),
    ("NY Tax", "US", "NY", "8.875"),
    ("GST", "CA", "", "5"),
)

STATES: Final = (
    "AL", "AK", "AZ", "AR", "CA", "CO", "CT", "DE", "DC", "FL", "GA", "HI", "ID", "IL", "IN", "IA", "KS", "KY", "LA",
    "ME", "MD", "MA", "MI", "MN", "MS", "MO", "MT", "NE", "NV", "NH", "NJ", "NM", "NY", "NC", "ND", "OH", "OK", "OR",
    "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VT", "VA", "WA", "WV", "WI", "WY",
)  # fmt: skip
PROVINCES: Final = ("AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT")
FORBIDDEN_STATES: Final = {
    "UT": "The state alone sells wine.",
    "MS": "The state allows no direct shipments.",
}
ALLOWED_PROVINCES: Final = {"ON", "BC", "QC"}
EIGHTEEN: Final = {"AB", "MB", "QC"}
"""Provinces where one is of age at 18; at 19 in the others."""
NEW_HAMPSHIRE: Final = (Decimal(9), Money(6_00))
"""Litres for one person in a month, and the fee for an adult's signature: the demo has one such state."""

HOT_STATES: Final = ("AL", "AR", "AZ", "FL", "GA", "LA", "NM", "NV", "OK", "SC", "TX")
"""The South and the Southwest: too hot for wine in summer."""
COLD_STATES: Final = ("AK", "IA", "ME", "MI", "MN", "MT", "ND", "NH", "SD", "VT", "WI", "WY")
COLD_PROVINCES: Final = tuple(province for province in PROVINCES if province != "BC")
"""Where wine freezes in winter: the northern states, and Canada but for its mild coast."""

GROUND: Final = {"carrier": "FedEx Ground", "transit_from": 2, "transit_to": 4}
TO_CANADA: Final = {"carrier": "UPS Standard", "transit_from": 4, "transit_to": 7}


def make_taxes_and_delivery() -> None:
    """Make the taxes, zones, policy, destinations and the notice that are missing."""
    make_taxes()
    make_zones()
    make_delivery_times(timezone.localdate().year)
    make_hold_seasons()
    make_policy()
    make_destinations()
    make_notice()


def make_notice() -> None:
    """Say on every page that this is a demo, unless the store says anything."""
    if not StoreNotice.objects.exists():
        StoreNotice.objects.create(text="Demo store: nothing is shipped, and no real money moves.")


def make_taxes() -> None:
    """Make the demo's tax rates, unless there are any."""
    if TaxRate.objects.exists():
        return
    TaxRate.objects.bulk_create(
        TaxRate(name=name, country=country, state=state, percent=Decimal(percent), priority=1, on_shipping=True)
        for name, country, state, percent in TAXES
    )


def make_zones() -> None:
    """Make the demo's zones and their methods, unless there are any."""
    if Zone.objects.exists():
        return
    states = Zone.objects.create(name="United States", position=0)
    ZoneRegion.objects.create(zone=states, country="US")
    Method.objects.create(zone=states, kind=Method.Kind.FLAT_RATE, title="Ground", cost="10", position=0, **GROUND)
    Method.objects.create(
        zone=states,
        kind=Method.Kind.FREE_SHIPPING,
        title="Free ground",
        taxable=False,
        requires=Method.Requires.EITHER,
        minimum=Money(100_00),
        position=1,
        **GROUND,
    )
    Method.objects.create(
        zone=states,
        kind=Method.Kind.LOCAL_PICKUP,
        title="Pickup at the cellar door",
        description="From our cellar in San Francisco.",
        pickup_hours="Mon–Sat, 11 a.m. – 6 p.m.",
        position=2,
    )
    canada = Zone.objects.create(name="Canada", position=1)
    ZoneRegion.objects.create(zone=canada, country="CA")
    Method.objects.create(zone=canada, kind=Method.Kind.FLAT_RATE, title="Ground", cost="20", position=0, **TO_CANADA)


def make_delivery_times(year: int) -> None:
    """Make the times at which the demo's parcels leave, with the holidays of three years, unless there are any."""
    times, made = DeliveryTimes.objects.get_or_create(defaults={"cutoff": time(12), "packing_days": 1})
    if made:
        Holiday.objects.bulk_create(
            Holiday(times=times, name=name, day=day)
            for each in range(year, year + 3)
            for name, day in holidays_of(each).items()
        )


def make_hold_seasons() -> None:
    """Make the seasons in which the demo holds wine back, unless there are any."""
    if HoldSeason.objects.exists():
        return
    HoldSeason.objects.create(
        kind=HoldSeason.Kind.HEAT,
        first_month=6,
        first_day=15,
        last_month=9,
        last_day=15,
        places=codes("US", HOT_STATES),
    )
    HoldSeason.objects.create(
        kind=HoldSeason.Kind.COLD,
        first_month=12,
        first_day=15,
        last_month=3,
        last_day=1,
        places=[*codes("US", COLD_STATES), *codes("CA", COLD_PROVINCES)],
    )


def codes(country: str, states: tuple[str, ...]) -> list[str]:
    """Return places as seasons store them: 'US-AZ'."""
    return [f"{country}-{state}" for state in states]


def holidays_of(year: int) -> dict[str, date]:
    """Return the days of a year on which carriers of the United States bring nothing."""
    last_of_may, first_of_september, first_of_november = date(year, 5, 31), date(year, 9, 1), date(year, 11, 1)
    return {
        "New Year’s Day": date(year, 1, 1),
        "Memorial Day": last_of_may - timedelta(days=last_of_may.weekday()),
        "Independence Day": date(year, 7, 4),
        "Labor Day": first_of_september + timedelta(days=-first_of_september.weekday() % 7),
        "Thanksgiving": first_of_november + timedelta(days=(3 - first_of_november.weekday()) % 7 + 21),
        "Christmas Day": date(year, 12, 25),
    }


def make_policy() -> None:
    """Select the cheapest delivery at first, unless the store has a policy already."""
    Policy.objects.get_or_create(defaults={"preselect": PreselectChoices.CHEAPEST})


def make_destinations() -> None:
    """Make the rows that say where wine may go. The armed forces' codes get none, so no wine goes there."""
    rows = [
        Destination(
            country="US", state=state, wine_allowed=state not in FORBIDDEN_STATES, note=FORBIDDEN_STATES.get(state, "")
        )
        for state in STATES
    ]
    rows += [
        Destination(
            country="CA",
            state=province,
            wine_allowed=province in ALLOWED_PROVINCES,
            legal_age=18 if province in EIGHTEEN else 19,
        )
        for province in PROVINCES
    ]
    for row in rows:
        if row.state == "NH":
            row.most_litres, row.signature_fee = NEW_HAMPSHIRE
    Destination.objects.bulk_create(rows, ignore_conflicts=True)
