"""What is priced: items, what is known of their wines, who buys them where, and which wines a rule is about."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from functools import cached_property

from vintner.money import ZERO, Money
from vintner.shipping.rules import Place

STANDARD = "standard"
"""The tax class of nearly everything."""


class TaxStatus(StrEnum):
    """What of a product is taxed."""

    TAXABLE = "taxable"
    SHIPPING = "shipping"
    NONE = "none"


NONE: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """What filters may ask about a wine. Categories come with those above them (docs/pricing.md#coupons)."""

    category_ids: frozenset[int] = NONE
    tag_ids: frozenset[int] = NONE
    value_ids: frozenset[int] = NONE
    producer_ids: frozenset[int] = NONE


UNKNOWN = Traits()


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """So many of one thing, to be priced. `price` is today's, with a sale; `regular` is without. Both for one unit.

    `given_by` is the promotion that put the item into the cart, 0 for what the shopper put there; a `free` one
    costs nothing. What is given counts nowhere: not for promotions, not for coupons (docs/pricing.md#presents).
    """

    key: str
    product_id: int
    variation_id: int
    quantity: int
    price: Money
    regular: Money
    tax_status: TaxStatus = TaxStatus.TAXABLE
    tax_class: str = STANDARD
    shipping_class: str = ""
    virtual: bool = False
    alcoholic: bool = False
    name: str = ""
    sku: str = ""
    weight: Decimal = Decimal(0)
    bottles: int = 1
    """Of one unit, by which a delivery is charged: those of a gift set."""
    traits: Traits = UNKNOWN
    given_by: int = 0
    free: bool = False
    by_plan: bool = False
    """Whether it opens a subscription."""

    @property
    def on_sale(self) -> bool:
        return self.price < self.regular


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """What a customer bought before, paid orders only. Days are whole days before now, None without an order.

    `bought` says of each product in how many orders and how many bottles.
    """

    orders: int = 0
    spent: Money = ZERO
    last_amount: Money = ZERO
    days_since_first: int | None = None
    days_since_last: int | None = None
    bought: dict[int, tuple[int, int]] = field(default_factory=dict)


NEWCOMER = History()


@dataclass(frozen=True, slots=True, kw_only=True)
class ShopperFacts:
    """Who buys, as far as known. `groups` are names in lower case, `email` is in lower case."""

    user_id: int = 0
    email: str = ""
    groups: frozenset[str] = frozenset()
    billing_city: str = ""
    payment_method: str = ""
    history: History = NEWCOMER


ANYONE = ShopperFacts()


@dataclass(frozen=True, kw_only=True)
class Occasion:
    """All that conditions may ask about. `items` are the shopper's own, `coupons` codes in lower case."""

    items: Sequence[Item]
    place: Place
    shopper: ShopperFacts
    coupons: frozenset[str]
    now: datetime

    @cached_property
    def subtotal(self) -> int:
        """What the items cost before any promotion, in cents. Most promotions that ask anything ask this."""
        return sum(item.price.minor * item.quantity for item in self.items)


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Wines named in one or more ways; a wine is in it when any way names it. Ids of variations count as products'."""

    product_ids: frozenset[int] = NONE
    category_ids: frozenset[int] = NONE
    tag_ids: frozenset[int] = NONE
    value_ids: frozenset[int] = NONE
    producer_ids: frozenset[int] = NONE
    skus: frozenset[str] = frozenset()
    on_sale: bool = False

    @property
    def empty(self) -> bool:
        """Asked for every item and promotion, so it compares nothing."""
        return not (
            self.category_ids
            or self.product_ids
            or self.tag_ids
            or self.value_ids
            or self.producer_ids
            or self.skus
            or self.on_sale
        )

    @property
    def asks_traits(self) -> bool:
        """Whether more than the item itself must be known."""
        return bool(self.category_ids or self.tag_ids or self.value_ids or self.producer_ids)

    def names(self, item: Item) -> bool:
        return (
            item.product_id in self.product_ids
            or item.variation_id in self.product_ids
            or (self.on_sale and item.on_sale)
            or item.sku in self.skus
            or (self.asks_traits and self._describes(item.traits))
        )

    def _describes(self, traits: Traits) -> bool:
        return not (
            self.category_ids.isdisjoint(traits.category_ids)
            and self.tag_ids.isdisjoint(traits.tag_ids)
            and self.value_ids.isdisjoint(traits.value_ids)
            and self.producer_ids.isdisjoint(traits.producer_ids)
        )


_EMPTY = Selection()


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """The wines that `only` names, every wine when it names none, but never those that `never` names."""

    only: Selection = _EMPTY
    never: Selection = _EMPTY

    @property
    def asks_traits(self) -> bool:
        return self.only.asks_traits or self.never.asks_traits

    def passes(self, item: Item) -> bool:
        return (self.only.empty or self.only.names(item)) and (self.never.empty or not self.never.names(item))

    @property
    def everything(self) -> bool:
        """Whether every wine passes."""
        return self.only.empty and self.never.empty

    def passing(self, items: Iterable[Item]) -> list[Item]:
        return list(items) if self.everything else [item for item in items if self.passes(item)]


EVERYTHING = Filter()
