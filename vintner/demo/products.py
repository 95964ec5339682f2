"""Puts growers and wines of the tables on the shelves of the demo store. What is there already is left alone."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Final

from django.utils.timezone import localtime

from vintner.catalogue import products
from vintner.catalogue.models import (
    Attribute,
    AttributeValue,
    Category,
    Producer,
    Product,
    ProductFact,
    Tag,
    Variation,
)
from vintner.catalogue.slugs import slug_of
from vintner.catalogue.stock import stock_movements
from vintner.demo.catalogue import GROWERS, WINES
from vintner.demo.critics import add_scores, style_columns, window_columns
from vintner.demo.shapes import DemoBottle, DemoWine, Grower
from vintner.money import Money
from vintner.pricing.models import Promotion, Tier

COLOUR_SHELVES: Final = (
    ("Red", "red", "From cool and fragrant to dark and serious, by growers who leave the make-up off."),
    ("White", "white", "Chalk, slate, granite and lava, bottled."),
    ("Rosé", "rose", "Dry, pale or not so pale, and meant for the table."),
    ("Sparkling", "sparkling", "Bubbles from growers: in Champagne, on the Mosel, in Piedmont and Oregon."),
    ("Dessert & fortified", "dessert", "Port, sherry, Tokaji and other good reasons to sit a little longer."),
)
ATTRIBUTES: Final = (
    "Vintage", "Color", "Grape", "Country", "Region", "Appellation", "ABV", "Bottle size", "Age", "Food pairing",
    "Tasting notes", "Closure", "Serving", "Farming", "Allergens", "Goes with",
)  # fmt: skip
FILTERED_BY: Final = "Goes with"
"""The attribute that is a filter of listings alone: the page of a wine names its dishes."""
SLUGS: Final = {"Color": "colour"}
"""Of attributes whose slug is not made of their name."""
CLOSURES: Final = {"Sparkling": "Champagne cork", "Fortified": "Natural cork, driven", "Rosé": "Glass stopper"}
ALLERGENS: Final = "Contains sulfites"
SERVED: Final = {
    "Red": "60–64 °F (16–18 °C)",
    "White": "48–54 °F (9–12 °C)",
    "Rosé": "46–50 °F (8–10 °C)",
    "Sparkling": "43–48 °F (6–9 °C)",
    "Dessert": "46–52 °F (8–11 °C)",
    "Fortified": "57–61 °F (14–16 °C)",
}
BULK_SKU: Final = "V-BULK"
BULK_TIERS: Final = ((3, 5, "10"), (6, None, "20"))
RELEASE_IN: Final = timedelta(days=75)
SALE_LASTS: Final = timedelta(days=400)
POUNDS: Final = {"375 ml": "1.8", "500 ml": "2.2", "1.5 l": "6.5"}


def make_products(now: datetime) -> int:
    """Make the growers and wines that are missing; returns how many wines were made."""
    shelves = make_shelves()
    growers = {grower.slug: (grower, _producer(grower)) for grower in GROWERS}
    known = set(Product.objects.values_list("sku", flat=True))
    values = _Values()
    made = []
    for place, wine in enumerate(WINES):
        if wine.sku in known:
            continue
        grower, producer = growers[wine.grower]
        product = _product(wine, producer, now, place)
        _place(product, wine, grower, shelves)
        _state_facts(product, wine, grower, values)
        _fill(product, wine, now, values)
        add_scores(product, wine.scores)
        made.append(product.pk)
    make_promotion()
    _postpone_release(now)
    products.refresh_products(made, now)
    return len(made)


def make_shelves() -> dict[str, Category]:
    """Make the tree of categories: Wine and its colours, Countries and their regions. Returns it by slug."""
    wine, _ = Category.objects.get_or_create(
        slug="wine",
        defaults={
            "name": "Wine",
            "description": "All that we have, and would drink ourselves.",
            "children_in_menu": True,
        },
    )
    found = {"wine": wine}
    for position, (name, slug, description) in enumerate(COLOUR_SHELVES):
        found[slug] = _shelf(slug, name, wine, position, description)
    countries = _shelf("countries", "Countries", None, 1)
    for grower in GROWERS:
        country = _shelf(slug_of(grower.country), grower.country, countries, 10)
        found[country.slug] = country
        region = _shelf(slug_of(grower.region), grower.region, country, 0)
        found[region.slug] = region
    return found


def _shelf(slug: str, name: str, parent: Category | None, position: int, description: str = "") -> Category:
    shelf, _ = Category.objects.get_or_create(
        slug=slug, defaults={"name": name, "parent": parent, "position": position, "description": description}
    )
    return shelf


def _producer(grower: Grower) -> Producer:
    producer, _ = Producer.objects.get_or_create(
        slug=grower.slug,
        defaults={
            "name": grower.name,
            "region": grower.region,
            "country": grower.country,
            "founded": grower.founded,
            "summary": grower.summary,
            "story": grower.story,
        },
    )
    return producer


def _product(wine: DemoWine, producer: Producer, now: datetime, place: int) -> Product:
    return Product.objects.create(
        sku=wine.sku,
        kind=Product.Kind.VARIABLE if choices(wine)[1] else Product.Kind.SIMPLE,
        name=wine.name,
        slug=slug_of(f"{wine.name} {wine.vintage}".strip()),
        short_description=wine.short,
        description=wine.text,
        published=wine.published,
        featured=wine.featured,
        producer=producer,
        sold_individually=wine.sold_individually,
        available_from=_release(now) if wine.coming_soon else None,
        hide_price=wine.hide_price,
        created_at=now - timedelta(days=3 + place * 37 % 420),
        sales_count=wine.sold,
        **style_columns(wine),
    )


def choices(wine: DemoWine) -> tuple[str, tuple[DemoBottle, ...]]:
    """Return what a variable wine is chosen by and the choices; none for a simple one."""
    vintages = wine.vintages or wine.library
    for attribute, bottles in (("Vintage", vintages), ("Bottle size", wine.sizes), ("Age", wine.ages)):
        if bottles:
            return attribute, bottles
    return "", ()


def _place(product: Product, wine: DemoWine, grower: Grower, shelves: dict[str, Category]) -> None:
    colour = {"Rosé": "rose", "Fortified": "dessert"}.get(wine.colour, wine.colour.lower())
    slugs = ("wine", colour, slug_of(grower.country), slug_of(grower.region))
    product.categories.set([shelves[slug] for slug in slugs])
    tags = [Tag.objects.get_or_create(slug=slug_of(tag), defaults={"name": tag})[0] for tag in wine.tags]
    product.tags.set(tags)


def _state_facts(product: Product, wine: DemoWine, grower: Grower, values: "_Values") -> None:
    facts: Iterable[tuple[str, tuple[str, ...]]] = (
        ("Vintage", (wine.vintage,) if wine.vintage else ()),
        ("Color", (wine.colour,)),
        ("Grape", wine.grapes),
        ("Country", (grower.country,)),
        ("Region", (grower.region,)),
        ("Appellation", (wine.appellation,)),
        ("ABV", (wine.abv,)),
        ("Bottle size", () if wine.sizes or wine.library else (wine.size,)),
        ("Closure", (CLOSURES.get(wine.colour, "Natural cork"),)),
        ("Serving", (SERVED[wine.colour],)),
        ("Farming", wine.farming),
        ("Allergens", (ALLERGENS,)),
        ("Food pairing", wine.pairing),
        ("Tasting notes", wine.notes),
        (FILTERED_BY, wine.goes_with),
    )
    stated = [(attribute, name) for attribute, names in facts for name in names]
    ProductFact.objects.bulk_create(
        ProductFact(product=product, value=values.of(*each), position=position, visible=each[0] != FILTERED_BY)
        for position, each in enumerate(stated)
    )


class _Values:
    """The attribute values that were asked for so far."""

    def __init__(self) -> None:
        self._attributes = {
            name: Attribute.objects.get_or_create(
                slug=SLUGS.get(name, slug_of(name)), defaults={"name": name, "position": position}
            )[0]
            for position, name in enumerate(ATTRIBUTES)
        }
        self._known: dict[tuple[str, str], AttributeValue] = {}

    def of(self, attribute: str, name: str) -> AttributeValue:
        """Return the value of that name, made if there is none."""
        if (attribute, name) not in self._known:
            value, _ = AttributeValue.objects.get_or_create(
                attribute=self._attributes[attribute], slug=slug_of(name), defaults={"name": name}
            )
            self._known[attribute, name] = value
        return self._known[attribute, name]


def _midnight(moment: datetime) -> datetime:
    return localtime(moment).replace(hour=0, minute=0, second=0, microsecond=0)


def _fill(product: Product, wine: DemoWine, now: datetime, values: _Values) -> None:
    attribute, bottles = choices(wine)
    for position, bottle in enumerate(bottles or (DemoBottle(choice="", price=wine.price, stock=wine.stock),)):
        variation = Variation.objects.create(
            product=product,
            sku="-".join((wine.sku, *(slug_of(part) for part in (bottle.choice, bottle.size) if part))),
            regular_price=Money.of(Decimal(bottle.price)),
            sale_price=Money.of(Decimal(wine.sale)) if wine.sale else None,
            sale_starts_at=now - timedelta(days=7) if wine.sale else None,
            sale_ends_at=_midnight(now + SALE_LASTS) if wine.sale else None,
            weight=Decimal(POUNDS.get(bottle.size or bottle.choice or wine.size, "3")),
            backorders=wine.backorders,
            low_stock_threshold=wine.low_at,
            position=position,
            note=bottle.note,
            **window_columns(bottle.drink),
        )
        stock_movements.move(stock_movements.Reason.OPENING, {variation.pk: bottle.stock})
        add_scores(product, bottle.scores, only=variation)
        if bottles:
            sizes = [values.of("Bottle size", bottle.size)] if bottle.size else []
            variation.options.set([values.of(attribute, bottle.choice), *sizes])
        stated = [("ABV", bottle.abv), *(("Tasting notes", note) for note in bottle.notes)]
        ProductFact.objects.bulk_create(
            ProductFact(product=product, variation=variation, value=values.of(*each), position=place)
            for place, each in enumerate(stated)
            if each[1]
        )


def make_promotion() -> None:
    """Make the bulk table of the rosé: 3 to 5 bottles 10 % less, 6 and more 20 %."""
    if Promotion.objects.filter(products__sku=BULK_SKU).exists():
        return
    promotion = Promotion.objects.create(title="Rosé: 10% off 3, 20% off 6")
    promotion.products.set(Product.objects.filter(sku=BULK_SKU))
    Tier.objects.bulk_create(
        Tier(promotion=promotion, at_least=at_least, at_most=at_most, value=Decimal(percent))
        for at_least, at_most, percent in BULK_TIERS
    )


def _release(now: datetime) -> datetime:
    return datetime.combine((now + RELEASE_IN).date(), datetime.min.time(), tzinfo=UTC)


def _postpone_release(now: datetime) -> None:
    """Keep the coming-soon wines coming soon, however old the demo is."""
    skus = [wine.sku for wine in WINES if wine.coming_soon]
    for product in Product.objects.filter(sku__in=skus, available_from__lte=now):
        product.available_from = _release(now)
        product.save(update_fields=["available_from"])
        products.refresh_products([product.pk], now)
