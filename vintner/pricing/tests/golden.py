"""The merchant's decisions of the demo world, as plain values: what the golden carts were priced by."""

from datetime import UTC, datetime
from decimal import Decimal

from vintner.money import Money
from vintner.pricing.quote import PriceBook
from vintner.pricing.rules.coupons import CouponKind, CouponTerms
from vintner.pricing.rules.items import Filter, Selection
from vintner.pricing.rules.taxes import TaxTerms
from vintner.shipping.rules import DeliveryKind, DeliveryMethod, DeliveryRegion, DeliveryZone, Place, Requires
from vintner.shipping.rules.costs import fixed

CALIFORNIA = Place(country="US", state="CA", postcode="94110", city="San Francisco")
NEW_YORK = Place(country="US", state="NY", postcode="10001", city="New York")
TEXAS = Place(country="US", state="TX", postcode="73301", city="Austin")
ONTARIO = Place(country="CA", state="ON", postcode="M5V 2T6", city="Toronto")
PLACES = {"CA": CALIFORNIA, "NY": NEW_YORK, "TX": TEXAS, "ON": ONTARIO}

FLAT, FREE, PICKUP, FLAT_CANADA = "flat_rate:1", "free_shipping:2", "local_pickup:3", "flat_rate:4"

UNITED_STATES = DeliveryZone(
    id=1,
    name="United States",
    regions=(DeliveryRegion(country="US"),),
    methods=(
        DeliveryMethod(id=1, kind=DeliveryKind.FLAT_RATE, title="Flat rate", cost=fixed(Money(1000))),
        DeliveryMethod(
            id=2,
            kind=DeliveryKind.FREE_SHIPPING,
            title="Free shipping",
            requires=Requires.EITHER,
            minimum=Money(100_00),
        ),
        DeliveryMethod(id=3, kind=DeliveryKind.LOCAL_PICKUP, title="Local pickup"),
    ),
)
CANADA = DeliveryZone(
    id=2,
    name="Canada",
    regions=(DeliveryRegion(country="CA"),),
    methods=(DeliveryMethod(id=4, kind=DeliveryKind.FLAT_RATE, title="Flat rate", cost=fixed(Money(2000))),),
)
BOOK = PriceBook(
    promotions=(),
    tax_rates=(
        TaxTerms(id=1, name="CA Tax", percent=Decimal("7.25"), country="US", state="CA"),
        TaxTerms(id=2, name="NY Tax", percent=Decimal("8.875"), country="US", state="NY"),
        TaxTerms(id=3, name="GST", percent=Decimal(5), country="CA"),
    ),
    zones=(UNITED_STATES, CANADA),
    base=CALIFORNIA,
)

RED_WINE = 1
"""The category that REDONLY is for."""


def coupon(number: int, code: str, kind: str, amount: str, **terms: object) -> CouponTerms:
    """Return terms; the amount in per cent or dollars, as the merchant wrote it."""
    value = Decimal(amount) if kind == CouponKind.PERCENT else Decimal(amount) * 100
    return CouponTerms(id=number, code=code, kind=CouponKind(kind), amount=value, **terms)  # type: ignore[arg-type]


COUPONS = {
    terms.code.upper(): terms
    for terms in (
        coupon(1, "save10", "percent", "10"),
        coupon(2, "fiver", "fixed_cart", "5.00"),
        coupon(3, "twoeach", "fixed_product", "2.00"),
        coupon(4, "expired10", "percent", "10", ends_at=datetime(2020, 1, 1, tzinfo=UTC)),
        coupon(5, "usedup", "percent", "5", uses_left=0),
        coupon(6, "min50", "percent", "15", minimum=Money(50_00)),
        coupon(7, "max100", "percent", "10", maximum=Money(100_00)),
        coupon(8, "redonly", "percent", "10", filter=Filter(only=Selection(category_ids=frozenset({RED_WINE})))),
        coupon(9, "solo20", "percent", "20", individual=True),
        coupon(10, "freeship", "fixed_cart", "0", free_delivery=True),
        coupon(11, "vip", "percent", "10", emails=("vip@example.com",)),
        coupon(12, "nosale", "percent", "10", not_on_sale=True),
    )
}
