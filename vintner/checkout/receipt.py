"""Builds the order-received page from the permanent record."""

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from vintner.cart.pages import LineView, TotalRow
from vintner.catalogue.pictures import image
from vintner.checkout.pages import OrderReceivedPage
from vintner.money import Money
from vintner.orders.addresses import Address
from vintner.orders.models import Order, OrderAdjustment, OrderLine
from vintner.orders.rules import PAYABLE, Status
from vintner.web.dates import day_in_words
from vintner.web.page import Head, Shared

THANKS = "Thank you. Your order has been received."
HEADINGS = {
    Status.FAILED: "Your payment did not go through",
    Status.PENDING: "Your order is waiting for its payment",
    Status.CANCELLED: "This order was cancelled",
}
STATUS_TEXTS = {
    Status.PENDING: "We have not received a payment yet. Your bottles are held for a little while.",
    Status.PROCESSING: "Your payment has arrived. We are packing your wine.",
    Status.ON_HOLD: "We have your order and are looking into its payment. You will hear from us by e-mail.",
    Status.COMPLETED: "Your wine is on its way.",
    Status.CANCELLED: "Nothing will be sent. If you were charged, write to us and we will put it right.",
    Status.REFUNDED: "Your payment has been returned.",
    Status.FAILED: (
        "Your bank did not accept the payment, so nothing was charged. Your cart is as you left it:"
        " try again with the same card or another one."
    ),
}


def unnamed_page(shared: Shared) -> OrderReceivedPage:
    """Return the page that shows nothing of any order: for a wrong key, and without an id (contract 2.8)."""
    return OrderReceivedPage(
        head=_head(),
        shared=shared,
        found=False,
        heading=THANKS,
        status="",
        status_text="",
        number="",
        date="",
        email="",
        payment_title="",
        lines=(),
        rows=(),
        total="",
        billing_address=(),
        shipping_address=(),
        customer_note="",
        pay_url="",
    )


def receipt_page(order: Order, shared: Shared) -> OrderReceivedPage:
    """Return the receipt. Its caller has made sure that the visitor may see it."""
    status = Status(order.status)
    billing = Address.read(order.billing)
    return OrderReceivedPage(
        head=_head(),
        shared=shared,
        found=True,
        heading=HEADINGS.get(status, THANKS),
        status=status.value,
        status_text=STATUS_TEXTS[status],
        number=order.number,
        date=day_in_words(timezone.localtime(order.placed_at).date()),
        email=order.email,
        payment_title=_payment_title(order),
        lines=_lines(order),
        rows=_rows(order),
        total=order.total.text,
        billing_address=(*billing.lines(), billing.phone) if billing.phone else billing.lines(),
        shipping_address=Address.read(order.shipping).lines(),
        customer_note=order.customer_note,
        pay_url=reverse("checkout") if status in PAYABLE else "",
    )


def _head() -> Head:
    return Head(title=f"Order received – {settings.STORE_NAME}", robots="noindex")


def _payment_title(order: Order) -> str:
    card = order.payments.filter(status="succeeded").values_list("card", flat=True).first()
    return card or order.payment_title


def _lines(order: Order) -> tuple[LineView, ...]:
    rows = order.lines.select_related("variation__picture", "variation__product__picture")
    return tuple(_line(row) for row in rows)


def _line(row: OrderLine) -> LineView:
    """What is no longer for sale is shown as it was named, without a picture or a page."""
    product = row.variation.product if row.variation else None
    picture = (row.variation and row.variation.picture) or (product and product.picture)
    unit = Money(round(row.subtotal.minor / row.quantity))
    return LineView(
        key=str(row.pk),
        product_id=row.product_id,
        variation_id=row.variation_id or 0,
        name=row.name,
        options=row.options,
        url=product.get_absolute_url() if product and product.published else "",
        image=image(picture) if picture else None,
        sku=row.sku,
        quantity=row.quantity,
        most=row.quantity,
        unit_price=unit.text,
        unit_before=row.regular_unit_price.text if row.regular_unit_price > unit else "",
        subtotal=row.subtotal.text,
        problem="",
    )


def _rows(order: Order) -> tuple[TotalRow, ...]:
    """Return the rows above the total, in the words that were frozen with the order; together they make it."""
    kinds = OrderAdjustment.Kind
    told = list(order.adjustments.order_by("id"))
    rows = [TotalRow(kind="subtotal", label="Subtotal", amount=order.subtotal.text)]
    rows += [_taken_off(each.label, each.amount) for each in told if each.kind == kinds.DISCOUNT]
    rows += [_taken_off(f"Coupon: {each.label}", each.amount) for each in told if each.kind == kinds.COUPON]
    if order.shipping_title:
        cost = order.shipping_total.text if order.shipping_total else "Free"
        rows.append(TotalRow(kind="shipping", label=f"Shipping ({order.shipping_title})", amount=cost))
    rows += [_taken_off(each.label, -each.amount) for each in told if each.kind == kinds.FEE]
    rows += [TotalRow(kind="tax", label=each.label, amount=each.amount.text) for each in told if each.kind == kinds.TAX]
    return tuple(rows)


def _taken_off(label: str, amount: Money) -> TotalRow:
    return TotalRow(kind="discount", label=label, amount=f"−{amount}" if amount else amount.text)
