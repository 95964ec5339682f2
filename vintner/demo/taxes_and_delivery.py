"""The terms of the demo store: taxes, delivery, where wine may go, its notice. Outside tests count on these figures."""

from decimal import Decimal
from typing import Final

from vintner.money import Money
from vintner.notices.models import StoreNotice
from vintner.pricing.choices import PreselectChoices
from vintner.pricing.models import Policy, TaxRate
from vintner.shipping.models import Destination, Method, Zone, ZoneRegion

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


def make_taxes_and_delivery() -> None:
    """Make the taxes, zones, policy, destinations and the notice that are missing."""
    make_taxes()
    make_zones()
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
    Method.objects.create(zone=states, kind=Method.Kind.FLAT_RATE, title="Flat rate", cost="10", position=0)
    Method.objects.create(
        zone=states,
        kind=Method.Kind.FREE_SHIPPING,
        title="Free shipping",
        taxable=False,
        requires=Method.Requires.EITHER,
        minimum=Money(100_00),
        position=1,
    )
    Method.objects.create(
        zone=states,
        kind=Method.Kind.LOCAL_PICKUP,
        title="Local pickup",
        description="From our cellar in San Francisco.",
        position=2,
    )
    canada = Zone.objects.create(name="Canada", position=1)
    ZoneRegion.objects.create(zone=canada, country="CA")
    Method.objects.create(zone=canada, kind=Method.Kind.FLAT_RATE, title="Flat rate", cost="20", position=0)


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
