"""Which wines a promotion, a condition or a coupon is about (docs/pricing.md#promotions)."""

from collections.abc import Iterable
from dataclasses import dataclass

from vintner.pricing.rules.items import NONE, Item, Traits


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
