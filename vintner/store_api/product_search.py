"""Finds products by what a client asks for, with the very means of the shop's own listings."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from operator import or_
from typing import Final, Literal

from django.db.models import QuerySet
from django.http import QueryDict
from pydantic import Field

from vintner.catalogue import search
from vintner.catalogue.findables import Findables
from vintner.catalogue.looking_up import up_to_date
from vintner.catalogue.models import Category, Product, Tag
from vintner.store_api.problems import invalid
from vintner.store_api.shapes import Asked
from vintner.web.numbers import whole

Page = Field(1, ge=1, le=100_000)
PerPage = Field(10, ge=1, le=100)  # quality 24: a page has an end

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
"""(orderby, order) → an order of the findable rows, and whether it is gone through backwards."""
STARS: Final = ("1", "2", "3", "4", "5")
STATUSES: Final = ("instock", "outofstock", "onbackorder")
_MOST_VALUES: Final = 100


class FilterAsked(Asked):
    """What products must be like. Several values are parted by commas."""

    search: str = Field("", max_length=1_000)
    category: str = Field("", description="IDs or slugs")
    tag: str = Field("", description="IDs or slugs")
    include: str = Field("", description="IDs")
    exclude: str = Field("", description="IDs")
    slug: str = ""
    on_sale: bool | None = None
    min_price: int | None = Field(None, ge=0, le=10**12, description="Whole cents")
    max_price: int | None = Field(None, ge=0, le=10**12, description="Whole cents")
    rating: str = Field("", description="1 to 5 stars")
    stock_status: str = Field("", description="instock, outofstock, onbackorder")


class ProductsAsked(FilterAsked):
    """A page of products. Of a search without an order, those that fit best come first."""

    page: int = Page
    per_page: int = PerPage
    orderby: Literal["date", "price", "popularity", "rating", "title", "id", "menu_order", "relevance"] | None = None
    order: Literal["asc", "desc"] | None = None


@dataclass(frozen=True, slots=True)
class Selection:
    """The products that fit, as a set of `findables`, and the same in tiers if they were searched for."""

    findables: Findables
    among: int
    tiers: tuple[int, ...] | None

    @property
    def total(self) -> int:
        return self.among.bit_count()

    def page(self, asked: ProductsAsked) -> list[int]:
        """Return the ids of the page's products."""
        start = (asked.page - 1) * asked.per_page
        number = min(asked.per_page, self.total - start)
        if number <= 0:
            return []
        if self.tiers is not None and asked.orderby in (None, "relevance"):
            return self.findables.in_tiers(self.among, self.tiers, start, number)
        by = "date" if asked.orderby in (None, "relevance") else str(asked.orderby)
        way = asked.order or ("asc" if by in ("price", "title", "id", "menu_order") else "desc")
        sort, backwards = _ORDERS[by, way]
        if not backwards:
            return self.findables.in_order(self.among, sort, start, number)
        return self.findables.in_order(self.among, sort, self.total - start - number, number)[::-1]

    def ends(self) -> list[int]:
        """Return the ids of the cheapest product and of the dearest."""
        return [pk for sort in ("price", "price-desc") for pk in self.findables.in_order(self.among, sort, 0, 1)]


def select(asked: FilterAsked, query: QueryDict) -> Selection:
    """Return what fits. One query, up to three more for a search, one for each of category, tag and slug.

    `query` is what was asked as it came: values may also be given one by one, as `rating[]=4&rating[]=5`.
    """
    wanted = _wanted(asked, query)
    question = " ".join(asked.search.replace("\x00", "").split())[: search.LONGEST]
    readings = search.read(question) if question else None
    with up_to_date() as findables:
        found = None if readings is None else search.find(readings, findables)
        among = findables.having("listed") if found is None else found.among
        for fitting in wanted:
            among &= fitting(findables)
        return Selection(findables, among, None if found is None else found.tiers)


_Fitting = Callable[[Findables], int]


def _wanted(asked: FilterAsked, query: QueryDict) -> list[_Fitting]:
    """Return what products must fit, each as a set of them. What is not asked for is left out."""
    return [partial(_priced, asked), *_named(asked, query), *_numbered(query), *_like(asked, query)]


def _named(asked: FilterAsked, query: QueryDict) -> Iterator[_Fitting]:
    for name, rows in (("category", Category.objects.all()), ("tag", Tag.objects.all())):
        if values := values_of(query, name):
            yield partial(_any_of, [f"{name}:{slug}" for slug in _slugs(values, rows)])
    if slug := asked.slug.replace("\x00", "")[:200]:
        yield partial(_these, list(Product.objects.filter(slug=slug).values_list("pk", flat=True)))


def _numbered(query: QueryDict) -> Iterator[_Fitting]:
    if included := ids_of(query, "include"):
        yield partial(_these, included)
    if excluded := ids_of(query, "exclude"):
        yield partial(_not_these, excluded)


def _like(asked: FilterAsked, query: QueryDict) -> Iterator[_Fitting]:
    if asked.on_sale is not None:
        yield partial(_on_sale, asked.on_sale)
    if stars := _chosen(query, "rating", STARS):
        yield partial(_rated, [int(each) for each in stars])
    if statuses := _chosen(query, "stock_status", STATUSES):
        yield partial(_in_stock, statuses)


def _priced(asked: FilterAsked, findables: Findables) -> int:
    if asked.min_price is None and asked.max_price is None:
        return -1
    return findables.priced(asked.min_price, asked.max_price)


def _any_of(keys: list[str], findables: Findables) -> int:
    return findables.having_any(keys)


def _these(ids: list[int], findables: Findables) -> int:
    return findables.these(ids)


def _not_these(ids: list[int], findables: Findables) -> int:
    return ~findables.these(ids)


def _on_sale(wanted: bool, findables: Findables) -> int:
    found = findables.having("on_sale:1")
    return found if wanted else ~found


def _rated(stars: list[int], findables: Findables) -> int:
    return reduce(or_, (rated(findables, each) for each in stars))


def rated(findables: Findables, stars: int) -> int:
    """Return the products with so many stars, rounded down."""
    more = findables.having(f"rating:{stars + 1}")
    return findables.having(f"rating:{stars}") & ~more


def _in_stock(statuses: list[str], findables: Findables) -> int:
    """What can be ordered without being there counts as in stock, as in the shop."""
    found = findables.having("in_stock:1")
    return ("instock" in statuses and found) | ("outofstock" in statuses and ~found)


def _slugs(values: list[str], rows: QuerySet[Category] | QuerySet[Tag]) -> list[str]:
    """Return the slugs of ids and slugs. One query if there are ids."""
    ids = [number for value in values if (number := whole(value)) is not None]
    known = rows.filter(pk__in=ids).values_list("slug", flat=True) if ids else ()
    return [*values, *known]


def _chosen(query: QueryDict, name: str, known: Sequence[str]) -> list[str]:
    values = values_of(query, name)
    if not set(values) <= set(known):
        raise invalid({name: ("rest_not_in_enum", f"{name} is one or more of {', '.join(known)}.")})
    return values


def values_of(query: QueryDict, name: str) -> list[str]:
    """Return the values of a parameter: `name=a,b`, `name[]=a&name[]=b` and `name[0]=a` say the same."""
    own = re.compile(rf"{name}(\[\d*\])?", re.ASCII)
    given = [text for key in query if own.fullmatch(key) for text in query.getlist(key)]
    values = [value.strip() for text in given for value in text.replace("\x00", "").split(",")]
    return [value for value in values if value][:_MOST_VALUES]


def ids_of(query: QueryDict, name: str) -> list[int]:
    """Return the numbers of a parameter, or refuse."""
    values = values_of(query, name)
    ids = [number for value in values if (number := whole(value)) is not None]
    if len(ids) < len(values):
        raise invalid({name: ("rest_invalid_type", "IDs are whole numbers.")})
    return ids
