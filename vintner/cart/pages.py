"""What the cart shows, on its own page and in the mini-cart."""

from typing import ClassVar

from django.conf import settings

from vintner.cart.quoted import QuotedCart, QuotedLine
from vintner.catalogue.pictures import image
from vintner.money import Money
from vintner.pricing.quote import Quote
from vintner.shipping.places import place_name
from vintner.web.page import CSRF_TOKEN, Head, Image, Page, Props, Shared
from vintner.web.section import Section


class LineView(Props):
    """A line of the cart. Amounts are worded; `unit_before` is the price without sale and promotion, if higher."""

    key: str
    product_id: int
    variation_id: int
    name: str
    options: str
    url: str
    image: Image | None
    sku: str
    quantity: int
    most: int
    unit_price: str
    unit_before: str
    subtotal: str
    problem: str
    """Why the line cannot be bought as it stands, empty when it can."""


class TotalRow(Props):
    """A row above the total: Subtotal, Shipping, CA Tax. `kind` is subtotal, discount, shipping or tax."""

    kind: str
    label: str
    amount: str


class ShippingChoice(Props):
    """A way to deliver. `rate` is the value of the field shipping_method[0]."""

    rate: str
    label: str
    amount: str
    chosen: bool


class MiniCart(Section):
    """The cart in the page's header: `count` bottles, worded subtotal, lines. Empty when there are no lines."""

    selector: ClassVar[str] = "div.widget_shopping_cart_content"

    count: int
    subtotal: str
    lines: tuple[LineView, ...]


class CartContents(Section):
    """The body of the cart page: lines, delivery, totals."""

    selector: ClassVar[str] = "div.woocommerce-cart-form"

    lines: tuple[LineView, ...]
    rows: tuple[TotalRow, ...]
    total: str
    estimated_for: str
    """The place the estimate is for, e.g. 'California'."""
    shipping: tuple[ShippingChoice, ...]
    shipping_problem: str
    can_check_out: bool


class CartPage(Page):
    """`csrf_token` goes into every form as csrfmiddlewaretoken."""

    csrf_token: str
    contents: CartContents


def cart_page(quoted: QuotedCart | None, shared: Shared) -> CartPage:
    """Return the cart's own page; None for a visitor who has no cart."""
    return CartPage(
        head=Head(title=f"Your cart – {settings.STORE_NAME}", robots="noindex"),
        shared=shared,
        csrf_token=CSRF_TOKEN,
        contents=cart_contents(quoted),
    )


def cart_contents(quoted: QuotedCart | None) -> CartContents:
    """Return lines, delivery and totals. A cart may go to the checkout unless one of its lines cannot be bought."""
    if quoted is None or not quoted.lines:
        return CartContents(
            lines=(), rows=(), total="", estimated_for="", shipping=(), shipping_problem="", can_check_out=False
        )
    return CartContents(
        lines=line_views(quoted),
        rows=total_rows(quoted.quote),
        total=quoted.quote.total.text,
        estimated_for=place_name(quoted.quote.place.country, quoted.quote.place.state),
        shipping=shipping_choices(quoted.quote),
        shipping_problem=shipping_problem(quoted.quote),
        can_check_out=not quoted.problems,
    )


def mini_cart(quoted: QuotedCart | None) -> MiniCart:
    """Return the cart of the page's header."""
    if quoted is None:
        return MiniCart(count=0, subtotal="", lines=())
    return MiniCart(count=quoted.count, subtotal=quoted.quote.subtotal.text, lines=line_views(quoted))


def line_views(quoted: QuotedCart) -> tuple[LineView, ...]:
    return tuple(_line_view(line) for line in quoted.lines)


def _line_view(line: QuotedLine) -> LineView:
    product, variation = line.product, line.variation
    picture = variation.picture or product.picture
    now, before = _unit_prices(line)
    return LineView(
        key=line.line.key,
        product_id=product.pk,
        variation_id=variation.pk,
        name=product.name,
        options=line.options,
        url=product.get_absolute_url(),
        image=image(picture) if picture else None,
        sku=variation.sku or product.sku,
        quantity=line.line.quantity,
        most=line.goods.most,
        unit_price=now,
        unit_before=before,
        subtotal=line.priced.subtotal.text if line.priced else "",
        problem=line.problem.message if line.problem else "",
    )


def _unit_prices(line: QuotedLine) -> tuple[str, str]:
    """Return what one costs and, if that is less, what it costs without sale and promotion."""
    if line.priced:
        return line.priced.unit_price.text, _if_higher(line.priced.regular_unit, line.priced.unit_price)
    if line.price:
        return line.price.current.text, _if_higher(line.price.regular, line.price.current)
    return "", ""


def _if_higher(before: Money, now: Money) -> str:
    return before.text if before > now else ""


def total_rows(quote: Quote) -> tuple[TotalRow, ...]:
    """Return the rows above the total; together they make it."""
    rows = [TotalRow(kind="subtotal", label="Subtotal", amount=quote.subtotal.text)]
    rows += [_taken_off(each.label, each.amount) for each in quote.discounts]
    rows += [_taken_off(f"Coupon: {use.code}", use.amount) for use in quote.coupons]
    if quote.shipping:
        label = f"Shipping ({quote.shipping.title})"
        rows.append(TotalRow(kind="shipping", label=label, amount=_cost(quote.shipping.cost)))
    rows += [_taken_off(fee.label, -fee.amount) for fee in quote.fees]
    rows += [TotalRow(kind="tax", label=tax.name, amount=tax.amount.text) for tax in quote.taxes]
    return tuple(rows)


def _taken_off(label: str, amount: Money) -> TotalRow:
    return TotalRow(kind="discount", label=label, amount=f"−{amount.text}" if amount else amount.text)


def shipping_choices(quote: Quote) -> tuple[ShippingChoice, ...]:
    return tuple(
        ShippingChoice(
            rate=option.rate_id, label=option.title, amount=_cost(option.cost), chosen=option == quote.shipping
        )
        for option in quote.shipping_options
    )


def shipping_problem(quote: Quote) -> str:
    """Say that nothing is delivered to the place, empty when something is."""
    if quote.shipping or not quote.needs_shipping:
        return ""
    name = place_name(quote.place.country, quote.place.state)
    return f"We have no delivery to {name}. Please check the address, or write to us: we may find a way."


def _cost(amount: Money) -> str:
    return amount.text if amount else "Free"
