"""What can be asked about a wine that is in the shop."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from vintner.alerts.alerts import AlertSubject
from vintner.alerts.models import Alert
from vintner.alerts.wines.prices import LEAST_DROP, BottlePrice, find_bottle_prices
from vintner.alerts.wines.vintages import newest_vintage
from vintner.catalogue.models import Product, Variation
from vintner.catalogue.wine_label import label_of, labelled
from vintner.refusal import Refusal

Kind = Alert.Kind
CHOOSE: Final = "Please choose what we should tell you."
IN_STOCK: Final = "This wine is in stock now."


@dataclass(frozen=True, slots=True)
class AlertChoice:
    """Something that can be asked about a wine: its name in forms, and in words."""

    name: str
    words: str
    subject: AlertSubject


def find_wine(product_id: int, now: datetime) -> Product | None:
    """Return a product that is published and released."""
    product = Product.objects.published().filter(pk=product_id).first()
    return None if product is None or product.coming_soon(now) else product


def list_choices(product: Product, now: datetime) -> list[AlertChoice]:
    """Return what can be asked about a wine now."""
    choices = _restocks(product)
    bottles = [] if product.plan_id else find_bottle_prices([product.pk], now)  # the price of a subscription is agreed
    vintage = newest_vintage(product, now)
    if any(each.is_buyable for each in bottles):
        subject = AlertSubject(Kind.PRICE_DROP, product, prices={each.variation_id: each.price for each in bottles})
        choices.append(AlertChoice(Kind.PRICE_DROP, _price_words(bottles), subject))
    if vintage is not None:
        words = f"The next vintage after {vintage} arrives"
        choices.append(AlertChoice(Kind.NEXT_VINTAGE, words, AlertSubject(Kind.NEXT_VINTAGE, product, vintage=vintage)))
    return choices


def choose(product: Product, name: str, now: datetime) -> AlertSubject:
    """Return what a form asks for. `restock` names the one variation that is sold out.

    Raises Refusal `in_stock`, or `choose` when the form leaves it open.
    """
    choices = list_choices(product, now)
    fitting = [each for each in choices if name in (each.name, each.subject.kind)]
    if len(fitting) == 1:
        return fitting[0].subject
    if not fitting and name.partition("-")[0] == Kind.RESTOCK:
        raise Refusal("in_stock", IN_STOCK, "about")
    raise Refusal("choose", CHOOSE, "about")


def _price_words(bottles: Sequence[BottlePrice]) -> str:
    """Name the price that the page of the wine has: 'from $36.00' where bottles differ."""
    lowest = min(each.price for each in bottles)
    if all(each.price == lowest for each in bottles):
        return f"It costs {LEAST_DROP} % less than {lowest}"
    return f"One of its bottles (from {lowest}) costs {LEAST_DROP} % less than now"


def _restocks(product: Product) -> list[AlertChoice]:
    sold = labelled(Variation.objects.filter(product=product, enabled=True)).order_by("position", "pk")
    sold_out = [each for each in sold if each.stock.limit == 0]
    return [
        AlertChoice(
            f"{Kind.RESTOCK}-{each.pk}",
            "It is back in stock" if product.kind == Product.Kind.SIMPLE else f"{_name(each)} is back in stock",
            AlertSubject(Kind.RESTOCK, product, each),
        )
        for each in sold_out
    ]


def _name(variation: Variation) -> str:
    label = label_of(variation)
    return label.details or label.title
