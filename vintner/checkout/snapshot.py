"""Makes the record of a new order from a quoted cart and a valid form."""

from vintner.cart.carts import QuotedCart, QuotedLine
from vintner.checkout.forms import CheckoutForm
from vintner.customers.models import User
from vintner.money import Money
from vintner.orders.models import OrderAdjustment
from vintner.orders.orders import NewAdjustment, NewLine, NewOrder
from vintner.payments.offered_types import code_of
from vintner.pricing.quote import PricedLine, Quote
from vintner.shipping import age


def snapshot(quoted: QuotedCart, form: CheckoutForm, user: User | None) -> NewOrder:
    """Return the order as it is to be recorded. Every line must have a price."""
    quote = quoted.quote
    return NewOrder(
        lines=tuple(_line(line, line.priced) for line in quoted.lines if line.priced is not None),
        adjustments=new_adjustments(quote),
        subtotal=quote.subtotal,
        discount=quote.discount,
        shipping_total=quote.shipping_total,
        fee_total=quote.fee_total,
        tax_total=quote.tax_total,
        total=quote.total,
        email=form.email,
        billing=form.billing,
        shipping=form.shipping,
        customer_note=form.note,
        payment_method=code_of(form.payment_input.method_type),
        payment_title=form.payment_input.method_type.label,
        shipping_rate=quote.shipping.rate_id if quote.shipping else "",
        shipping_title=quote.shipping.title if quote.shipping else "",
        cart_id=quoted.cart.pk,
        cart_hash=quoted.cart_hash,
        user=user,
        remark=_age_remark(quoted, form),
    )


def _age_remark(quoted: QuotedCart, form: CheckoutForm) -> str:
    """Return the note about the confirmed age, with the visitor's address. A seller may have to prove having asked."""
    confirmation = age.shown(alcoholic=quoted.alcoholic)
    return f"{confirmation}, from {form.sent_from or 'an unknown address'}." if confirmation else ""


def _line(line: QuotedLine, priced: PricedLine) -> NewLine:
    return NewLine(
        variation_id=line.variation.pk,
        product_id=line.product.pk,
        sku=line.variation.sku or line.product.sku,
        producer=line.label.producer,
        name=line.label.name,
        vintage=line.label.vintage,
        size=line.label.size,
        options=line.label.options[:300],
        quantity=priced.quantity,
        regular_unit_price=priced.regular_unit,
        subtotal=priced.subtotal,
        discount=priced.discount,
        tax=priced.tax,
        promotion=priced.promotion[:300],
        given=bool(priced.given_by),
    )


def new_adjustments(quote: Quote) -> tuple[NewAdjustment, ...]:
    """Return the discounts, coupons, fees and taxes that an order records of a quote."""
    kinds = OrderAdjustment.Kind
    return (
        *(_adjustment(kinds.PROMOTION, each.label, each.amount) for each in quote.adjustments),
        *(_adjustment(kinds.DISCOUNT, each.label, each.amount) for each in quote.discounts),
        *(_adjustment(kinds.COUPON, use.code, use.amount) for use in quote.coupons),
        *(_adjustment(kinds.FEE, fee.label, fee.amount) for fee in quote.fees),
        *(_adjustment(kinds.TAX, tax.name, tax.amount, tax.rate) for tax in quote.taxes),
    )


def _adjustment(kind: OrderAdjustment.Kind, label: str, amount: Money, rate: str = "") -> NewAdjustment:
    return NewAdjustment(kind=kind, label=label, rate=rate, amount=amount)
