"""The demo's gift sets: bottles of its own wines, packed together for a little less."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final, NamedTuple

from vintner.catalogue import products
from vintner.catalogue.models import Category, Product, SetItem, Variation
from vintner.catalogue.stock import stock_movements
from vintner.money import Money


class _GiftSet(NamedTuple):
    """A set. `bottles` are SKUs of variations, with how many of each are inside. Weight in pounds, box included."""

    sku: str
    name: str
    slug: str
    price: Money
    bottles: tuple[tuple[str, int], ...]
    weight: str
    short: str
    text: str


GIFT_SETS: Final = (
    _GiftSet(
        sku="GIFT-REDS",
        name="Three Reds for a Long Table",
        slug="three-reds-for-a-long-table",
        price=Money(65_00),
        bottles=(("ARR-CRIANZA", 1), ("COL-CHIANTI", 1), ("ZIM-TINTO", 1)),
        weight="10",
        short="Duero, Chianti and Douro: three reds that make an evening, in a box of undyed board.",
        text="A Crianza to start with, a Chianti for the pasta, and a Douro that stays until the candles are down. All"
        " three are ready to drink, and like company.\n\nThey come in a box of undyed board, with a card that says who"
        " made them and what to cook.",
    ),
    _GiftSet(
        sku="GIFT-CHAMPAGNE",
        name="Two Champagnes from One Cellar",
        slug="two-champagnes-from-one-cellar",
        price=Money(98_00),
        bottles=(("VAU-BRUT-750-ml", 1), ("VAU-ROSE", 1)),
        weight="8",
        short="The Brut Réserve and the Rosé de Saignée of Vauclerc-Moreil, side by side.",
        text="One family, one cellar, two colors: the reserve that they top up every year, and the rosé that takes its"
        " color from a night on the skins.\n\nThe bottles come in a box of undyed board. For a wedding, a new house, or"
        " a Tuesday that went well.",
    ),
    _GiftSet(
        sku="GIFT-SWEET",
        name="Three Sweet Endings",
        slug="three-sweet-endings",
        price=Money(85_00),
        bottles=(("CAN-PX", 1), ("SZA-LATE", 1), ("TUF-LAYON", 1)),
        weight="7",
        short="Small bottles of Pedro Ximénez, late harvest Tokaj and Coteaux du Layon.",
        text="Three ways to be sweet: raisins and coffee from Jerez, apricot from Tokaj, quince and honey from the"
        " Layon. Small bottles, because a small glass of each is enough.\n\nThey come in a box of undyed board, with a"
        " card about cheese.",
    ),
)


def make_gift_sets(now: datetime) -> None:
    """Make the category and the sets that are missing."""
    shelf, _ = Category.objects.get_or_create(
        slug="gift-sets",
        defaults={
            "name": "Gift sets",
            "position": 2,
            "description": "Bottles that belong together, packed and ready to give. Add a message at checkout, and we"
            " leave prices out of the box.",
        },
    )
    known = set(Product.objects.values_list("sku", flat=True))
    made = [_make_set(gift, shelf, now).pk for gift in GIFT_SETS if gift.sku not in known]
    products.refresh_products(made, now)


def _make_set(gift: _GiftSet, shelf: Category, now: datetime) -> Product:
    product = Product.objects.create(
        sku=gift.sku,
        name=gift.name,
        slug=gift.slug,
        short_description=gift.short,
        description=gift.text,
        created_at=now - timedelta(days=400),
    )
    product.categories.set([shelf])
    variation = Variation.objects.create(
        product=product, sku=gift.sku, regular_price=gift.price, weight=Decimal(gift.weight)
    )
    stock_movements.move(stock_movements.Reason.OPENING, {variation.pk: 24})
    SetItem.objects.bulk_create(
        SetItem(product=product, variation=Variation.objects.get(sku=sku), quantity=number, position=position)
        for position, (sku, number) in enumerate(gift.bottles)
    )
    return product
