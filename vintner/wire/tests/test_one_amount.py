"""The page, the Store API, the order and the payment name one amount, for carts drawn at random."""

import os
from contextlib import suppress
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vintner.cart import carts, coupons
from vintner.cart.models import Cart
from vintner.cart.pages import cart_contents
from vintner.catalogue.models import Variation
from vintner.checkout.order_draft import write_draft
from vintner.checkout.order_review import order_review
from vintner.checkout.payment_options import cart_payment_options
from vintner.checkout.tests.placing.redeeming import NOW, place
from vintner.money import Money
from vintner.orders.models import OrderAdjustment
from vintner.payments.models import Payment
from vintner.pricing.models import Coupon, Promotion, Tier
from vintner.refusal import Refusal
from vintner.store_api.cart_answers import cart_shape
from vintner.testing.builders import make_cart, make_product, only_variation
from vintner.testing.store import open_store

CARTS = int(os.environ.get("SAMPLED_CARTS", "20"))
PRICES = ("16.99", "9.00", "43.99", "135.98", "0.01", "7.77", "20.00", "99.99")
CODES = ("save10", "fiver", "twoeach", "solo")
lines = st.dictionaries(st.integers(0, len(PRICES) - 1), st.integers(1, 40), min_size=1)


def open_shop() -> list[Variation]:
    """A store with promotions of most kinds; returns its wines."""
    open_store()
    set_of, cart_wide = (Promotion.objects.create(title=kind, kind=kind) for kind in KINDS)
    Tier.objects.create(promotion=set_of, at_least=3, measure="fixed_set_price", value=20, recursive=True)
    Tier.objects.create(promotion=cart_wide, measure="flat_in_subtotal", value=5)
    wines = [only_variation(make_product(price=price, stock=None)) for price in PRICES]
    set_of.products.set([wine.product for wine in wines[:3]])
    given = Promotion.objects.create(title="One more", kind="wdr_buy_x_get_x_discount")
    given.products.set([wines[3].product])
    Tier.objects.create(promotion=given, at_least=5, measure="free_product")
    kinds = ("percent", "fixed_cart", "fixed_product", "percent")
    for code, kind, amount in zip(CODES, kinds, (10, 5, 2, 20), strict=True):
        Coupon.objects.create(code=code, kind=kind, amount=Decimal(amount), individual=code == "solo")
    return wines


KINDS = ("wdr_set_discount", "wdr_cart_discount")


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_one_amount_everywhere() -> None:
    wines = open_shop()

    @settings(max_examples=CARTS, deadline=None)
    @given(lines, st.lists(st.sampled_from(CODES), unique=True, max_size=3))
    def for_any_cart(quantities: dict[int, int], codes: list[str]) -> None:
        cart = make_cart(*((wines[n], units) for n, units in quantities.items()), country="US", state="CA")
        for code in codes:
            _use(cart, code)
        _the_same_everywhere(cart)

    for_any_cart()


def _use(cart: Cart, code: str) -> None:
    with suppress(Refusal):
        coupons.add(cart, code, now=NOW)


def _the_same_everywhere(cart: Cart) -> None:
    shown = carts.quote_cart(cart, now=NOW)
    total = shown.quote.total
    page, review = cart_contents(shown), order_review(shown)
    assert {page.total, review.total} == {total.text}
    rows = [_cents(row.amount) for row in page.rows]
    assert sum(rows) == total.minor, "the rows that the shopper reads make the total"
    assert {review.shown_total, cart_payment_options(shown).amount} == {total.minor}
    told = cart_shape(shown)
    assert told.totals.total_price == str(total.minor)
    assert (
        sum(int(item.totals.line_total) for item in told.items) == (shown.quote.subtotal - shown.quote.discount).minor
    )
    assert write_draft(cart.pk, now=NOW).total == total
    order = place(cart, f"{cart.pk.hex}@example.com", shown_total=total.minor)
    assert (order.total, Payment.objects.get(order=order).amount) == (total, total)
    ordered = Money.total(line.subtotal - line.discount + line.tax for line in order.lines.all())
    shipping_tax = order.tax_total - Money.total(line.tax for line in order.lines.all())
    assert ordered + order.shipping_total + shipping_tax + order.fee_total == order.total
    taxes = order.adjustments.filter(kind=OrderAdjustment.Kind.TAX)
    assert Money.total(tax.amount for tax in taxes) == order.tax_total


def _cents(text: str) -> int:
    """Read an amount back as a shopper does."""
    if text == "Free":
        return 0
    sign = -1 if text.startswith("−") else 1
    return sign * int("".join(digit for digit in text if digit.isdigit()))
