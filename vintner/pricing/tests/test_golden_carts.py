"""`quote` agrees to the cent with carts priced by another shop of the same settings."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.conf import settings
from pydantic import BaseModel

from vintner.money import Money
from vintner.pricing.quote import Item, Quote, quote
from vintner.pricing.tests.golden import BOOK, PLACES

FILE = Path(settings.BASE_DIR).parent / "shared" / "data" / "golden-carts.json"
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
pytestmark = pytest.mark.skipif(not FILE.exists(), reason="the shared golden carts are not beside the repository")


class Goods(BaseModel):
    regular: int | None
    sale: int | None
    virtual: bool


class Line(BaseModel):
    sku: str
    quantity: int
    product: Goods


class ExpectedLine(BaseModel):
    line_subtotal: int
    line_total_tax: int
    price: int


class Rate(BaseModel):
    price: int
    selected: bool


class Tax(BaseModel):
    price: int
    rate: str


class Totals(BaseModel):
    total_items: int
    total_items_tax: int
    total_price: int
    total_shipping: int | None
    total_tax: int


class Expected(BaseModel):
    lines: dict[str, ExpectedLine]
    shipping: dict[str, Rate]
    tax_lines: dict[str, Tax]
    totals: Totals


class GoldenCart(BaseModel):
    id: int
    address: str
    coupons: list[str]
    shipping: str
    lines: list[Line]
    expected: Expected

    @property
    def items(self) -> list[Item]:
        """The lines that the other shop took; it refused a variable product without a choice, for one."""
        taken = [line for line in self.lines if line.sku in self.expected.lines]
        return [
            Item(
                key=line.sku,
                product_id=number,
                variation_id=number,
                quantity=line.quantity,
                price=Money(line.product.sale or line.product.regular or 0),
                regular=Money(line.product.regular or 0),
                virtual=line.product.virtual,
            )
            for number, line in enumerate(taken, 1)
        ]


def golden_carts() -> list[GoldenCart]:
    """Carts with coupons are for the issue that brings coupons."""
    carts = [GoldenCart.model_validate(cart) for cart in json.loads(FILE.read_text())["carts"]] if FILE.exists() else []
    return [cart for cart in carts if not cart.coupons]


def priced(cart: GoldenCart) -> Quote:
    place = PLACES[cart.address]
    first = quote(cart.items, place=place, rate_id="", book=BOOK, now=NOON)
    wanted = next((o.rate_id for o in first.shipping_options if o.kind == cart.shipping), "")
    return quote(cart.items, place=place, rate_id=wanted, book=BOOK, now=NOON)


@pytest.mark.parametrize("cart", golden_carts(), ids=lambda cart: f"cart {cart.id}")
def test_a_golden_cart_costs_what_it_cost_there(cart: GoldenCart) -> None:
    made, expected = priced(cart), cart.expected
    lines = {line.key: (line.unit_price.minor, line.subtotal.minor, line.tax.minor) for line in made.lines}
    assert lines == {sku: (line.price, line.line_subtotal, line.line_total_tax) for sku, line in expected.lines.items()}
    assert {o.kind.value: o.cost.minor for o in made.shipping_options} == {
        kind: rate.price for kind, rate in expected.shipping.items()
    }
    assert made.shipping is not None
    assert expected.shipping[made.shipping.kind].selected
    assert {t.name: (t.amount.minor, t.rate) for t in made.taxes} == {
        name: (tax.price, tax.rate) for name, tax in expected.tax_lines.items()
    }
    assert made.subtotal.minor == expected.totals.total_items
    assert made.shipping_total.minor == expected.totals.total_shipping
    assert made.tax_total.minor == expected.totals.total_tax
    assert made.total.minor == expected.totals.total_price


@pytest.mark.skipif(not FILE.exists(), reason="no golden carts")
def test_there_are_golden_carts_to_compare_with() -> None:
    assert len(golden_carts()) == 8
