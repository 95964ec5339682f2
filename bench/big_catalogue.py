"""A catalogue of any size for measuring: invented wines, spread over growers, regions and grapes as in a real shop.

`python -m bench.big_catalogue 100000` fills the database that DATABASE_URL names.
"""

import random
import sys
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final

from django.db import connection, transaction
from django.db.models import NOT_PROVIDED, AutoField, Model
from django.utils import timezone

import vintner.wsgi  # noqa: F401 - sets Django up
from vintner.catalogue.ids import SEQUENCE
from vintner.catalogue.models import Producer, Product, ProductFact, Variation
from vintner.catalogue.slugs import slug_of
from vintner.catalogue.stock import stock_movements
from vintner.money import Money
from vintner.testing.builders import attribute_value, make_category

PREFIX: Final = "BIG-"
WINES_A_PRODUCER: Final = 33
AT_ONCE: Final = 5_000
COUNTRIES: Final = {
    "France": 22, "Italy": 20, "Spain": 13, "United States": 11, "Portugal": 7, "Germany": 6, "Australia": 5,
    "Argentina": 4, "Chile": 4, "Austria": 3, "South Africa": 3, "New Zealand": 2,
}  # fmt: skip
"""Country → weight."""
GRAPES: Final = (
    "Pinot Noir", "Cabernet Sauvignon", "Merlot", "Chardonnay", "Syrah", "Grenache", "Tempranillo", "Sangiovese",
    "Riesling", "Sauvignon Blanc", "Nebbiolo", "Malbec", "Chenin Blanc", "Barbera", "Zinfandel", "Cabernet Franc",
    "Mourvèdre", "Carignan", "Gamay", "Viognier", "Pinot Gris", "Grüner Veltliner", "Albariño", "Touriga Nacional",
    "Furmint", "Aglianico", "Assyrtiko", "Petit Verdot", "Trousseau", "Savagnin",
)  # fmt: skip
COLOURS: Final = {"Red": 52, "White": 32, "Rosé": 8, "Sparkling": 6, "Dessert": 2}
SYLLABLES: Final = ("ba", "cor", "del", "fi", "gra", "lo", "mar", "nu", "per", "ro", "sal", "tor", "ven", "vi", "zan")
ENDINGS: Final = ("a", "aux", "ello", "enac", "etta", "ia", "ières", "ino", "is", "on", "osa", "y")
ESTATES: Final = ("Château", "Domaine", "Tenuta", "Bodega", "Quinta", "Weingut", "Casa", "Clos")
SHELVES: Final = {"Red": "red", "White": "white", "Rosé": "rose", "Sparkling": "sparkling", "Dessert": "dessert"}


PRODUCT: Final = (
    "id", "sku", "name", "slug", "short_description", "producer_id", "featured", "created_at", "sales_count",
    "lowest_price", "highest_price", "in_stock", "on_sale", "rating_average", "rating_count",
)  # fmt: skip


def fill(number: int, now: datetime) -> int:
    """Write wines until there are so many of this kind; returns how many were made. The same ones every time."""
    there = Product.objects.filter(sku__startswith=PREFIX).count()
    cellar = _Cellar(number, now)
    for start in range(there, number, AT_ONCE):
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = 0")
            cursor.execute("SET LOCAL vintner.file_later = 'on'")
            cursor.execute(
                "SELECT catalogue_file_products(%s)", [cellar.stock(range(start, min(start + AT_ONCE, number)))]
            )
    _tidy()
    return max(0, number - there)


def _tidy() -> None:
    """Do what the database does by itself within minutes."""
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("RESET statement_timeout")


class _Cellar:
    """What all wines share, and the writing of them."""

    def __init__(self, number: int, now: datetime) -> None:
        self._now = now
        self._chance = random.Random(number)  # noqa: S311 - chance, not secrecy
        self._producers = _producers(max(1, number // WINES_A_PRODUCER))
        root = make_category("Wine", slug="wine", children_in_menu=True)
        self._shelves = {
            colour: (root.pk, make_category(colour, slug=slug, parent=root).pk) for colour, slug in SHELVES.items()
        }
        self._facts = {
            kind: [attribute_value(kind, name).pk for name in names]
            for kind, names in (("Colour", COLOURS), ("Grape", GRAPES), ("Vintage", map(str, range(2024, 1994, -1))))
        }
        self._places: dict[str, int] = {}

    def stock(self, numbers: range) -> list[int]:
        """Write the wines with these numbers; returns their ids."""
        pairs = zip(numbers, _ids(len(numbers)), strict=True)
        wines = [self._wine(number, product_id) for number, product_id in pairs]
        _copy(Product, PRODUCT, ([getattr(wine, name) for name in PRODUCT] for wine in wines))
        _copy(
            ProductFact, ("product_id", "value_id", "position"), (row for wine in wines for row in self._facts_of(wine))
        )
        _copy(
            Product.categories.through,
            ("product_id", "category_id"),
            ((wine.pk, shelf) for wine in wines for shelf in self._shelves[_colour(wine)]),
        )
        bottles = list(zip(_ids(len(wines)), wines, strict=True))
        _copy(
            Variation,
            ("id", "product_id", "sku", "regular_price"),
            ((own, wine.pk, wine.sku, wine.lowest_price) for own, wine in bottles),
        )
        stock_movements.move(stock_movements.Reason.OPENING, {own: 24 if wine.in_stock else 0 for own, wine in bottles})
        return [wine.pk for wine in wines]

    def _wine(self, number: int, product_id: int) -> Product:
        chance = self._chance
        producer = self._producers[int(len(self._producers) * chance.random() ** 1.5)]
        cents = int(chance.lognormvariate(3.2, 0.6) * 100) + 499
        name = f"{_word(chance)} {chance.choice(GRAPES)}" if number % 3 else f"{_word(chance)} {_word(chance)}"
        rated = chance.random() < 0.6
        return Product(
            pk=product_id,
            sku=f"{PREFIX}{number:06}",
            name=name,
            slug=f"big-{number}-{slug_of(name)}",
            short_description=f"A wine from {producer.region}, {producer.country}.",
            producer=producer,
            featured=chance.random() < 0.001,
            created_at=self._now - timedelta(minutes=chance.randrange(2_000_000)),
            sales_count=int(chance.paretovariate(1) - 1),
            lowest_price=Money(cents),
            highest_price=Money(cents),
            in_stock=chance.random() < 0.9,
            on_sale=chance.random() < 0.06,
            rating_average=Decimal(chance.randrange(250, 500)) / 100 if rated else Decimal(0),
            rating_count=chance.randrange(1, 80) if rated else 0,
        )

    def _facts_of(self, wine: Product) -> Iterable[tuple[int, int, int]]:
        chance, producer = random.Random(wine.sku), wine.producer  # noqa: S311
        assert producer is not None
        values = (
            self._facts["Colour"][list(COLOURS).index(_colour(wine))],
            self._facts["Grape"][int(len(GRAPES) * chance.random() ** 2)],
            self._facts["Vintage"][int(30 * chance.random() ** 3)],
            self._place("Country", producer.country),
            self._place("Region", producer.region),
        )
        return ((wine.pk, value, position) for position, value in enumerate(values))

    def _place(self, kind: str, name: str) -> int:
        if name not in self._places:
            self._places[name] = attribute_value(kind, name).pk
        return self._places[name]


def _colour(wine: Product) -> str:
    chance = random.Random(wine.slug)  # noqa: S311
    return chance.choices(list(COLOURS), list(COLOURS.values()))[0]


def _producers(number: int) -> list[Producer]:
    """Return so many growers, made where they are missing; each country has a region for every ten of its growers."""
    chance = random.Random(number)  # noqa: S311
    names = dict.fromkeys(f"{chance.choice(ESTATES)} {_word(chance)} {_word(chance)}" for _ in range(number))
    made = []
    for name in names:
        country = chance.choices(list(COUNTRIES), list(COUNTRIES.values()))[0]
        region = random.Random(f"{country} {chance.randrange(12)}")  # noqa: S311
        slug = f"big-{slug_of(name)}"
        made.append(Producer(name=name, slug=slug, country=country, region=_word(region)))
    Producer.objects.bulk_create(made, ignore_conflicts=True)
    return list(Producer.objects.filter(slug__in=[each.slug for each in made]).order_by("pk"))


def _word(chance: random.Random) -> str:
    syllables = chance.choices(SYLLABLES, k=chance.choice((1, 2, 2, 3)))
    return "".join(syllables).capitalize() + chance.choice(ENDINGS)


def _ids(number: int) -> list[int]:
    """Return so many new numbers of the series that products and variations share."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval(%s) FROM generate_series(1, %s)", [SEQUENCE, number])
        return [row[0] for row in cursor.fetchall()]


def _copy(model: type[Model], names: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write rows of these columns the quickest way; the other columns get their defaults."""
    blank = model()
    fields = [
        field
        for field in model._meta.concrete_fields
        if not isinstance(field, AutoField) and (field.attname in names or field.db_default is NOT_PROVIDED)
    ]
    given = [names.index(field.attname) if field.attname in names else None for field in fields]
    usual = [
        field.get_db_prep_save(getattr(blank, field.attname), connection) if place is None else None
        for field, place in zip(fields, given, strict=True)
    ]
    written = list(rows)  # making one may ask the database, which does not answer in the middle of a copy
    columns = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    with connection.cursor() as cursor, cursor.copy(f"COPY {model._meta.db_table} ({columns}) FROM STDIN") as copy:
        for row in written:
            values = zip(fields, given, usual, strict=True)
            copy.write_row([
                default if place is None else field.get_db_prep_save(row[place], connection)
                for field, place, default in values
            ])  # fmt: skip


if __name__ == "__main__":
    fill(int(sys.argv[1]), timezone.now())
