"""The shop in which faults are played, and what its shoppers need at hand before a fault."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from bench.faults.visits import ShopperVisit, browsing, filling, ordering, receiving
from bench.invariants.shoppers import ShopperBrowser, browsers, fill
from vintner.catalogue.models import Product, Variation
from vintner.testing.builders import make_product, only_variation
from vintner.testing.store import open_store

OF_EACH: Final = 2
"""Shoppers of each kind of visit: with four kinds as many as the store has threads."""
NEW_WINES: Final = 40
CARTS: Final = 150
STOCK: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Shop:
    """A store with one wine that is bought."""

    address: str
    bottles: Variation

    def order(self, email: str = "jane@example.com") -> tuple[ShopperBrowser, int, str]:
        """Buy a bottle; returns who bought it, the order's number, and the path of the receipt."""
        [browser] = self.with_carts(1)
        answer = browser.pays(billing_email=email)
        if not answer.paid:
            raise RuntimeError(f"an order was answered {answer.status}: {answer.body[:300]}")
        parts = urlsplit(str(answer.read["redirect"]))
        return browser, int(str(answer.read["order_id"])), f"{parts.path}?{parts.query}"

    def with_carts(self, count: int) -> list[ShopperBrowser]:
        return browsers(self.address, fill(count, lambda _: [(self.bottles, 1)]))

    def visits(self) -> list[ShopperVisit]:
        """Return the visits of two shoppers of each kind, with wines that were never shown."""
        return [visit for _ in range(OF_EACH) for visit in self._visits([make_product() for _ in range(NEW_WINES)])]

    def _visits(self, wines: Sequence[Product]) -> list[ShopperVisit]:
        buyer, _, receipt = self.order()
        return [
            browsing(self.address, [wine.get_absolute_url() for wine in wines]),
            filling(ShopperBrowser.with_cart(self.address, fill(1, lambda _: [])[0]), [self.bottles.product_id]),
            ordering(self.with_carts(CARTS)),
            receiving(buyer, receipt),
        ]


def make_wine() -> Variation:
    """Write the rules of a store and the wine that is bought."""
    open_store()
    return only_variation(make_product(stock=STOCK))
