"""The view that takes reviews. Whether an author has bought the product comes from the orders."""

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from vintner.catalogue.models import Product, Review
from vintner.catalogue.reviews import forms, review_rows
from vintner.catalogue.reviews.props import ProductReviews
from vintner.catalogue.reviews.reviews import refuse_duplicate, save_review
from vintner.catalogue.reviews.texts import (
    BUYERS_ONLY,
    form_errors,
    product_reviews,
    review_address,
    with_form_errors,
)
from vintner.customers.middleware import user_of
from vintner.orders.emails import emails
from vintner.orders.ownership import has_proven
from vintner.orders.purchases import has_bought
from vintner.refusal import Refusal, Refusals
from vintner.storefront.views import product_answer
from vintner.web.answers import json_response
from vintner.web.client_address import rate_limit_key, same_origin
from vintner.web.rate_limits import count_try

REFUSED = 422


@csrf_exempt  # pages are the same for everybody and carry no token; the post must come from one of them
@never_cache
def reviews(request: HttpRequest, slug: str) -> HttpResponse:
    """Save a review (POST). A GET for JSON returns the author: `{signed_in, name}`."""
    product = Product.objects.published().filter(slug=slug).first()
    if product is None:
        raise Http404
    if request.method != "POST":
        return _author_response(request, product)
    if not same_origin(request):
        raise PermissionDenied
    try:
        review = _save_review(request, product)
    except Refusal as refusal:
        return _error_response(request, product, Refusals((refusal,)))
    except Refusals as refused:
        return _error_response(request, product, refused)
    return _review_response(request, review)


def _author_response(request: HttpRequest, product: Product) -> HttpResponse:
    if not _wants_json(request):
        return HttpResponseRedirect(f"{product.get_absolute_url()}#reviews")
    user = user_of(request)
    return json_response({"signed_in": user is not None, "name": user.shown_name if user else ""})


def _save_review(request: HttpRequest, product: Product) -> Review:
    """Check and save a review. The limits are checked last, so that a mistake in the form costs no try."""
    if not product.reviews_allowed:
        raise Refusal("closed", "Reviews are closed for this wine.")
    user, now = user_of(request), timezone.now()
    draft = forms.read_review(request.POST.dict(), user)
    verified = has_bought(product.pk, user_id=user.pk if user else None, email=draft.email)
    if settings.REVIEWS_BY_BUYERS_ONLY and not (user and verified):
        raise Refusal("buyers_only", BUYERS_ONLY)
    refuse_duplicate(product, draft)
    _check_limits(request, draft.email)
    with transaction.atomic():
        proven = has_proven(request.session, draft.email)
        review = save_review(product, draft, user=user, proven=proven, verified=verified, now=now)
        if review.status == Review.Status.PENDING:
            _email_merchant(review)
    return review


def _email_merchant(review: Review) -> None:
    waiting = f"{reverse('admin:catalogue_review_changelist')}?status__exact=pending"
    context = {"review": review, "review_url": settings.STORE_URL + waiting}
    subject = f"[{settings.STORE_NAME}]: A review of {review.product.name} waits for you"
    emails.queue_for_merchant("review_held", subject, "storefront/review_held", context)


def _check_limits(request: HttpRequest, email: str) -> None:
    keys = (email, rate_limit_key(request))
    if not count_try("review_pace", *keys):
        raise Refusal("too_fast", "That was quick. Please wait a few seconds before you send another review.")
    if not count_try("reviews", *keys):
        raise Refusal("too_many", "That is a lot of reviews at once. Please come back in an hour.")


def _review_response(request: HttpRequest, review: Review) -> HttpResponse:
    """Return the reviews as props for our own client; redirect other clients to the review."""
    if not _wants_json(request):
        return HttpResponseRedirect(review_address(review))
    reviews = _reviews_props(review.product.slug, own=review.pk)
    return json_response({"reviews": reviews.model_dump(), "review_id": review.pk, "url": review_address(review)})


def _error_response(request: HttpRequest, product: Product, refused: Refusals) -> HttpResponse:
    if _wants_json(request):
        return json_response({"problems": [each.model_dump() for each in form_errors(refused)]}, REFUSED)
    sent = {name: str(value) for name, value in request.POST.items()}
    return product_answer(request, product.slug, with_form_errors(_reviews_props(product.slug), sent, refused), REFUSED)


def _reviews_props(slug: str, *, own: int = 0) -> ProductReviews:
    rows = review_rows.find(slug, own=own)
    if rows is None:  # withdrawn a moment ago
        raise Http404
    return product_reviews(rows)


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")
