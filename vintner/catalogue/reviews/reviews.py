"""Saving reviews, moderating them, and the ratings of products."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, connection, transaction
from django.db.models import Q

from vintner.catalogue.models import Product, Review
from vintner.customers.models import User
from vintner.refusal import Refusal

_SAME_WORDS = "same_words_once_per_author"
"""The constraint that stops two equal reviews sent at the same moment."""

_LOCK = "SELECT id FROM catalogue_product WHERE id = ANY (%s::bigint[]) ORDER BY id FOR NO KEY UPDATE"

_REFRESH = """
UPDATE catalogue_product AS product
   SET rating_average = coalesce(found.average, 0), rating_count = coalesce(found.ratings, 0),
       review_count = coalesce(found.reviews, 0), star_counts = coalesce(found.stars, '{0,0,0,0,0}')
  FROM unnest(%s::bigint[]) AS asked (id)
  LEFT JOIN (
       SELECT product_id, round(avg(rating), 2) AS average, count(rating) AS ratings, count(*) AS reviews,
              ARRAY[count(*) FILTER (WHERE rating = 1), count(*) FILTER (WHERE rating = 2),
                    count(*) FILTER (WHERE rating = 3), count(*) FILTER (WHERE rating = 4),
                    count(*) FILTER (WHERE rating = 5)]::integer[] AS stars
         FROM catalogue_review
        WHERE status = 'approved' AND product_id = ANY (%s::bigint[])
        GROUP BY product_id
       ) AS found ON found.product_id = asked.id
 WHERE product.id = asked.id
   AND (product.rating_average, product.rating_count, product.review_count, product.star_counts)
       IS DISTINCT FROM (coalesce(found.average, 0), coalesce(found.ratings, 0), coalesce(found.reviews, 0),
                         coalesce(found.stars, '{0,0,0,0,0}'))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A review as its author wrote it. `rating` is 1 to 5 or None; `email` is in lower case."""

    author: str
    email: str
    text: str
    rating: int | None


def save_review(
    product: Product, draft: Draft, *, user: User | None, proven: bool, verified: bool, now: datetime
) -> Review:
    """Save the review: approved if an earlier one of its author was approved, pending otherwise
    (docs/behaviour/catalogue.md#moderation).

    The author is the account. For a guest it is the e-mail address, but only if they have `proven` that it is theirs:
    anybody can type an address. Refuses the same text twice.
    """
    is_known = _is_known(user, draft.email if proven else "")
    status = Review.Status.APPROVED if is_known else Review.Status.PENDING
    try:
        with transaction.atomic():
            review = Review.objects.create(
                product=product,
                user=user,
                author=draft.author,
                email=draft.email,
                text=draft.text,
                rating=draft.rating,
                verified=verified,
                status=status,
                created_at=now,
            )
            if review.status == Review.Status.APPROVED:
                refresh_ratings([product.pk])
    except IntegrityError as error:
        if _SAME_WORDS not in str(error):
            raise
        raise _duplicate() from error
    return review


def refuse_duplicate(product: Product, draft: Draft) -> None:
    """Refuse a text that this author has written about this product before, whatever its status."""
    if Review.objects.filter(product=product, email=draft.email, text=draft.text).exists():
        raise _duplicate()


def _duplicate() -> Refusal:
    return Refusal("twice", "You have already told us this about this wine. Thank you, once is enough.", "comment")


def _is_known(user: User | None, email: str) -> bool:
    same = Q(user=user) if user is not None else Q(pk=None)
    if email:
        same |= Q(email=email)
    return Review.objects.filter(same, status=Review.Status.APPROVED).exists()


def set_status(reviews: Iterable[Review], status: Review.Status) -> int:
    """Set the status of reviews and refresh the ratings of their products. Returns how many reviews changed."""
    found = list(reviews)
    with transaction.atomic():
        changed = Review.objects.filter(pk__in=[each.pk for each in found]).exclude(status=status).update(status=status)
        refresh_ratings(each.product_id for each in found)
    return changed


def refresh_ratings(product_ids: Iterable[int]) -> int:
    """Recompute the stored figures of approved reviews: their number, ratings, average (two decimals), stars.

    Returns how many products changed. The rows are locked first, so of two transactions that count at the same time the
    second sees what the first added.
    """
    ids = sorted(set(product_ids))
    with transaction.atomic(savepoint=False), connection.cursor() as cursor:
        cursor.execute(_LOCK, [ids])
        cursor.execute(_REFRESH, [ids, ids])
        return int(cursor.rowcount)
