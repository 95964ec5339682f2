"""The endpoints for products and reviews. They are the same for everybody."""

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from ninja import Query, Router

from vintner.catalogue.models import Product
from vintner.store_api.errors import ApiError
from vintner.store_api.middleware import count_pages
from vintner.store_api.products.answers import load_products, product_shapes, variation_shape
from vintner.store_api.products.reviews import ReviewsQuery, reviews_page
from vintner.store_api.products.search import (
    STARS,
    ProductFilterQuery,
    ProductSelection,
    ProductsQuery,
    select,
    with_rating,
)
from vintner.store_api.products.shapes import (
    CollectionData,
    FoundPrices,
    ProductShape,
    RatingCount,
    ReviewShape,
    StockCount,
)
from vintner.store_api.shapes import minor
from vintner.web.numbers import whole

router = Router(tags=["Products"])


class CollectionQuery(ProductFilterQuery):
    """The figures to return for the matching products."""

    calculate_price_range: bool = False
    calculate_stock_status_counts: bool = False
    calculate_rating_counts: bool = False


@router.get("", response=list[ProductShape], by_alias=True, summary="Products")
def products(request: HttpRequest, response: HttpResponse, query: Query[ProductsQuery]) -> list[ProductShape]:
    """A page of products; behind the last page an empty list."""
    found = select(query, request.GET)
    count_pages(request, response, total=found.total, page=query.page, size=query.per_page)
    return product_shapes(load_products(found.page(query)), timezone.now())


@router.get("/collection-data", response=CollectionData, summary="Figures of the products that fit")
def collection_data(request: HttpRequest, query: Query[CollectionQuery]) -> CollectionData:
    found = select(query, request.GET)
    return CollectionData(
        price_range=_price_range(found) if query.calculate_price_range else None,
        rating_counts=_rating_counts(found) if query.calculate_rating_counts else None,
        stock_status_counts=_stock_counts(found) if query.calculate_stock_status_counts else None,
    )


def _price_range(found: ProductSelection) -> FoundPrices:
    ends = Product.objects.filter(pk__in=found.ends(), lowest_price__isnull=False)
    prices = sorted(price for price in ends.values_list("lowest_price", flat=True) if price is not None)
    if not prices:
        return FoundPrices(min_price="0", max_price="0")
    return FoundPrices(min_price=minor(prices[0]), max_price=minor(prices[-1]))


def _rating_counts(found: ProductSelection) -> tuple[RatingCount, ...]:
    counts = [(int(stars), (with_rating(found.index, int(stars)) & found.among).bit_count()) for stars in STARS]
    return tuple(RatingCount(rating=stars, count=count) for stars, count in counts if count)


def _stock_counts(found: ProductSelection) -> tuple[StockCount, ...]:
    there = (found.index.having("in_stock:1") & found.among).bit_count()
    counts = {"instock": there, "outofstock": found.total - there, "onbackorder": 0}
    return tuple(StockCount(status=status, count=str(count)) for status, count in counts.items())


@router.get("/reviews", response=list[ReviewShape], summary="Reviews")
def reviews(request: HttpRequest, response: HttpResponse, query: Query[ReviewsQuery]) -> list[ReviewShape]:
    """A page of approved reviews of published products."""
    found, total = reviews_page(query, request.GET)
    count_pages(request, response, total=total, page=query.page, size=query.per_page)
    return found


@router.get("/{id_or_slug}", response=ProductShape, by_alias=True, summary="A product or a variation")
def product(request: HttpRequest, id_or_slug: str) -> ProductShape:
    """One that is not published does not exist."""
    number = whole(id_or_slug) or 0
    slug = "" if "\x00" in id_or_slug else id_or_slug[:200]
    named = Product.objects.filter(Q(pk=number) | Q(variations__pk=number) | Q(slug=slug))
    found = load_products(list(named.order_by("pk").values_list("pk", flat=True)[:1]))
    if not found:
        raise ApiError(404, "woocommerce_rest_product_invalid_id", "There is no such product.")
    now = timezone.now()
    if found[0].pk == number or found[0].slug == slug:
        return product_shapes(found, now)[0]
    variation = next((each for each in found[0].variations.all() if each.pk == number), None)
    if variation is None:
        raise ApiError(404, "woocommerce_rest_product_invalid_id", "There is no such product.")
    return variation_shape(found[0], variation, now)
