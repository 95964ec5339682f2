"""A cart with everything that pages and orders need to know of it: goods, prices, problems."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Prefetch, Sum, prefetch_related_objects

from vintner.cart.items import OPTION_VALUES
from vintner.cart.models import Cart, CartLine
from vintner.cart.rules import Goods, cart_hash, line_problem, not_for_sale
from vintner.catalogue.models import Product, Variation
from vintner.catalogue.rules import Price
from vintner.money import ZERO
from vintner.orders.models import StockReservation
from vintner.pricing import books
from vintner.pricing.quote import Item, PricedLine, Quote, quote
from vintner.pricing.rules import TaxStatus
from vintner.refusal import Refusal
from vintner.shipping.rules import Place

NOTHING_HELD: Mapping[int, int] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotedLine:
    """A line, what it holds, and its price: None when it cannot be bought at all, and then it costs nothing.

    `options` says what was chosen of a variable product: 'Vintage: 2019'.
    """

    line: CartLine
    goods: Goods
    options: str
    price: Price | None
    priced: PricedLine | None
    problem: Refusal | None

    @property
    def variation(self) -> Variation:
        return self.line.variation

    @property
    def product(self) -> Product:
        return self.line.variation.product


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotedCart:
    """A cart and what it costs now. `problems` say what keeps it from being bought as it stands."""

    cart: Cart
    lines: tuple[QuotedLine, ...]
    quote: Quote
    cart_hash: str

    @property
    def problems(self) -> tuple[Refusal, ...]:
        return tuple(line.problem for line in self.lines if line.problem)

    @property
    def count(self) -> int:
        """Bottles in the cart."""
        return sum(line.line.quantity for line in self.lines)

    @property
    def alcoholic(self) -> bool:
        """Whether the rules about sending wine concern this cart."""
        return any(line.product.alcoholic for line in self.lines)


def quoted(cart: Cart, *, now: datetime, place: Place | None = None, rate_id: str | None = None) -> QuotedCart:
    """Return the cart priced for a place and a delivery: those kept with the cart if not given, and at last the
    store's own place and the first delivery.

    Two queries, whatever the number of lines; one more for variable products, four when prices were edited, one
    when bottles are short.
    """
    lines = _lines(cart, now)
    book = books.load()
    priced = quote(
        [_item(line) for line in lines if not not_for_sale(line.goods)],
        place=place or cart.place or book.base,
        rate_id=cart.shipping_rate if rate_id is None else rate_id,
        book=book,
        now=now,
    )
    by_key = {line.key: line for line in priced.lines}
    known = tuple(replace(line, priced=by_key.get(line.line.key)) for line in lines)
    return QuotedCart(cart=cart, lines=known, quote=priced, cart_hash=_hash(known, priced))


def goods_of(variation: Variation, now: datetime, *, held: int = 0) -> Goods:
    """Return a variation as the cart's rules read it. `held` bottles belong to the shopper's own unpaid order."""
    product = variation.product
    return Goods(
        name=product.name,
        for_sale=product.published and variation.enabled and variation.regular_price is not None,
        coming_soon=product.coming_soon(now),
        sold_individually=product.sold_individually,
        stock=replace(variation.stock, free=variation.stock.free + held),
    )


def held_for(cart: Cart) -> dict[int, int]:
    """Return variation id → bottles that this cart's own unpaid order keeps from others. One query.

    They are reserved, yet not gone for whoever comes back after a declined card.
    """
    open_holds = StockReservation.objects.filter(order__cart_id=cart.pk, ended_at=None)
    return dict(open_holds.values_list("variation_id").annotate(held=Sum("quantity")))


def _lines(cart: Cart, now: datetime) -> list[QuotedLine]:
    rows = list(
        cart.lines.filter(removed_at=None)
        .select_related("variation__product__picture", "variation__picture")
        .order_by("id")
    )
    chosen = [row.variation for row in rows if row.variation.product.kind == Product.Kind.VARIABLE]
    prefetch_related_objects(chosen, Prefetch("options", OPTION_VALUES))
    lines = [_line(row, now, NOTHING_HELD) for row in rows]
    if not any(line.problem for line in lines):
        return lines
    held = held_for(cart)
    return [_line(row, now, held) for row in rows] if held else lines


def _line(row: CartLine, now: datetime, held: Mapping[int, int]) -> QuotedLine:
    goods = goods_of(row.variation, now, held=held.get(row.variation_id, 0))
    return QuotedLine(
        line=row,
        goods=goods,
        options=_options(row.variation),
        price=row.variation.price(now),
        priced=None,
        problem=line_problem(goods, row.quantity),
    )


def _options(variation: Variation) -> str:
    if variation.product.kind == Product.Kind.SIMPLE:
        return ""
    return ", ".join(f"{value.attribute.name}: {value.name}" for value in variation.options.all())


def _item(line: QuotedLine) -> Item:
    if line.price is None:
        raise AssertionError("Goods for sale have a price.")
    product = line.product
    return Item(
        key=line.line.key,
        product_id=product.pk,
        variation_id=line.line.variation_id,
        quantity=line.line.quantity,
        price=line.price.current,
        regular=line.price.regular,
        tax_status=TaxStatus(product.tax_status),
        tax_class=product.tax_class,
        virtual=product.virtual,
    )


def _hash(lines: tuple[QuotedLine, ...], priced: Quote) -> str:
    rate_id = priced.shipping.rate_id if priced.shipping else ""
    rows = ((line.line.key, line.line.quantity, line.priced.subtotal if line.priced else ZERO) for line in lines)
    return cart_hash(rows, rate_id, priced.total)
