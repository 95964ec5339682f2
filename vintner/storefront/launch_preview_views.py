"""What shoppers will see at the moment of a planned launch, for staff. Nothing of it is cached or stored."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_safe

from vintner.catalogue.finding.listing import listing_page
from vintner.catalogue.finding.listing_query import ListingQuery
from vintner.catalogue.reviews import review_rows
from vintner.catalogue.reviews.texts import product_reviews
from vintner.launches.models import LaunchPlan
from vintner.launches.rehearsal import preview_email, rehearse
from vintner.storefront.views import product_answer
from vintner.web.answers import page_response
from vintner.web.shared_props import shared_props


@require_safe
def preview_launch(request: HttpRequest, plan_id: int, part: str) -> HttpResponse:
    """Return the part of a preview: `page`, `listing` or `email`, as at the moment."""
    if not request.user.has_perm("launches.view_launchplan"):
        raise PermissionDenied
    if part == "email":
        plan = get_object_or_404(LaunchPlan.objects.select_related("product"), pk=plan_id)
        response = HttpResponse(preview_email(plan).html)
    elif part in ("page", "listing"):
        response = _preview_page(request, plan_id, part)
    else:
        raise Http404
    add_never_cache_headers(response)
    return response


def _preview_page(request: HttpRequest, plan_id: int, part: str) -> HttpResponse:
    with rehearse(plan_id) as plan:
        if plan is None:
            raise Http404
        if part == "listing":
            query = ListingQuery(search=plan.product.name)
            listing = listing_page(query, shared_props(request), plan.moment)
            if listing is None:
                raise Http404
            return page_response(request, listing)
        rows = review_rows.find(plan.product.slug, page=1)
        if rows is None:
            raise Http404
        return product_answer(request, plan.product.slug, product_reviews(rows), now=plan.moment)
