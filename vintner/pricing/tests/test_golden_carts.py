"""`quote` agrees to the cent with carts priced by another shop of the same settings."""

import json
from datetime import UTC, datetime

import pytest
from pydantic import BaseModel

from tests.reference import DATA, MISSING
from vintner.money import Money
from vintner.pricing.quote import Item, Quote, quote
from vintner.pricing.rules.coupons import CouponTerms, added
from vintner.pricing.rules.items import ShopperFacts, Traits
from vintner.pricing.tests.golden import BOOK, COUPONS, PLACES, RED_WINE
from vintner.refusal import Refusal

FILE = DATA / "data" / "golden-carts.json"
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
pytestmark = pytest.mark.skipif(not FILE.exists(), reason=MISSING.format("golden carts"))


class GoldenGoods(BaseModel):
    regular: int | None
    sale: int | None
    virtual: bool
    category: str

    @property
    def traits(self) -> Traits:
        return Traits(category_ids=frozenset({RED_WINE}) if self.category == "Red wine" else frozenset())


class GoldenLine(BaseModel):
    sku: str
    quantity: int
    product: GoldenGoods


class ExpectedLine(BaseModel):
    line_subtotal: int
    line_subtotal_tax: int
    line_total: int
    line_total_tax: int
    price: int
    quantity: int


class Rate(BaseModel):
    price: int
    selected: bool
    taxes: int


class ExpectedCoupon(BaseModel):
    total_discount: int
    total_discount_tax: int


class Tax(BaseModel):
    price: int
    rate: str


class Totals(BaseModel):
    total_discount: int
    total_discount_tax: int
    total_fees: int
    total_items: int
    total_items_tax: int
    total_price: int
    total_shipping: int | None
    total_shipping_tax: int | None
    total_tax: int


class Expected(BaseModel):
    coupons: dict[str, ExpectedCoupon]
    lines: dict[str, ExpectedLine]
    refusals: dict[str, str]
    shipping: dict[str, Rate]
    tax_lines: dict[str, Tax]
    totals: Totals


class GoldenCart(BaseModel):
    id: int
    address: str
    coupons: list[str]
    email: str
    shipping: str
    lines: list[GoldenLine]
    expected: Expected

    @property
    def items(self) -> list[Item]:
        """The lines that the other shop took; it refused a variable product without a choice, for one. The same wine
        twice is one line.
        """
        taken = {line.sku: line for line in self.lines if line.sku in self.expected.lines}
        return [
            Item(
                key=line.sku,
                product_id=number,
                variation_id=number,
                quantity=sum(each.quantity for each in self.lines if each.sku == line.sku),
                price=Money(line.product.sale or line.product.regular or 0),
                regular=Money(line.product.regular or 0),
                virtual=line.product.virtual,
                traits=line.product.traits,
            )
            for number, line in enumerate(taken.values(), 1)
        ]


def golden_carts() -> list[GoldenCart]:
    return [GoldenCart.model_validate(cart) for cart in json.loads(FILE.read_text())["carts"]] if FILE.exists() else []


def cost(cart: GoldenCart, coupons: list[CouponTerms], rate_id: str = "") -> Quote:
    place, shopper = PLACES[cart.address], ShopperFacts(email=cart.email)
    return quote(cart.items, place=place, rate_id=rate_id, book=BOOK, now=NOON, coupons=coupons, shopper=shopper)


def typed(cart: GoldenCart) -> tuple[list[CouponTerms], set[str]]:
    """Type the cart's coupons one after another; return those that it took, and the codes of the others."""
    taken: list[CouponTerms] = []
    refused = set()
    for code in cart.coupons:
        try:
            tried = added(taken, COUPONS[code])
        except Refusal:
            refused.add(code)
            continue
        if cost(cart, [COUPONS[code]]).refused:
            refused.add(code)
        else:
            taken = tried
    return taken, refused


def priced(cart: GoldenCart) -> Quote:
    taken, _ = typed(cart)
    first = cost(cart, taken)
    return cost(cart, taken, next((o.rate_id for o in first.shipping_options if o.kind == cart.shipping), "none:0"))


@pytest.mark.parametrize("cart", golden_carts(), ids=lambda cart: f"cart {cart.id}")
def test_a_golden_cart_takes_the_coupons_that_it_took_there(cart: GoldenCart) -> None:
    expected = {key.removeprefix("coupon ") for key in cart.expected.refusals if key.startswith("coupon ")}
    assert typed(cart)[1] == expected


@pytest.mark.parametrize("cart", golden_carts(), ids=lambda cart: f"cart {cart.id}")
def test_a_golden_cart_costs_what_it_cost_there(cart: GoldenCart) -> None:
    made, expected = priced(cart), cart.expected
    assert {
        line.key: ExpectedLine(
            line_subtotal=line.subtotal.minor,
            line_subtotal_tax=line.subtotal_tax.minor,
            line_total=line.total.minor,
            line_total_tax=line.tax.minor,
            price=line.unit_price.minor,
            quantity=line.quantity,
        )
        for line in made.lines
    } == expected.lines
    assert {t.name: (t.amount.minor, t.rate) for t in made.taxes} == {
        name: (tax.price, tax.rate) for name, tax in expected.tax_lines.items()
    }
    assert {
        use.code: ExpectedCoupon(total_discount=use.amount.minor, total_discount_tax=use.tax.minor)
        for use in made.coupons
        if made.lines
    } == expected.coupons
    assert totals(made) == expected.totals


@pytest.mark.parametrize("cart", golden_carts(), ids=lambda cart: f"cart {cart.id}")
def test_a_golden_cart_is_delivered_as_it_was_there(cart: GoldenCart) -> None:
    made, expected = priced(cart), cart.expected.shipping
    assert {o.kind.value: o.cost.minor for o in made.shipping_options} == {
        kind: rate.price for kind, rate in expected.items()
    }
    assert (
        [made.shipping.kind.value]
        if made.shipping
        else [kind for kind, rate in expected.items() if rate.selected] == []
    )


def totals(made: Quote) -> Totals:
    items_tax = Money.total(line.subtotal_tax for line in made.lines)
    return Totals(
        total_discount=made.discount.minor,
        total_discount_tax=made.discount_tax.minor,
        total_fees=made.fee_total.minor,
        total_items=made.subtotal.minor,
        total_items_tax=items_tax.minor,
        total_price=made.total.minor,
        total_shipping=made.shipping.cost.minor if made.shipping else None,
        total_shipping_tax=made.tax_total.minor - sum(line.tax.minor for line in made.lines) if made.shipping else None,
        total_tax=made.tax_total.minor,
    )


def test_all_forty_carts_are_compared() -> None:
    assert len(golden_carts()) == 40
