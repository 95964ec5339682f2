"""Reviews in the API's shape."""

from datetime import UTC
from typing import Literal

from django.db.models import F, QuerySet
from django.http import QueryDict
from django.utils.timezone import localtime

from vintner.catalogue.models import Review
from vintner.store_api.cart_answers import permalink
from vintner.store_api.products.filters import ids_of
from vintner.store_api.products.search import Page, PerPage
from vintner.store_api.products.shapes import ReviewShape
from vintner.store_api.shapes import RequestModel, picture, prose
from vintner.web.dates import day_in_words

_TIME = "%Y-%m-%dT%H:%M:%S"
_COLUMNS = {"date": "created_at", "rating": "rating", "product": "product_id", "id": "pk"}


class ReviewsQuery(RequestModel):
    """A page of reviews, of all products or of some."""

    page: int = Page
    per_page: int = PerPage
    product_id: str = ""
    orderby: Literal["date", "rating", "product", "id"] = "date"
    order: Literal["asc", "desc"] = "desc"


def reviews_page(query: ReviewsQuery, parameters: QueryDict) -> tuple[list[ReviewShape], int]:
    """Return the page's reviews, and how many there are on all pages. Two queries."""
    rows = Review.objects.filter(status=Review.Status.APPROVED, product__published=True)
    if wanted := ids_of(parameters, "product_id"):
        rows = rows.filter(product_id__in=wanted)
    start = (query.page - 1) * query.per_page
    page = _in_order(rows, query).select_related("product__picture")[start : start + query.per_page]
    return [_review(row) for row in page], rows.count()


def _in_order(rows: QuerySet[Review], query: ReviewsQuery) -> QuerySet[Review]:
    """Reviews without stars come last either way."""
    column = F(_COLUMNS[query.orderby])
    first = column.desc(nulls_last=True) if query.order == "desc" else column.asc(nulls_last=True)
    return rows.order_by(first, "-pk")


def _review(row: Review) -> ReviewShape:
    here = localtime(row.created_at)
    return ReviewShape(
        id=row.pk,
        date_created=here.strftime(_TIME),
        formatted_date_created=day_in_words(here.date()),
        date_created_gmt=row.created_at.astimezone(UTC).strftime(_TIME),
        product_id=row.product_id,
        product_name=row.product.name,
        product_permalink=permalink(row.product, ()),
        product_image=picture(row.product.picture) if row.product.picture else None,
        reviewer=row.author,
        review=prose(row.text),
        rating=row.rating or 0,
        verified=row.verified,
    )
