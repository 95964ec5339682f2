"""The merchant's decisions of the demo world, as plain values: what the golden carts were priced by."""

from decimal import Decimal

from vintner.money import Money
from vintner.pricing.quote import PriceBook
from vintner.pricing.rules import TaxRate
from vintner.shipping.rules import Kind, Method, Place, Region, Requires, Zone

CALIFORNIA = Place(country="US", state="CA", postcode="94110", city="San Francisco")
NEW_YORK = Place(country="US", state="NY", postcode="10001", city="New York")
TEXAS = Place(country="US", state="TX", postcode="73301", city="Austin")
ONTARIO = Place(country="CA", state="ON", postcode="M5V 2T6", city="Toronto")
PLACES = {"CA": CALIFORNIA, "NY": NEW_YORK, "TX": TEXAS, "ON": ONTARIO}

FLAT, FREE, PICKUP, FLAT_CANADA = "flat_rate:1", "free_shipping:2", "local_pickup:3", "flat_rate:4"

UNITED_STATES = Zone(
    id=1,
    name="United States",
    regions=(Region(country="US"),),
    methods=(
        Method(id=1, kind=Kind.FLAT_RATE, title="Flat rate", cost=Money(1000)),
        Method(id=2, kind=Kind.FREE_SHIPPING, title="Free shipping", requires=Requires.EITHER, minimum=Money(100_00)),
        Method(id=3, kind=Kind.LOCAL_PICKUP, title="Local pickup"),
    ),
)
CANADA = Zone(
    id=2,
    name="Canada",
    regions=(Region(country="CA"),),
    methods=(Method(id=4, kind=Kind.FLAT_RATE, title="Flat rate", cost=Money(2000)),),
)
BOOK = PriceBook(
    promotions=(),
    tax_rates=(
        TaxRate(id=1, name="CA Tax", percent=Decimal("7.25"), country="US", state="CA"),
        TaxRate(id=2, name="NY Tax", percent=Decimal("8.875"), country="US", state="NY"),
        TaxRate(id=3, name="GST", percent=Decimal(5), country="CA"),
    ),
    zones=(UNITED_STATES, CANADA),
    base=CALIFORNIA,
)
