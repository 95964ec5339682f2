"""The lines of a sheet make its total to the cent, whatever the cart is."""

from hypothesis import given, settings

from vintner.express.sheets import DISCOUNT_KEY, SHIPPING_KEY, order_lines, quote_lines
from vintner.money import ZERO, Money
from vintner.orders.models import Order, OrderAdjustment
from vintner.pricing.quote import Item, PriceBook
from vintner.pricing.rules.coupons import CouponTerms
from vintner.pricing.tests.drawn import carts, coupons, price_books
from vintner.pricing.tests.quoting import CARTS, places, quote_items, rate_ids
from vintner.shipping.rules import Place


@settings(max_examples=CARTS, deadline=None)
@given(carts(), places, rate_ids, price_books(), coupons())
def test_the_lines_of_every_quote_make_its_total(
    items: list[Item], place: Place, rate_id: str, book: PriceBook, used: list[CouponTerms]
) -> None:
    made = quote_items(items, place, rate_id, book, used)
    lines = quote_lines(made)
    assert Money.total(line.amount for line in lines) == made.total
    assert all(line.amount < ZERO for line in lines if line.key == DISCOUNT_KEY)
    assert all(line.amount >= ZERO for line in lines if line.key != DISCOUNT_KEY)
    assert [line.key for line in lines].count(SHIPPING_KEY) == 1


def test_the_lines_of_an_order_make_its_total(db: None) -> None:
    order = Order.objects.create(
        email="jane@example.com",
        subtotal=Money(4000),
        discount=Money(400),
        tax_total=Money(290),
        shipping_total=Money(1000),
        fee_total=Money(350),
        total=Money(5240),
        billing={},
        shipping={},
    )
    for label, amount in (("Adult signature", 600), ("Spring", -250)):
        order.adjustments.create(kind=OrderAdjustment.Kind.FEE, label=label, amount=Money(amount))
    lines = order_lines(order)
    assert Money.total(line.amount for line in lines) == order.total
    assert [(line.label, line.amount.minor) for line in lines[3:]] == [("Adult signature", 600), ("Discount", -650)]
