"""What bringing a cart costs: by its contents, its classes, its place, and with an adult's signature."""

from dataclasses import replace

import pytest

from vintner.money import Money
from vintner.pricing.quote import FREE_DELIVERY, Item, PriceBook
from vintner.pricing.rules.benefits import FreeDelivery
from vintner.pricing.rules.items import TaxStatus
from vintner.pricing.tests.golden import BOOK, CALIFORNIA, COUPONS, NEW_YORK, PICKUP, TEXAS
from vintner.pricing.tests.making import cost, item, promotion
from vintner.shipping.rules import DeliveryKind, DeliveryMethod, DeliveryZone, DestinationTerms, Place, Preselect
from vintner.shipping.rules.costs import read

CAREFUL = DestinationTerms(country="US", state="CA", wine_allowed=True, signature_fee=Money(500))
WITH_FEE = replace(BOOK, destinations={("US", "CA"): CAREFUL})


def wine(price: int, quantity: int = 1, **over: object) -> Item:
    return replace(item(price, quantity), alcoholic=True, **over)  # type: ignore[arg-type]


def flat(text: str, **by_class: str) -> PriceBook:
    """Make a book whose only delivery is a flat rate."""
    costs = tuple((name, each) for name, written in by_class.items() if (each := read(written)))
    method = DeliveryMethod(id=1, kind=DeliveryKind.FLAT_RATE, title="Flat rate", cost=read(text), class_costs=costs)
    return replace(BOOK, zones=(DeliveryZone(id=1, name="All", regions=(), methods=(method,)),))


def test_a_cost_counts_bottles_and_what_they_cost_after_discounts() -> None:
    items = [wine(20_00, 6)]
    assert cost(*items, place=TEXAS, book=flat("4 + 0.5 * [qty]")).shipping_total == Money(700)
    tenth = flat('[fee percent="10"]')
    assert cost(*items, place=TEXAS, book=tenth).shipping_total == Money(1200)
    assert cost(*items, place=TEXAS, book=tenth, coupons=[COUPONS["SAVE10"]]).shipping_total == Money(1080)


def test_goods_that_need_no_delivery_do_not_count() -> None:
    voucher = replace(item(50_00, 4, product=2), virtual=True)
    assert cost(wine(20_00, 2), voucher, place=TEXAS, book=flat("[qty] + [cost] / 10")).shipping_total == Money(600)


def test_a_shipping_class_costs_its_own() -> None:
    magnum = replace(wine(60_00, 2), key="m", shipping_class="magnum")
    book = flat("10", magnum="3 * [qty]")
    assert cost(wine(20_00), place=TEXAS, book=book).shipping_total == Money(1000)
    assert cost(wine(20_00), magnum, place=TEXAS, book=book).shipping_total == Money(1600)


def test_where_nothing_can_be_reckoned_nothing_is_offered() -> None:
    made = cost(wine(20_00), place=TEXAS, book=flat("", magnum="3"))
    assert (made.shipping_options, made.shipping) == ((), None)


def test_free_shipping_hides_what_is_paid_if_the_merchant_wants_it() -> None:
    book = replace(BOOK, policy=replace(BOOK.policy, hide_paid=True))
    offered = cost(wine(150_00), place=TEXAS, book=book).shipping_options
    assert [option.kind for option in offered] == [DeliveryKind.FREE_SHIPPING, DeliveryKind.LOCAL_PICKUP]
    assert len(cost(wine(20_00), place=TEXAS, book=book).shipping_options) == 2, "nothing is free"
    paid = replace(book, promotions=(promotion(1, FreeDelivery(title="On us")),))
    assert [option.rate_id for option in cost(wine(20_00), place=TEXAS, book=paid).shipping_options] == [
        FREE_DELIVERY,
        PICKUP,
    ]


CHEAPEST = replace(BOOK, policy=replace(BOOK.policy, preselect=Preselect.CHEAPEST))


@pytest.mark.parametrize(
    ("book", "spent", "rate_id", "selected"),
    [
        (BOOK, 150_00, "", DeliveryKind.FLAT_RATE),
        (CHEAPEST, 150_00, "", DeliveryKind.FREE_SHIPPING),
        (CHEAPEST, 20_00, "", DeliveryKind.FLAT_RATE),
        (CHEAPEST, 150_00, "flat_rate:1", DeliveryKind.FLAT_RATE),
        (CHEAPEST, 20_00, PICKUP, DeliveryKind.LOCAL_PICKUP),
        (CHEAPEST, 20_00, "free_shipping:2", DeliveryKind.FLAT_RATE),
    ],
    ids=["first", "cheapest", "pickup is not sent", "chosen", "fetched by choice", "chosen and not offered"],
)
def test_the_delivery_that_is_selected(book: PriceBook, spent: int, rate_id: str, selected: DeliveryKind) -> None:
    shipping = cost(wine(spent), place=TEXAS, rate_id=rate_id, book=book).shipping
    assert shipping is not None
    assert shipping.kind is selected


def test_pickup_is_selected_where_nothing_is_sent() -> None:
    pickup = DeliveryMethod(id=3, kind=DeliveryKind.LOCAL_PICKUP, title="Local pickup")
    book = replace(CHEAPEST, zones=(DeliveryZone(id=1, name="All", regions=(), methods=(pickup,)),))
    shipping = cost(wine(20_00), place=TEXAS, book=book).shipping
    assert shipping is not None
    assert shipping.kind is DeliveryKind.LOCAL_PICKUP


def test_an_adults_signature_is_a_fee_taxed_like_the_delivery() -> None:
    """$16.99, $10.00 and $5.00: 7.25 % of each is 1.2318, 0.725 and 0.3625."""
    made = cost(wine(16_99), book=WITH_FEE)
    assert [(fee.label, fee.amount) for fee in made.fees] == [("Adult signature", Money(500))]
    assert made.fee_taxes == (Money(36),)
    assert (made.fee_total, made.saved_by_fees) == (Money(500), Money(0))
    assert made.tax_total == Money(123 + 73 + 36)
    assert made.total == Money(16_99 + 10_00 + 5_00 + 123 + 73 + 36)


def test_free_shipping_does_not_pay_for_the_signature() -> None:
    made = cost(wine(150_00), rate_id="free_shipping:2", book=WITH_FEE)
    assert (made.shipping_total, made.fee_total) == (Money(0), Money(500))


@pytest.mark.parametrize(
    ("goods", "place", "rate_id"),
    [
        (item(16_99), CALIFORNIA, ""),
        (wine(16_99), CALIFORNIA, PICKUP),
        (wine(16_99), NEW_YORK, ""),
        (wine(16_99, virtual=True), CALIFORNIA, ""),
        (wine(16_99), Place(country="DE"), ""),
    ],
    ids=["no wine", "fetched", "another state", "nothing to send", "nowhere"],
)
def test_who_pays_for_no_signature(goods: Item, place: Place, rate_id: str) -> None:
    assert cost(goods, place=place, rate_id=rate_id, book=WITH_FEE).fees == ()


def test_untaxed_goods_make_an_untaxed_signature() -> None:
    made = cost(wine(16_99, tax_status=TaxStatus.NONE), book=WITH_FEE)
    assert (made.fee_taxes, made.tax_total) == ((Money(0),), Money(0))
