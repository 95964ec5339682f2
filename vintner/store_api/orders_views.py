"""The endpoint of a placed order. The order's key opens it."""

from decimal import Decimal

from django.utils import timezone
from ninja import Query, Router

from vintner.catalogue.models import Product
from vintner.customers.middleware import user_of
from vintner.money import Money
from vintner.orders.models import Order, OrderAdjustment, OrderLine
from vintner.orders.ownership import find_order, is_fresh, is_owner, knows_email
from vintner.orders.refund_records import completed_total
from vintner.payments.attempts.pay_again import is_payable
from vintner.shipping.regions import Address
from vintner.store_api.cart_answers import MILLIONTHS, permalink
from vintner.store_api.cart_shapes import (
    BillingAddress,
    CartFee,
    CartItem,
    FeeTotals,
    ItemData,
    ItemPrices,
    LineTotals,
    QuantityLimits,
    RawPrices,
    ShippingAddress,
    TaxLine,
)
from vintner.store_api.errors import ApiError
from vintner.store_api.middleware import ApiRequest
from vintner.store_api.order_shapes import OrderCouponShape, OrderCouponTotals, OrderShape, OrderTotals
from vintner.store_api.shapes import RequestModel, minor, picture, prose
from vintner.web.client_address import rate_limit_key

router = Router(tags=["Orders"])


class OrderQuery(RequestModel):
    """The order's key, and for a guest's order its e-mail address."""

    key: str = ""
    billing_email: str = ""


@router.get("/{int:order_id}", response=OrderShape, by_alias=True, summary="An order")
def read(request: ApiRequest, order_id: int, query: Query[OrderQuery]) -> OrderShape:
    """A guest needs the key and, from ten minutes after placing on, the e-mail address; an owner is logged in."""
    order = find_order(order_id, query.key)
    if order is None or not _is_theirs(request, order, query.billing_email):
        # The message does not say which of the three was wrong, so that nobody can find orders by trying.
        raise ApiError(401, "woocommerce_rest_invalid_order", "Invalid order ID or key provided.")
    return order_shape(order)


def _is_theirs(request: ApiRequest, order: Order, email: str) -> bool:
    if is_owner(user_of(request), order):
        return True
    if order.user_id is not None:
        return False
    if email:
        return knows_email(order, email, rate_limit_key(request))
    return is_fresh(order, timezone.now())


def order_shape(order: Order) -> OrderShape:
    """Return the order as it was placed. Five queries."""
    lines = list(order.lines.select_related("variation__product__picture", "variation__picture"))
    adjustments = list(order.adjustments.order_by("id"))
    kinds = OrderAdjustment.Kind
    return OrderShape(
        id=order.pk,
        status=order.status,
        items=tuple(_item(line) for line in lines),
        coupons=tuple(
            OrderCouponShape(code=each.label, totals=OrderCouponTotals(total_discount=minor(each.amount)))
            for each in adjustments
            if each.kind == kinds.COUPON
        ),
        fees=tuple(
            CartFee(key=f"fee-{each.pk}", name=each.label, totals=FeeTotals(total=minor(each.amount), total_tax="0"))
            for each in adjustments
            if each.kind == kinds.FEE
        ),
        totals=_totals(order, lines, [each for each in adjustments if each.kind == kinds.TAX]),
        shipping_address=ShippingAddress(**Address.read(order.shipping).stored()),
        billing_address=BillingAddress(**Address.read(order.billing).stored(), email=order.email),
        needs_payment=is_payable(order),
        needs_shipping=bool(order.shipping_rate),
    )


def _item(line: OrderLine) -> CartItem:
    variation = line.variation
    product = variation.product if variation else None
    shot = (variation.picture or variation.product.picture) if variation else None
    simple = product is None or product.kind == Product.Kind.SIMPLE
    return CartItem(
        key=str(line.pk),
        id=line.product_id if simple or variation is None else variation.pk,
        type="simple" if simple else "variation",
        quantity=line.quantity,
        quantity_limits=QuantityLimits(minimum=line.quantity, maximum=line.quantity, editable=False),
        name=line.name,
        short_description=prose(product.short_description) if product else "",
        description=prose(product.description) if product else "",
        sku=line.sku,
        low_stock_remaining=None,
        backorders_allowed=False,
        show_backorder_badge=False,
        sold_individually=product.sold_individually if product else False,
        permalink=permalink(product, ()) if product and product.published else "",
        images=(picture(shot),) if shot else (),
        variation=(),
        item_data=_item_data(line),
        prices=_prices(line),
        totals=LineTotals(
            line_subtotal=minor(line.subtotal),
            line_subtotal_tax=minor(line.tax),
            line_total=minor(line.subtotal - line.discount),
            line_total_tax=minor(line.tax),
        ),
        catalog_visibility=product.visibility if product else "hidden",
    )


def _item_data(line: OrderLine) -> tuple[ItemData, ...]:
    """Return the options and the promotion that the line has recorded."""
    chosen = [tuple(option.split(": ", 1)) for option in line.options.split(", ") if ": " in option]
    offers = [("Offer", line.promotion)] if line.promotion else []
    inside = [("Contents", line.options)] if line.options and not chosen else []  # of a gift set
    return tuple(ItemData(key=key, value=value) for key, value in [*chosen, *inside, *offers])


def _prices(line: OrderLine) -> ItemPrices:
    exact = Decimal(line.subtotal.minor) / line.quantity
    raw = str(round(exact * MILLIONTHS))
    return ItemPrices(
        price=minor(line.unit_price),
        regular_price=minor(line.regular_unit_price),
        sale_price=minor(line.unit_price),
        raw_prices=RawPrices(price=raw, regular_price=str(line.regular_unit_price.minor * MILLIONTHS), sale_price=raw),
    )


def _totals(order: Order, lines: list[OrderLine], taxes: list[OrderAdjustment]) -> OrderTotals:
    items_tax = Money.total(line.tax for line in lines)
    return OrderTotals(
        subtotal=minor(order.subtotal),
        total_items=minor(order.subtotal),
        total_items_tax=minor(items_tax),
        total_fees=minor(order.fee_total),
        total_discount=minor(order.discount),
        total_shipping=minor(order.shipping_total),
        total_shipping_tax=minor(order.tax_total - items_tax),
        total_refund=minor(completed_total(order)),
        total_price=minor(order.total),
        total_tax=minor(order.tax_total),
        tax_lines=tuple(TaxLine(name=tax.label, price=minor(tax.amount), rate=tax.rate) for tax in taxes),
    )
