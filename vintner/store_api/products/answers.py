"""Turns products into their shape in the API. Reads them in a fixed number of queries, however many there are."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.html import format_html

from vintner.cart.items import OPTION_VALUES
from vintner.catalogue.displayed_prices import displayed_prices, unit_of
from vintner.catalogue.models import AttributeValue, GalleryPicture, Picture, Product, ProductFact, Variation
from vintner.catalogue.offers import COMING_SOON, Offer, prices_of, stock_words
from vintner.catalogue.plans.plans import plan_of_product
from vintner.catalogue.rules import Availability
from vintner.store_api.cart_answers import permalink
from vintner.store_api.cart_shapes import ChosenOption
from vintner.store_api.products.shapes import (
    AddToCart,
    AttributeShape,
    AttributeTerm,
    ProductShape,
    StockWords,
    Term,
    VariationOption,
    VariationShape,
)
from vintner.store_api.shapes import PriceRange, Prices, address, minor, picture, prose

_CLASSES: Final[Mapping[str, str]] = {
    Availability.OUT_OF_STOCK: "out-of-stock",
    Availability.ON_BACKORDER: "available-on-backorder",
    COMING_SOON: "out-of-stock",
}
_SOLD = Variation.objects.filter(enabled=True, regular_price__isnull=False).select_related("picture")


def load_products(ids: Sequence[int]) -> list[Product]:
    """Return published products in the order of their ids, with all related rows. Seven queries."""
    rows = (
        Product.objects.published()
        .filter(pk__in=ids)
        .select_related("picture", "producer")
        .prefetch_related(
            "categories",
            "tags",
            Prefetch("gallery_pictures", GalleryPicture.objects.select_related("picture")),
            Prefetch("variations", _SOLD.prefetch_related(Prefetch("options", OPTION_VALUES))),
            Prefetch(
                "facts",
                ProductFact.objects.filter(visible=True, variation=None).select_related("value__attribute"),
            ),
        )
    )
    found = {row.pk: row for row in rows}
    return [found[each] for each in ids if each in found]


@dataclass(frozen=True, slots=True)
class _Listed:
    """A product with what can be bought of it, or one of its variations by itself."""

    product: Product
    offers: list[Offer]
    now: datetime
    one: Variation | None = None

    @property
    def simple(self) -> bool:
        return self.one is not None or self.product.kind == Product.Kind.SIMPLE

    @property
    def options(self) -> tuple[ChosenOption, ...]:
        return () if self.one is None else _options(self.one)

    @property
    def most(self) -> int:
        single = self.product.sold_individually
        return max((offer.stock.most(sold_individually=single) for offer in self.offers), default=0)

    @property
    def pictures(self) -> list[Picture]:
        own = self.one.picture if self.one is not None else None
        if own is not None:
            return [own]
        first = [self.product.picture] if self.product.picture is not None else []
        further = [] if self.one is not None else [each.picture for each in self.product.gallery_pictures.all()]
        return [*first, *(each for each in further if each not in first)]


def product_shapes(products: Sequence[Product], now: datetime) -> list[ProductShape]:
    """Return products that came from `load_products`.

    One query for their prices, however many there are, two when promotions ask about shelves, tags or the like.
    """
    sold = [(product, variation) for product in products for variation in product.variations.all()]
    offers: dict[int, list[Offer]] = {}
    for offer in _offers(sold, now):
        offers.setdefault(offer.unit.product_id, []).append(offer)
    return [_product_shape(product, offers.get(product.pk, []), now) for product in products]


def _offers(sold: Sequence[tuple[Product, Variation]], now: datetime) -> list[Offer]:
    units = [(unit, variation.stock) for product, variation in sold if (unit := unit_of(product, variation, now))]
    prices = displayed_prices([unit for unit, _ in units], now)
    by_plan = {product.pk for product, _ in sold if product.plan_id is not None}
    return [
        Offer(unit.price if unit.product_id in by_plan else price, stock, unit)  # promotions lower the first box alone
        for price, (unit, stock) in zip(prices, units, strict=True)
    ]


def _product_shape(product: Product, offers: list[Offer], now: datetime) -> ProductShape:
    maker = product.producer
    return _shape(_Listed(product, offers, now)).model_copy(
        update={
            "short_description": prose(product.short_description),
            "description": prose(product.description),
            "categories": tuple(_term("category", row.pk, row.name, row.slug) for row in product.categories.all()),
            "tags": tuple(_term("tag", row.pk, row.name, row.slug) for row in product.tags.all()),
            "brands": () if maker is None else (_term("producer", maker.pk, maker.name, maker.slug),),
            "attributes": _attributes(product),
            "variations": _variations(product),
        }
    )


def variation_shape(product: Product, variation: Variation, now: datetime) -> ProductShape:
    """Return a variation of a product that came from `load_products`, as the product that it is to a cart."""
    return _shape(_Listed(product, _offers([(product, variation)], now), now, one=variation)).model_copy(
        update={
            "id": variation.pk,
            "slug": "-".join([product.slug, *(value.slug for value in variation.options.all())]),
            "parent": product.pk,
            "type": "variation",
            "variation": ", ".join(f"{each.attribute}: {each.value}" for each in _options(variation)),
            "sku": variation.sku or product.sku,
        }
    )


def _shape(thing: _Listed) -> ProductShape:
    product, offers = thing.product, thing.offers
    plan = plan_of_product(product)
    closed = plan is not None and not plan.on_sale
    kind, words = stock_words(offers, coming_soon=product.coming_soon(thing.now), closed=closed)
    return ProductShape(
        id=product.pk,
        name=product.name,
        slug=product.slug,
        type=product.kind,
        permalink=permalink(product, thing.options),
        sku=product.sku,
        on_sale=any(price.on_sale for price in prices_of(offers)),
        prices=_prices(offers),
        price_html=_price_html(offers, plan.cadence.words if plan else ""),
        average_rating=f"{product.rating_average:.2f}" if product.rating_count else "0",
        review_count=product.review_count,
        images=tuple(picture(row) for row in thing.pictures),
        has_options=not thing.simple,
        is_purchasable=bool(offers) and kind != COMING_SOON and not closed,
        is_in_stock=kind not in (Availability.OUT_OF_STOCK, COMING_SOON),
        is_on_backorder=kind == Availability.ON_BACKORDER,
        low_stock_remaining=offers[0].stock.free if kind == Availability.LOW and thing.simple else None,
        stock_availability=StockWords(text=words, kind=_CLASSES.get(kind, "in-stock")),
        sold_individually=product.sold_individually,
        add_to_cart=_button(thing),
    )


def _prices(offers: Sequence[Offer]) -> Prices:
    """Return the lowest price, and the range if they differ. Without any price, all are empty."""
    if not prices_of(offers):
        return Prices(price="", regular_price="", sale_price="")
    prices = sorted(prices_of(offers), key=lambda price: price.current)
    low, high = prices[0], prices[-1]
    spread = PriceRange(min_amount=minor(low.current), max_amount=minor(high.current))
    return Prices(
        price=minor(low.current),
        regular_price=minor(low.regular),
        sale_price=minor(low.current),
        price_range=spread if low.current != high.current else None,
    )


def _price_html(offers: Sequence[Offer], cadence: str) -> str:
    """Return the price in words. With a cadence, it is due so often: '$60.00 every month'."""
    if not prices_of(offers):
        return ""
    words = _amount_html(offers)
    return format_html("{} {}", words, cadence) if cadence else words


def _amount_html(offers: Sequence[Offer]) -> str:
    prices = sorted(prices_of(offers), key=lambda price: price.current)
    low, high = prices[0], prices[-1]
    if low.current != high.current:
        return format_html('<span class="price">{} – {}</span>', low.current.text, high.current.text)
    if low.on_sale:
        return format_html('<span class="price"><del>{}</del> <ins>{}</ins></span>', low.regular.text, low.current.text)
    return format_html('<span class="price">{}</span>', low.current.text)


def _button(thing: _Listed) -> AddToCart:
    single = "Add to cart" if thing.product.plan_id is None else "Subscribe"
    text = single if thing.simple else "Choose options"
    return AddToCart(
        text=text,
        description=f"{text}: “{thing.product.name}”",
        url=permalink(thing.product, thing.options),
        single_text=single,
        maximum=thing.most,
    )


def _term(page: str, number: int, name: str, slug: str) -> Term:
    return Term(id=number, name=name, slug=slug, link=address(reverse(page, args=[slug])))


def _options(variation: Variation) -> tuple[ChosenOption, ...]:
    return tuple(
        ChosenOption(raw_attribute=f"attribute_{each.attribute.slug}", attribute=each.attribute.name, value=each.name)
        for each in variation.options.all()
    )


def _attributes(product: Product) -> tuple[AttributeShape, ...]:
    """Return the options of the variations, then the facts of the product."""
    choices: dict[AttributeValue, None] = {}
    if product.kind == Product.Kind.VARIABLE:
        choices = dict.fromkeys(value for each in product.variations.all() for value in each.options.all())
    return (
        *_group_by_attribute(choices, has_variations=True),
        *_group_by_attribute((fact.value for fact in product.facts.all()), has_variations=False),
    )


def _group_by_attribute(values: Iterable[AttributeValue], *, has_variations: bool) -> list[AttributeShape]:
    terms: dict[tuple[int, str], list[AttributeTerm]] = {}
    for value in values:
        term = AttributeTerm(id=value.pk, name=value.name, slug=value.slug)
        terms.setdefault((value.attribute.pk, value.attribute.name), []).append(term)
    return [
        AttributeShape(id=number, name=name, has_variations=has_variations, terms=tuple(found))
        for (number, name), found in terms.items()
    ]


def _variations(product: Product) -> tuple[VariationShape, ...]:
    if product.kind == Product.Kind.SIMPLE:
        return ()
    return tuple(
        VariationShape(
            id=each.pk,
            attributes=tuple(VariationOption(name=option.attribute, value=option.value) for option in _options(each)),
        )
        for each in product.variations.all()
    )
