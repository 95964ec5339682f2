"""The reviews that a page of a product shows, in one query."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection

_REVIEW = """json_build_array(r.id, r.author, r.rating, r.text, r.verified, r.reply, r.status = 'pending',
    extract(epoch FROM r.created_at))"""
_REVIEWS = f"""SELECT
    p.slug, p.name, p.reviews_allowed, p.rating_average, p.rating_count, p.review_count, p.star_counts,
    to_json(ARRAY(SELECT {_REVIEW} FROM catalogue_review r WHERE r.product_id = p.id AND r.status = 'approved'
        ORDER BY r.created_at DESC, r.id DESC LIMIT %s OFFSET %s)),
    to_json(ARRAY(SELECT {_REVIEW} FROM catalogue_review r
        WHERE r.product_id = p.id AND r.status = 'pending' AND r.id = %s))
    FROM catalogue_product p WHERE p.slug = %s AND p.published"""  # noqa: S608 - nothing but constants


class ReviewRow(NamedTuple):
    """A review, approved unless it is held. `created` is in seconds since 1970."""

    id: int
    author: str
    rating: int | None
    text: str
    verified: bool
    reply: str
    held: bool
    created: float


class ReviewFigures(NamedTuple):
    """The stored figures of a product's approved reviews."""

    slug: str
    name: str
    reviews_allowed: bool
    average: Decimal
    ratings: int
    reviews: int
    stars: list[int]
    """Numbers of reviews with 1 to 5 stars."""


@dataclass(frozen=True, slots=True)
class ReviewRows:
    """The reviews of a product: the figures, one page of approved reviews, and the author's own pending one."""

    of: ReviewFigures
    page: int
    approved: tuple[ReviewRow, ...]
    held: tuple[ReviewRow, ...]

    @property
    def pages(self) -> int:
        """The number of pages, at least one."""
        return max(1, -(-self.of.reviews // settings.REVIEWS_PER_PAGE))


def find(slug: str, *, page: int = 1, own: int = 0) -> ReviewRows | None:
    """Return a page of the reviews of a published product, newest first; None when there is no such product or page.

    `own` is the id of a review that is returned also while it is pending.
    """
    size = settings.REVIEWS_PER_PAGE
    if not 1 <= page <= _LAST:
        return None
    with connection.cursor() as cursor:
        cursor.execute(_REVIEWS, [size, (page - 1) * size, own, slug])
        row = cursor.fetchone()
    if row is None:
        return None
    *figures, approved, waiting = row
    found = ReviewRows(ReviewFigures(*figures), page, _review_rows(approved), _review_rows(waiting))
    return found if page <= found.pages else None


def _review_rows(reviews: list[list[Any]]) -> tuple[ReviewRow, ...]:
    return tuple(ReviewRow(*each) for each in reviews)


_LAST = 1_000_000
"""More pages than there can be. It keeps numbers from an address within the range of the database."""
