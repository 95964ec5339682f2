"""Finds, locks and makes a cart, and loads all that its prices and pictures are made of: each in one query, for any
number of lines.

The queries are written as SQL, as those of product pages are (decision 12): composing them, and loading every column of
six tables as objects, took half the time of adding to a large cart. Variations and products are still objects, because
price and stock are decided by them, with the columns that carts, orders and answers read; others would be a query each.
"""

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from functools import cache
from typing import Any, Final, Generic, NamedTuple, TypeVar
from uuid import UUID, uuid4

from django.db import DEFAULT_DB_ALIAS, connection, models
from django.db.models.base import ModelState
from django.utils import timezone

from vintner.cart.models import Cart, CartLine
from vintner.cart.rules import CartGoods
from vintner.catalogue.models import Product, Variation
from vintner.catalogue.pictures import PictureKey, key_of
from vintner.catalogue.plans.plans import plan_of_product
from vintner.catalogue.rules import Price
from vintner.catalogue.wine_label import LabelRow, WineLabel, label_sql
from vintner.customers.models import User
from vintner.money import Money, MoneyField
from vintner.pricing import books
from vintner.pricing.quote import Item
from vintner.pricing.rules.items import TaxStatus
from vintner.refusal import Refusal

_LINE: Final = frozenset({"id", "variation_id", "quantity", "removed_at", "agreed_price", "agreed_bottles"})
_VARIATION: Final = frozenset(
    {"id", "product_id", "sku", "enabled", "regular_price", "sale_price", "sale_starts_at", "sale_ends_at", "weight"}
    | {"manage_stock", "on_hand", "reserved", "available", "backorders", "low_stock_threshold", "picture_id"}
)
_PRODUCT: Final = frozenset(
    {"id", "kind", "sku", "name", "slug", "published", "available_from", "hide_price", "sold_individually"}
    | {"alcoholic", "virtual", "tax_status", "tax_class", "shipping_class", "visibility", "short_description"}
    | {"description", "picture_id", "plan_id", "set_bottles"}
)
_PICTURE = "i.id, i.checksum, i.alt, i.caption, jsonb_array_length(i.sizes)"
"""A `PictureKey` as SQL."""

_QUANTITIES = "SELECT variation_id, quantity FROM cart_cartline WHERE cart_id = %s AND removed_at IS NULL"


_WITH_LINE: Final = """
WITH made AS (
    INSERT INTO cart_cart (id, user_id, created_at, updated_at, shipping_rate, country, state, postcode, city, email,
        addresses)
    VALUES (%(cart)s, %(user)s, %(now)s, %(now)s, '', '', '', '', '', '', '{}') RETURNING id
)
INSERT INTO cart_cartline (cart_id, variation_id, quantity, added_at)
SELECT id, %(variation)s, %(quantity)s, %(now)s FROM made
"""
"""The other columns have defaults in the database."""

_Row = TypeVar("_Row", bound=models.Model)


class OptionChoice(NamedTuple):
    """A chosen option of a variable product: attribute 'Vintage' (slug vintage), value '2019'."""

    slug: str
    name: str
    value: str


class CartLineRow(NamedTuple):
    """A line with its variation and product, its label, its chosen options and its picture."""

    line: CartLine
    label: WineLabel
    chosen: tuple[OptionChoice, ...]
    picture: PictureKey | None


class CartRows(NamedTuple):
    """A cart's lines in the order they came, the ids of the coupons on it, and the number of the price book at the same
    moment (None: it was not read).
    """

    lines: tuple[CartLineRow, ...]
    coupon_ids: tuple[int, ...]
    book_number: int | None = None


class _Table(Generic[_Row]):
    """Makes objects of some columns of a table, which `columns` names for a table named `letter`."""

    def __init__(self, model: type[_Row], letter: str, names: Collection[str]) -> None:
        self._model = model
        fields = [field for field in model._meta.concrete_fields if field.attname in names]
        self._amounts = [field.attname for field in fields if isinstance(field, MoneyField)]
        self._texts = [field.attname for field in fields if isinstance(field, models.JSONField)]
        self._names = [field.attname for field in fields]
        self.columns = ", ".join(f"{letter}.{field.column}" for field in fields)

    def take(self, values: Iterator[Any]) -> _Row:
        """Return the object that the next values of a row make.

        It is made as unpickling makes one: the constructor, which goes through all columns of the table, takes longer
        than the query.
        """
        row = self._model.__new__(self._model)
        mine = vars(row)
        mine.update(zip(self._names, values))  # noqa: B905 - takes as many values as there are names
        for name in self._amounts:
            if mine[name] is not None:
                mine[name] = Money(mine[name])
        for name in self._texts:
            mine[name] = json.loads(mine[name])
        row._state = state = ModelState()
        state.adding, state.db = False, DEFAULT_DB_ALIAS
        return row


class _Query(NamedTuple):
    sql: str
    lines: _Table[CartLine]
    variations: _Table[Variation]
    products: _Table[Product]


@cache
def _query() -> _Query:
    lines, variations = _Table(CartLine, "l", _LINE), _Table(Variation, "v", _VARIATION)
    products = _Table(Product, "p", _PRODUCT)
    sql = f"""SELECT {lines.columns}, {variations.columns}, {products.columns}, {label_sql("v")},
        ARRAY(SELECT c.coupon_id FROM cart_cartcoupon c WHERE c.cart_id = l.cart_id ORDER BY c.id),
        ({books.NUMBER}), {_PICTURE}
        FROM cart_cartline l JOIN catalogue_variation v ON v.id = l.variation_id
        JOIN catalogue_product p ON p.id = v.product_id
        LEFT JOIN catalogue_picture i ON i.id = coalesce(v.picture_id, p.picture_id)
        WHERE l.cart_id = %s AND l.removed_at IS NULL ORDER BY l.id"""  # noqa: S608 - nothing but constants
    return _Query(sql, lines, variations, products)


@cache
def _item_query() -> tuple[str, _Table[Variation], _Table[Product]]:
    variations, products = _Table(Variation, "v", _VARIATION), _Table(Product, "p", _PRODUCT)
    sql = f"""SELECT {variations.columns}, {products.columns}
        FROM catalogue_variation v JOIN catalogue_product p ON p.id = v.product_id
        WHERE v.id = %s OR v.product_id = %s ORDER BY v.position, v.id"""  # noqa: S608 - nothing but constants
    return sql, variations, products


def find_variations(number: int) -> list[Variation]:
    """Return the variation of this id, or those of the product of this id, each with its product. One query."""
    sql, variations, products = _item_query()
    with connection.cursor() as cursor:
        cursor.execute(sql, [number, number])
        found = []
        for row in cursor.fetchall():
            values = iter(row)
            variation = variations.take(values)
            variation.product = products.take(values)
            found.append(variation)
        return found


@cache
def _cart_reader() -> _Table[Cart]:
    return _Table(Cart, "c", {field.attname for field in Cart._meta.concrete_fields})


def _fetch_cart(sql: str, parameters: Sequence[datetime | UUID | int | None]) -> Cart | None:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        row = cursor.fetchone()
    return _cart_reader().take(iter(row)) if row else None


def find_own_cart(cart_id: UUID) -> Cart | None:
    """Return the cart of this id, None if there is none or it is that of an express purchase."""
    sql = f"SELECT {_cart_reader().columns} FROM cart_cart c WHERE c.id = %s AND NOT c.is_express"  # noqa: S608 - see above
    return _fetch_cart(sql, [cart_id])


def make_cart_with_line(user: User | None, variation_id: int, quantity: int, now: datetime) -> Cart:
    """Make a cart with one line. One query, so that it needs no transaction of its own."""
    cart = Cart(id=uuid4(), user=user, created_at=now, updated_at=now)
    values = {
        "cart": cart.pk,
        "user": user.pk if user else None,
        "now": now,
        "variation": variation_id,
        "quantity": quantity,
    }
    with connection.cursor() as cursor:
        cursor.execute(_WITH_LINE, values)
    cart._state.adding, cart._state.db = False, connection.alias
    return cart


def lock_and_touch(cart: Cart) -> None:
    """Lock the row by writing the time of the change, in one query. Raises Refusal when the cart is gone.

    It is the first query of every change, so that no change is lost.
    """
    if not Cart.objects.filter(pk=cart.pk).update(updated_at=timezone.now()):
        raise Refusal("no_cart", "Your cart is empty.")


def lock_and_find(cart_id: UUID, user: User | None) -> Cart | None:
    """Find an own cart of this customer (None: a guest's), and lock it in the same way, all in one query."""
    return _fetch_cart(
        f"""UPDATE cart_cart c SET updated_at = %s
        WHERE c.id = %s AND c.user_id IS NOT DISTINCT FROM %s AND NOT c.is_express
        RETURNING {_cart_reader().columns}""",  # noqa: S608 - names of columns
        [timezone.now(), cart_id, user.pk if user else None],
    )


def quantities_of(cart: Cart) -> dict[int, int]:
    """Return variation id → quantity of what is in a cart. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_QUANTITIES, [cart.pk])
        return dict(cursor.fetchall())


def rows_of(cart: Cart) -> CartRows:
    """Return what is in a cart. One query."""
    query = _query()
    with connection.cursor() as cursor:
        cursor.execute(query.sql, [cart.pk])
        found = cursor.fetchall()
    lines = [_read(query, cart, row) for row in found]
    if not lines:
        return CartRows((), ())
    _, coupon_ids, book_number = lines[0]
    return CartRows(tuple(line for line, _, _ in lines), coupon_ids, book_number)


def _read(query: _Query, cart: Cart, row: Sequence[Any]) -> tuple[CartLineRow, tuple[int, ...], int]:
    """Return a line, the ids of its cart's coupons, and the number of the price book; every row repeats these."""
    values = iter(row)
    line = query.lines.take(values)
    line.cart_id = cart.pk
    line.variation = query.variations.take(values)
    line.variation.product = query.products.take(values)
    label_row, coupon_ids, book_number, picture = (
        LabelRow(*next(values)),
        next(values),
        next(values),
        PictureKey(*values),
    )
    chosen = tuple(OptionChoice(*each) for each in label_row.choices)
    return CartLineRow(line, label_row.label, chosen, picture if picture.id else None), tuple(coupon_ids), book_number


def chosen_options(variation: Variation) -> tuple[OptionChoice, ...]:
    """Return the chosen options of a variation whose options are loaded."""
    if variation.product.kind == Product.Kind.SIMPLE:
        return ()
    return tuple(
        OptionChoice(value.attribute.slug, value.attribute.name, value.name) for value in variation.options.all()
    )


def picture_key(variation: Variation) -> PictureKey | None:
    """Return the picture of a variation or, if it has none, of its product."""
    picture = variation.picture or variation.product.picture
    return key_of(picture) if picture else None


def line_price(line: CartLine, now: datetime) -> Price | None:
    """Return what one unit of a line costs: what a subscriber agreed to, a plan's trial price, or the wine's price."""
    if line.agreed_price is not None:
        return Price(current=line.agreed_price, regular=line.agreed_price)
    price = line.variation.price(now)
    plan = plan_of_product(line.variation.product)
    if price is None or plan is None or plan.trial_price is None or not plan.has_trial:
        return price
    return Price(current=plan.trial_price, regular=max(plan.trial_price, price.regular))


def cart_goods(variation: Variation, now: datetime, *, held: int = 0) -> CartGoods:
    """Return a variation as the cart's rules read it. `held` bottles belong to the shopper's own unpaid order."""
    product, stock, plan = variation.product, variation.stock, plan_of_product(variation.product)
    return CartGoods(
        name=product.name,
        for_sale=product.published and variation.enabled and variation.regular_price is not None,
        coming_soon=product.coming_soon(now),
        sold_individually=product.sold_individually,
        closed=plan is not None and not plan.on_sale,
        trial=plan is not None and plan.has_trial,
        stock=replace(stock, free=stock.free + held) if held else stock,
    )


def line_goods(line: CartLine, now: datetime, *, held: int = 0) -> CartGoods:
    """Return a line's variation in the same way. Its plan takes no new subscribers, perhaps, but keeps those it has."""
    goods = cart_goods(line.variation, now, held=held)
    return replace(goods, closed=False, trial=False) if line.agreed_price is not None else goods


def quote_item(line: CartLine, price: Price | None) -> Item:
    """Return the line as an item of a quote, at what one bottle costs now. Its traits are added later, if needed."""
    variation, product = line.variation, line.variation.product
    if price is None:
        raise AssertionError("Goods for sale have a price.")
    return Item(
        key=line.key,
        product_id=product.pk,
        variation_id=line.variation_id,
        quantity=line.quantity,
        price=price.current,
        regular=price.regular,
        tax_status=TaxStatus(product.tax_status),
        tax_class=product.tax_class,
        shipping_class=product.shipping_class,
        virtual=product.virtual,
        alcoholic=product.alcoholic,
        name=product.name,
        sku=variation.sku or product.sku or "",
        weight=variation.weight or Decimal(0),
        bottles=product.set_bottles or 1,
        by_plan=line.agreed_price is None and plan_of_product(product) is not None,
    )


def bottles_of(line: CartLine) -> int:
    """Return how many bottles one unit of a line holds: as agreed, those of a box for wine that is sold by a plan,
    those of a gift set, else one.
    """
    if line.agreed_bottles is not None:
        return line.agreed_bottles
    plan = plan_of_product(line.variation.product)
    return plan.bottles if plan is not None else line.variation.product.set_bottles or 1
