"""The reviews of a product as its page displays them, and the addresses of reviews."""

from collections.abc import Mapping
from datetime import datetime

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import get_current_timezone

from vintner.catalogue.cards import rating
from vintner.catalogue.models import Review, product_address
from vintner.catalogue.reviews import review_rows, rules
from vintner.catalogue.reviews.props import ProductReviews, ReviewForm, ReviewNote, ReviewProblem
from vintner.catalogue.reviews.review_rows import ReviewRow, ReviewRows
from vintner.refusal import Refusals
from vintner.web.catalogue_version import VersionedCache
from vintner.web.dates import day_in_words

OWN_REVIEW = "written"
"""The parameter by which a review's author sees it while it is pending. Its value is signed."""
_VALID_SECONDS = 14 * 24 * 3600
_SALT = "written-review"
_cache: VersionedCache[tuple[str, int], ProductReviews] = VersionedCache(1_000)
BUYERS_ONLY = "Reviews come from people who have bought this wine here. Log in to write yours."


def find_reviews(slug: str, *, page: int, own: int) -> ProductReviews | None:
    """Return a page of the reviews of a published product; None when there is no such product or page.

    It is cached for the catalogue version, unless it shows the author's own pending review. One query at most.
    """
    cached = {} if own else _cache.at(timezone.now())
    if (slug, page) not in cached:
        rows = review_rows.find(slug, page=page, own=own)
        if rows is None:
            return None
        cached[slug, page] = product_reviews(rows)
    return cached[slug, page]


def product_reviews(rows: ReviewRows) -> ProductReviews:
    """Return one page of reviews, with an empty form."""
    return ProductReviews(
        title=_reviews_title(rows),
        rating=rating(rows.of.average, rows.of.ratings),
        distribution=tuple(reversed(rows.of.stars)),
        notes=tuple(_review_note(each) for each in (*rows.held, *rows.approved)),
        count=rows.of.reviews,
        page=rows.page,
        pages=rows.pages,
        newer_url=page_address(rows.of.slug, rows.page - 1) if rows.page > 1 else "",
        older_url=page_address(rows.of.slug, rows.page + 1) if rows.page < rows.pages else "",
        form=_review_form(rows) if rows.of.reviews_allowed else None,
    )


def with_form_errors(reviews: ProductReviews, sent: Mapping[str, str], refused: Refusals) -> ProductReviews:
    """Return the reviews with the form values as they were sent, and the errors of the form."""
    if reviews.form is None:
        return reviews
    form = reviews.form.model_copy(
        update={
            "rating": rules.stars(sent.get("rating") or sent.get("stars", "")),
            "comment": sent.get("comment", ""),
            "author": sent.get("author", ""),
            "email": sent.get("email", ""),
            "problems": form_errors(refused),
        }
    )
    return reviews.model_copy(update={"form": form})


def form_errors(refused: Refusals) -> tuple[ReviewProblem, ...]:
    """Return refusals as the errors of a form."""
    return tuple(ReviewProblem(field=each.field, text=each.message) for each in refused.items)


def page_address(slug: str, page: int) -> str:
    """Return the path of a page of reviews, with what opens their tab (docs/behaviour/catalogue.md#product-page).

    The first page is the product's own."""
    return f"{product_address(slug)}comment-page-{page}/#comments" if page > 1 else f"{product_address(slug)}#reviews"


def review_address(review: Review) -> str:
    """Return the path that displays a review to its author. It is signed and valid for two weeks."""
    signature = signing.dumps(review.pk, salt=_SALT)
    return f"{product_address(review.product.slug)}?{OWN_REVIEW}={signature}#comment-{review.pk}"


def own_review_id(signature: str) -> int:
    """Return the id of the review that a signature names, 0 for a wrong or expired one."""
    try:
        return int(signing.loads(signature, salt=_SALT, max_age=_VALID_SECONDS))
    except signing.BadSignature:
        return 0


def _reviews_title(rows: ReviewRows) -> str:
    if rows.of.reviews == 0:
        return "There are no reviews yet."
    return f"{rows.of.reviews} {'review' if rows.of.reviews == 1 else 'reviews'} for {rows.of.name}"


def _review_form(rows: ReviewRows) -> ReviewForm:
    return ReviewForm(
        action=reverse("reviews", args=[rows.of.slug]),
        title="Add a review" if rows.of.reviews else f'Be the first to review "{rows.of.name}"',
        note=BUYERS_ONLY if settings.REVIEWS_BY_BUYERS_ONLY else "",
        rating_required=settings.REVIEW_RATING_REQUIRED,
    )


def _review_note(review: ReviewRow) -> ReviewNote:
    created = datetime.fromtimestamp(review.created, get_current_timezone())
    return ReviewNote(
        review_id=review.id,
        author=review.author,
        rating=review.rating,
        date=day_in_words(created.date()),
        iso_date=created.date().isoformat(),
        text=review.text,
        verified=review.verified and not review.held,  # or anybody could find out who bought what
        reply=review.reply,
        awaiting=review.held,
    )
