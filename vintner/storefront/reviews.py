"""Reviews of a product: its form is posted here. What the catalogue keeps of it is brought together with orders."""

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from vintner.cart.origin import same_origin
from vintner.catalogue.models import Product, Review
from vintner.catalogue.reviews import forms, review_rows
from vintner.catalogue.reviews import reviews as written
from vintner.catalogue.reviews.props import ProductReviews
from vintner.catalogue.reviews.texts import BUYERS_ONLY, address, problems, product_reviews, with_problems
from vintner.customers.logging_in import user_of
from vintner.orders import emails
from vintner.orders.ownership import has_proven
from vintner.orders.purchases import has_bought
from vintner.refusal import Refusal, Refusals
from vintner.storefront.views import product_answer
from vintner.web.answers import json_response
from vintner.web.limits import spend
from vintner.web.visitors import limit_key_of

REFUSED = 422


@csrf_exempt  # pages are the same for everybody and carry no token; the post must come from one of them
@never_cache
def reviews(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a review. Asked for JSON, tell who is writing: `{signed_in, name}`."""
    found = Product.objects.published().filter(slug=slug).first()
    if found is None:
        raise Http404
    if request.method != "POST":
        return _writer(request, found)
    if not same_origin(request):
        raise PermissionDenied
    try:
        review = _take(request, found)
    except Refusal as refusal:
        return _refuse(request, found, Refusals((refusal,)))
    except Refusals as refused:
        return _refuse(request, found, refused)
    return _answer(request, review)


def _writer(request: HttpRequest, product: Product) -> HttpResponse:
    if not _wants_json(request):
        return HttpResponseRedirect(f"{product.get_absolute_url()}#reviews")
    user = user_of(request)
    return json_response({"signed_in": user is not None, "name": user.full_name if user else ""})


def _take(request: HttpRequest, product: Product) -> Review:
    """Check in the order in which a shopper can do something about it; the pace last, so that mistakes cost nothing."""
    if not product.reviews_allowed:
        raise Refusal("closed", "This wine takes no reviews.")
    user, now = user_of(request), timezone.now()
    draft = forms.read(request.POST.dict(), user)
    verified = has_bought(product.pk, user_id=user.pk if user else None, email=draft.email)
    if settings.REVIEWS_BY_BUYERS_ONLY and not (user and verified):
        raise Refusal("buyers_only", BUYERS_ONLY)
    written.refuse_twice(product, draft)
    _keep_pace(request, draft.email)
    with transaction.atomic():
        proven = has_proven(request, draft.email)
        review = written.write(product, draft, user=user, proven=proven, verified=verified, now=now)
        if review.status == Review.Status.PENDING:
            _tell_merchant(review)
    return review


def _tell_merchant(review: Review) -> None:
    context = {"review": review, "admin_url": settings.STORE_URL + reverse("admin:catalogue_review_changelist")}
    subject = f"[{settings.STORE_NAME}]: A review of {review.product.name} waits for you"
    emails.queue_for_merchant("review_held", subject, "storefront/review_held", context)


def _keep_pace(request: HttpRequest, email: str) -> None:
    keys = (email, limit_key_of(request))
    if not spend("review_pace", *keys):
        raise Refusal("too_fast", "That was quick. Please wait a few seconds before you send another review.")
    if not spend("reviews", *keys):
        raise Refusal("too_many", "That is a lot of reviews for one day. Please come back in an hour.")


def _answer(request: HttpRequest, review: Review) -> HttpResponse:
    """Show the review in its place: as props for our own client, by going there otherwise."""
    if not _wants_json(request):
        return HttpResponseRedirect(address(review))
    shown = _shown(review.product.slug, own=review.pk)
    return json_response({"reviews": shown.model_dump(), "review_id": review.pk, "url": address(review)})


def _refuse(request: HttpRequest, product: Product, refused: Refusals) -> HttpResponse:
    if _wants_json(request):
        return json_response({"problems": [each.model_dump() for each in problems(refused)]}, REFUSED)
    sent = {name: str(value) for name, value in request.POST.items()}
    return product_answer(request, product.slug, with_problems(_shown(product.slug), sent, refused), REFUSED)


def _shown(slug: str, *, own: int = 0) -> ProductReviews:
    rows = review_rows.find(slug, own=own)
    if rows is None:  # withdrawn a moment ago
        raise Http404
    return product_reviews(rows)


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")
