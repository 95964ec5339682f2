"""The categories, tags, producers and attributes that products can be filtered by."""

from collections.abc import Mapping, Sequence
from typing import Literal, TypeVar

from django.db.models import Sum
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from ninja import Query, Router
from pydantic import Field

from vintner.catalogue.finding.index_refresh import current_index
from vintner.catalogue.models import Attribute, AttributeValue, Category, Producer, Product, Tag
from vintner.store_api.errors import ApiError
from vintner.store_api.middleware import count_pages
from vintner.store_api.products.filters import ids_of
from vintner.store_api.shapes import ApiShape, ImageShape, RequestModel, address, picture

router = Router(tags=["Products"])

Row = TypeVar("Row", Category, Tag, Producer, AttributeValue)


class TermsQuery(RequestModel):
    """A page of terms; `per_page` 0 lists all. `hide_empty` leaves out terms without a listed product."""

    page: int = Field(1, ge=1, le=100_000)
    per_page: int = Field(0, ge=0, le=100)
    search: str = Field("", max_length=200)
    include: str = Field("", description="IDs")
    exclude: str = Field("", description="IDs")
    order: Literal["asc", "desc"] = "asc"
    orderby: Literal["name", "slug", "count", "menu_order"] = "name"
    hide_empty: bool = True


class CategoriesQuery(TermsQuery):
    """A page of categories, of the whole tree or of one parent's."""

    parent: int | None = Field(None, ge=0, le=10**18)


class TermShape(ApiShape):
    """A tag. `count` is the number of listed products."""

    id: int
    name: str
    slug: str
    description: str = ""
    parent: int = 0
    count: int


class CategoryShape(TermShape):
    """A category or a producer, with a page of its own."""

    image: ImageShape | None = None
    review_count: int
    permalink: str


class AttributeTaxonomy(ApiShape):
    """An attribute with values."""

    id: int
    name: str
    taxonomy: str
    type: str = "select"
    order: str = "menu_order"
    has_archives: bool = False


class ValueShape(ApiShape):
    """A value of an attribute. `count` is the number of listed products."""

    id: int
    name: str
    slug: str
    count: int


@router.get("/categories", response=list[CategoryShape], summary="Categories")
def categories(request: HttpRequest, response: HttpResponse, query: Query[CategoriesQuery]) -> list[CategoryShape]:
    rows = Category.objects.all()
    if query.parent is not None:
        rows = rows.filter(parent=query.parent or None)
    counts = _counts("category")
    page = _terms_page(request, response, query, list(rows), counts)
    reviews = _review_counts("categories", page)
    return [_category(row, counts, reviews) for row in page]


@router.get("/categories/{int:category_id}", response=CategoryShape, summary="A category")
def category(request: HttpRequest, category_id: int) -> CategoryShape:
    row = _one_or_404(Category.objects.filter(pk=category_id).first(), "category")
    return _category(row, _counts("category"), _review_counts("categories", [row]))


@router.get("/tags", response=list[TermShape], summary="Tags")
def tags(request: HttpRequest, response: HttpResponse, query: Query[TermsQuery]) -> list[TermShape]:
    counts = _counts("tag")
    page = _terms_page(request, response, query, list(Tag.objects.all()), counts)
    return [TermShape(id=row.pk, name=row.name, slug=row.slug, count=counts.get(row.slug, 0)) for row in page]


@router.get("/brands", response=list[CategoryShape], summary="Producers")
def brands(request: HttpRequest, response: HttpResponse, query: Query[TermsQuery]) -> list[CategoryShape]:
    counts = _counts("producer")
    page = _terms_page(request, response, query, list(Producer.objects.select_related("picture")), counts)
    reviews = _review_counts("producer", page)
    return [_brand(row, counts, reviews) for row in page]


@router.get("/brands/{int:brand_id}", response=CategoryShape, summary="A producer")
def brand(request: HttpRequest, brand_id: int) -> CategoryShape:
    row = _one_or_404(Producer.objects.select_related("picture").filter(pk=brand_id).first(), "brand")
    return _brand(row, _counts("producer"), _review_counts("producer", [row]))


@router.get("/attributes", response=list[AttributeTaxonomy], summary="Attributes")
def attributes(request: HttpRequest) -> list[AttributeTaxonomy]:
    return [_attribute(row) for row in Attribute.objects.all()]


@router.get("/attributes/{int:attribute_id}", response=AttributeTaxonomy, summary="An attribute")
def attribute(request: HttpRequest, attribute_id: int) -> AttributeTaxonomy:
    return _attribute(_one_or_404(Attribute.objects.filter(pk=attribute_id).first(), "attribute"))


@router.get("/attributes/{int:attribute_id}/terms", response=list[ValueShape], summary="Values of an attribute")
def values(
    request: HttpRequest, response: HttpResponse, attribute_id: int, query: Query[TermsQuery]
) -> list[ValueShape]:
    row = _one_or_404(Attribute.objects.filter(pk=attribute_id).first(), "attribute")
    counts = _counts(row.slug)
    page = _terms_page(request, response, query, list(row.values.all()), counts)
    return [ValueShape(id=each.pk, name=each.name, slug=each.slug, count=counts.get(each.slug, 0)) for each in page]


Found = TypeVar("Found")


def _one_or_404(row: Found | None, name: str) -> Found:
    if row is None:
        raise ApiError(404, f"woocommerce_rest_{name}_invalid_id", f"There is no such {name}.")
    return row


def _counts(facet: str) -> Mapping[str, int]:
    """Return slug → number of listed products. No query when the index is up to date."""
    with current_index() as index:
        counts = index.counts(index.having("listed"), [facet], len(index))[facet]
        return {key.partition(":")[2]: count for key, count in counts.items()}


def _terms_page(
    request: HttpRequest, response: HttpResponse, query: TermsQuery, rows: Sequence[Row], counts: Mapping[str, int]
) -> list[Row]:
    included, excluded = ids_of(request.GET, "include"), ids_of(request.GET, "exclude")
    word = query.search.strip().casefold()
    found = [
        row
        for row in rows
        if (counts.get(row.slug) or not query.hide_empty)
        and (not included or row.pk in included)
        and row.pk not in excluded
        and word in row.name.casefold()
    ]
    # `menu_order` is the order that the rows come in: the merchant's.
    if query.orderby != "menu_order":
        found.sort(key=lambda row: _sort_key(row, query.orderby, counts))
    if query.order == "desc":
        found.reverse()
    size = query.per_page or max(1, len(found))
    count_pages(request, response, total=len(found), page=query.page, size=size)
    return found[(query.page - 1) * size : query.page * size]


def _sort_key(row: Category | Tag | Producer | AttributeValue, by: str, counts: Mapping[str, int]) -> tuple[int, str]:
    if by == "count":
        return counts.get(row.slug, 0), row.name
    return 0, row.slug if by == "slug" else row.name.casefold()


def _review_counts(relation: str, rows: Sequence[Category] | Sequence[Producer]) -> Mapping[int, int]:
    """Return ID of a row → reviews of its published products. One query."""
    found = Product.objects.published().filter(**{f"{relation}__in": [row.pk for row in rows]}).order_by()
    return dict(found.values_list(relation).annotate(reviews_total=Sum("review_count")))


def _category(row: Category, counts: Mapping[str, int], reviews: Mapping[int, int]) -> CategoryShape:
    return CategoryShape(
        id=row.pk,
        name=row.name,
        slug=row.slug,
        description=row.description,
        parent=row.parent_id or 0,
        count=counts.get(row.slug, 0),
        review_count=reviews.get(row.pk, 0),
        permalink=address(reverse("category", args=[row.slug])),
    )


def _brand(row: Producer, counts: Mapping[str, int], reviews: Mapping[int, int]) -> CategoryShape:
    return CategoryShape(
        id=row.pk,
        name=row.name,
        slug=row.slug,
        description=row.summary,
        count=counts.get(row.slug, 0),
        image=picture(row.picture) if row.picture else None,
        review_count=reviews.get(row.pk, 0),
        permalink=address(row.get_absolute_url()),
    )


def _attribute(row: Attribute) -> AttributeTaxonomy:
    return AttributeTaxonomy(id=row.pk, name=row.name, taxonomy=f"pa_{row.slug}")
