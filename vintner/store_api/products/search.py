"""Finds products by the parameters of a request, with the product index of the shop's own listings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from operator import or_
from typing import Final, Literal

from django.http import QueryDict
from pydantic import Field

from vintner.catalogue.finding import search
from vintner.catalogue.finding.index_refresh import current_index
from vintner.catalogue.finding.product_index import ProductIndex
from vintner.store_api.errors import invalid_parameters
from vintner.store_api.products.filters import (
    Filter,
    attribute_filters,
    ids_of,
    refuse_unsupported,
    row_filters,
    term_filters,
    values_of,
)
from vintner.store_api.shapes import RequestModel

Page = Field(1, ge=1, le=100_000)
PerPage = Field(10, ge=1, le=100)  # bounded, so that no request can load the whole catalogue

_ORDERS: Final[Mapping[tuple[str, str], tuple[str, bool]]] = {
    ("date", "desc"): ("date", False),
    ("date", "asc"): ("date", True),
    ("price", "asc"): ("price", False),
    ("price", "desc"): ("price-desc", False),
    ("popularity", "desc"): ("popularity", False),
    ("popularity", "asc"): ("popularity", True),
    ("rating", "desc"): ("rating", False),
    ("rating", "asc"): ("rating", True),
    ("title", "asc"): ("title", False),
    ("title", "desc"): ("title", True),
    ("id", "asc"): ("id", False),
    ("id", "desc"): ("id", True),
    ("menu_order", "asc"): ("menu_order", False),
    ("menu_order", "desc"): ("menu_order", True),
}
"""(orderby, order) → an order of the product index, and whether it is reversed."""
STARS: Final = ("1", "2", "3", "4", "5")
STATUSES: Final = ("instock", "outofstock", "onbackorder")


class ProductFilterQuery(RequestModel):
    """The filters of a list of products. Several values are separated by commas."""

    search: str = Field("", max_length=1_000)
    category: str = Field("", description="IDs or slugs")
    category_operator: str = Field("in", description="in, not_in, and")
    tag: str = Field("", description="IDs or slugs")
    tag_operator: str = Field("in", description="in, not_in, and")
    brand: str = Field("", description="IDs or slugs of producers")
    brand_operator: str = Field("in", description="in, not_in, and")
    attributes: str = Field("", description="attributes[0][attribute]=pa_colour&attributes[0][slug]=red")
    attribute_relation: str = Field("and", description="in, and")
    include: str = Field("", description="IDs")
    exclude: str = Field("", description="IDs")
    slug: str = Field("", description="Slugs")
    sku: str = Field("", description="SKUs of products or of their variations")
    type: str = Field("", description="simple, grouped, external, variable")
    featured: bool | None = None
    parent: str = Field("", description="IDs; products of the list have the parent 0")
    parent_exclude: str = Field("", description="IDs")
    after: str = Field("", description="A date as ISO 8601 writes it")
    before: str = Field("", description="A date as ISO 8601 writes it")
    date_column: str = Field("date", description="date, date_gmt")
    catalog_visibility: Literal["any", "visible", "catalog", "search"] = "any"
    on_sale: bool | None = None
    min_price: int | None = Field(None, ge=0, le=10**12, description="Whole cents")
    max_price: int | None = Field(None, ge=0, le=10**12, description="Whole cents")
    rating: str = Field("", description="1 to 5 stars")
    stock_status: str = Field("", description="instock, outofstock, onbackorder")


class ProductsQuery(ProductFilterQuery):
    """A page of products. A search without `orderby` is sorted by relevance."""

    page: int = Page
    per_page: int = PerPage
    offset: int | None = Field(None, ge=0, le=10_000_000, description="Takes the place of page")
    orderby: Literal["date", "price", "popularity", "rating", "title", "id", "menu_order", "relevance"] | None = None
    order: Literal["asc", "desc"] | None = None


@dataclass(frozen=True, slots=True)
class ProductSelection:
    """The matching products, as a set of `index`, and the same in tiers if they were searched for."""

    index: ProductIndex
    among: int
    tiers: tuple[int, ...] | None

    @property
    def total(self) -> int:
        return self.among.bit_count()

    def page(self, query: ProductsQuery) -> list[int]:
        """Return the ids of the page's products."""
        start = (query.page - 1) * query.per_page if query.offset is None else query.offset
        number = min(query.per_page, self.total - start)
        if number <= 0:
            return []
        if self.tiers is not None and query.orderby in (None, "relevance"):
            return self.index.in_tiers(self.among, self.tiers, start, number)
        by = "date" if query.orderby in (None, "relevance") else str(query.orderby)
        way = query.order or ("asc" if by in ("price", "title", "id", "menu_order") else "desc")
        sort, backwards = _ORDERS[by, way]
        if not backwards:
            return self.index.in_order(self.among, sort, start, number)
        return self.index.in_order(self.among, sort, self.total - start - number, number)[::-1]

    def ends(self) -> list[int]:
        """Return the ids of the cheapest and the most expensive product."""
        return [pk for sort in ("price", "price-desc") for pk in self.index.in_order(self.among, sort, 0, 1)]


def select(query: ProductFilterQuery, parameters: QueryDict) -> ProductSelection:
    """Return the matching products.

    One query, up to three more for a search, one for each filter that names IDs, one for rows.

    `parameters` is the query string as it came: it may also repeat a name, as in `rating[]=4&rating[]=5`.
    """
    filters = _filters(query, parameters)
    question = " ".join(query.search.split())[: search.LONGEST]
    readings = search.read(question) if question else None
    with current_index() as index:
        found = None if readings is None else search.find(readings, index)
        among = _visible_products(query, index, None if found is None else found.among)
        for passing in filters:
            among &= passing(index)
        return ProductSelection(index, among, None if found is None else found.tiers)


def _visible_products(query: ProductFilterQuery, index: ProductIndex, found: int | None) -> int:
    """Return the products that may be in the list: the results of a search, else those that the shop lists."""
    listed, searchable = index.having("listed"), index.having("searchable")
    by_name = {"catalog": listed, "search": searchable, "visible": listed & searchable}
    if query.catalog_visibility == "any":
        return listed if found is None else found
    return by_name[query.catalog_visibility] & (-1 if found is None else found)


def _filters(query: ProductFilterQuery, parameters: QueryDict) -> list[Filter]:
    """Return the filters of the request, each as a function from the index to a set of products."""
    refuse_unsupported(parameters)
    return [
        partial(_price_filter, query),
        *term_filters(parameters),
        *row_filters(parameters),
        *attribute_filters(parameters),
        *_id_filters(parameters),
        *_figure_filters(query, parameters),
    ]


def _id_filters(parameters: QueryDict) -> Iterator[Filter]:
    if included := ids_of(parameters, "include"):
        yield partial(_products_with_ids, included)
    if excluded := ids_of(parameters, "exclude"):
        yield partial(_products_without_ids, excluded)


def _figure_filters(query: ProductFilterQuery, parameters: QueryDict) -> Iterator[Filter]:
    if query.on_sale is not None:
        yield partial(_sale_filter, query.on_sale)
    if stars := _choices_of(parameters, "rating", STARS):
        yield partial(_rating_filter, [int(each) for each in stars])
    if statuses := _choices_of(parameters, "stock_status", STATUSES):
        yield partial(_stock_filter, statuses)


def _price_filter(query: ProductFilterQuery, index: ProductIndex) -> int:
    if query.min_price is None and query.max_price is None:
        return -1
    return index.priced(query.min_price, query.max_price)


def _products_with_ids(ids: list[int], index: ProductIndex) -> int:
    return index.with_ids(ids)


def _products_without_ids(ids: list[int], index: ProductIndex) -> int:
    return ~index.with_ids(ids)


def _sale_filter(wanted: bool, index: ProductIndex) -> int:
    found = index.having("on_sale:1")
    return found if wanted else ~found


def _rating_filter(stars: list[int], index: ProductIndex) -> int:
    return reduce(or_, (with_rating(index, each) for each in stars))


def with_rating(index: ProductIndex, stars: int) -> int:
    """Return the products with so many stars, rounded down."""
    more = index.having(f"rating:{stars + 1}")
    return index.having(f"rating:{stars}") & ~more


def _stock_filter(statuses: list[str], index: ProductIndex) -> int:
    """Return the products in stock or not. A product on backorder counts as in stock, as in the shop."""
    found = index.having("in_stock:1")
    return ("instock" in statuses and found) | ("outofstock" in statuses and ~found)


def _choices_of(parameters: QueryDict, name: str, known: Sequence[str]) -> list[str]:
    values = values_of(parameters, name)
    if not set(values) <= set(known):
        raise invalid_parameters({name: ("rest_not_in_enum", f"{name} is one or more of {', '.join(known)}.")})
    return values
