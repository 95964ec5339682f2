"""A placed order in the shape that clients of WooCommerce's Store API know."""

from vintner.store_api.cart_shapes import (
    BillingAddress,
    CartFee,
    CartItem,
    CartProblem,
    ShippingAddress,
    TaxLine,
)
from vintner.store_api.shapes import Amounts, ApiShape, Minor


class OrderCouponTotals(Amounts):
    """The discount of a coupon, without tax: orders record tax after discounts."""

    total_discount: Minor
    total_discount_tax: Minor = "0"


class OrderCouponShape(ApiShape):
    """A coupon that counted."""

    code: str
    totals: OrderCouponTotals


class OrderTotals(Amounts):
    """The totals of the order. `total_shipping_tax` is the tax of delivery and fees together."""

    subtotal: Minor
    total_items: Minor
    total_items_tax: Minor
    total_fees: Minor
    total_fees_tax: Minor = "0"
    total_discount: Minor
    total_discount_tax: Minor = "0"
    total_shipping: Minor
    total_shipping_tax: Minor
    total_refund: Minor
    total_price: Minor
    total_tax: Minor
    tax_lines: tuple[TaxLine, ...]


class OrderShape(ApiShape):
    """An order as it was placed. Texts and pictures of its items are those of the catalogue today."""

    id: int
    status: str
    items: tuple[CartItem, ...]
    coupons: tuple[OrderCouponShape, ...]
    fees: tuple[CartFee, ...]
    totals: OrderTotals
    shipping_address: ShippingAddress
    billing_address: BillingAddress
    needs_payment: bool
    needs_shipping: bool
    payment_requirements: tuple[str, ...] = ("products",)
    errors: tuple[CartProblem, ...] = ()
