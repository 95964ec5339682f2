"""Products and variations."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from vintner.catalogue import products
from vintner.catalogue.finding.filing import file_products, filing_later
from vintner.catalogue.models import Category, Producer, Product, Variation
from vintner.catalogue.slugs import slug_of
from vintner.catalogue.stock import stock_movements
from vintner.testing.builders.amounts import NUMBERS, Amount, money
from vintner.testing.builders.classification import add_fact, attribute_value


def make_product(
    *,
    sku: str = "",
    name: str = "",
    price: Amount | None = "20.00",
    sale_price: Amount | None = None,
    sale_starts_at: datetime | None = None,
    sale_ends_at: datetime | None = None,
    stock: int | None = 50,
    backorders: str = Variation.Backorders.NO,
    low_stock_threshold: int | None = None,
    sold_individually: bool = False,
    published: bool = True,
    visibility: str = Product.Visibility.VISIBLE,
    virtual: bool = False,
    alcoholic: bool = True,
    tax_status: str = "taxable",
    available_from: datetime | None = None,
    hide_price: bool = False,
    producer: Producer | None = None,
    categories: Iterable[Category] = (),
    facts: Mapping[str, str] | None = None,
) -> Product:
    """Make a simple product with its one variation. `stock` None means that stock is not counted."""
    number = next(NUMBERS)
    sku = sku or f"TEST-{number}"
    name = name or f"Test Wine {number}"
    with transaction.atomic(), filing_later():
        product = Product.objects.create(
            sku=sku,
            name=name,
            slug=slug_of(f"{name}-{sku}"),
            published=published,
            visibility=visibility,
            virtual=virtual,
            alcoholic=alcoholic,
            tax_status=tax_status,
            available_from=available_from,
            hide_price=hide_price,
            producer=producer,
            sold_individually=sold_individually,
        )
        product.categories.add(*categories)
        for attribute, value in (facts or {}).items():
            add_fact(product, attribute, value)
        make_variation(
            product,
            sku=sku,
            price=price,
            sale_price=sale_price,
            sale_starts_at=sale_starts_at,
            sale_ends_at=sale_ends_at,
            stock=stock,
            backorders=backorders,
            low_stock_threshold=low_stock_threshold,
        )
    file_products([product.pk])
    return product


def make_variable_product(
    *,
    sku: str = "",
    name: str = "",
    attribute: str = "Vintage",
    prices: Mapping[str, Amount] | None = None,
    stock: int | None = 50,
    categories: Iterable[Category] = (),
) -> Product:
    """Make a variable product with one variation for each value in `prices`: {"2019": "41.99", …}."""
    number = next(NUMBERS)
    sku = sku or f"TEST-{number}"
    name = name or f"Test Wine {number}"
    product = Product.objects.create(kind=Product.Kind.VARIABLE, sku=sku, name=name, slug=slug_of(f"{name}-{sku}"))
    product.categories.add(*categories)
    values = prices or {"2019": "41.99", "2018": "44.99", "2017": "47.99"}
    for position, (value, price) in enumerate(values.items()):
        make_variation(
            product,
            sku=f"{sku}-{slug_of(value)}",
            price=price,
            stock=stock,
            position=position,
            options={attribute: value},
        )
    return product


def make_variation(
    product: Product,
    *,
    sku: str | None = None,
    price: Amount | None = "20.00",
    sale_price: Amount | None = None,
    sale_starts_at: datetime | None = None,
    sale_ends_at: datetime | None = None,
    stock: int | None = 50,
    backorders: str = Variation.Backorders.NO,
    low_stock_threshold: int | None = None,
    enabled: bool = True,
    position: int = 0,
    options: Mapping[str, str] | None = None,
) -> Variation:
    """Make a variation and bring the product's kept columns up to date. `stock` None means not counted."""
    variation = Variation.objects.create(
        product=product,
        sku=sku or f"{product.sku}-V{next(NUMBERS)}",
        regular_price=None if price is None else money(price),
        sale_price=None if sale_price is None else money(sale_price),
        sale_starts_at=sale_starts_at,
        sale_ends_at=sale_ends_at,
        manage_stock=stock is not None,
        backorders=backorders,
        low_stock_threshold=low_stock_threshold,
        enabled=enabled,
        position=position,
    )
    if stock:
        stock_movements.move(stock_movements.Reason.OPENING, {variation.pk: stock})
        variation.refresh_from_db(fields=["on_hand"])
    variation.options.add(*[attribute_value(*each) for each in (options or {}).items()])
    products.refresh_products([product.pk], timezone.now())
    product.refresh_from_db()
    return variation


def only_variation(product: Product) -> Variation:
    """Return the one variation of a simple product, read afresh."""
    return product.variations.get()


def set_stock(wine: Product | Variation, bottles: int) -> None:
    """Let so many bottles of each variation of a wine, or of one variation, be on hand."""
    for variation in wine.variations.order_by("pk") if isinstance(wine, Product) else [wine]:
        stock_movements.set_on_hand(variation.pk, bottles, stock_movements.Reason.CORRECTED)
