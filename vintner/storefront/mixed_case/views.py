"""The page of a mixed case. Each press asks for the page anew; only putting the case into the cart posts."""

from dataclasses import replace

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from vintner.cart import carts
from vintner.cart.middleware import set_cookies, visitor_of
from vintner.customers.middleware import user_of
from vintner.storefront.mixed_case.add_case import CaseRefused, add_case
from vintner.storefront.mixed_case.case_page import mixed_case_page
from vintner.storefront.mixed_case.queries import CaseQuery, read_query
from vintner.storefront.mixed_case.rules import MixedCase
from vintner.storefront.mixed_case.wines import load_wines
from vintner.web.answers import page_response
from vintner.web.client_address import same_origin
from vintner.web.notices import notify_success
from vintner.web.numbers import whole
from vintner.web.shared_props import shared_props

MORE, LESS, EMPTY = "more", "less", "empty"
"""The buttons of the page. The value of the first two is a variation's id."""


@csrf_exempt  # the page carries no token, so the origin of its form is checked
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mixed_case(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        return _add(request)
    query = read_query(request.GET)
    pressed = _press(request, query)
    if pressed is not None:
        return HttpResponseRedirect(pressed.url())
    found = load_wines(query, user_of(request), timezone.now())
    if query.page > found.pages:
        return HttpResponseRedirect(replace(query, page=found.pages).url())
    return page_response(request, mixed_case_page(query, found, shared_props(request)))


def _press(request: HttpRequest, query: CaseQuery) -> CaseQuery | None:
    """Return what is asked for after a button was pressed; None when none was."""
    case = query.case
    if EMPTY in request.GET:
        return query.with_case(MixedCase(case.size))
    more, less = (whole(request.GET.get(name, ""), digits=18) for name in (MORE, LESS))
    if more:
        return query.with_case(case.with_one_more(more))
    return query.with_case(case.with_one_less(less)) if less else None


def _add(request: HttpRequest) -> HttpResponse:
    """Put the case into the cart. What is short stands at its wine, and nothing was added."""
    if not same_origin(request):
        raise PermissionDenied
    query, now = read_query(request.POST), timezone.now()
    try:
        cart = add_case(visitor_of(request), query.case, now=now)
    except CaseRefused as refused:
        found = load_wines(query, user_of(request), now)
        page = mixed_case_page(
            query, found, shared_props(request), problems=refused.by_variation, problem=refused.problem
        )
        return page_response(request, page, 409)
    notify_success(request, f"Your case of {query.case.size} bottles has been added to your cart.")
    response = HttpResponseRedirect(reverse("cart"))
    set_cookies(response, carts.quote_cart(cart, now=now))
    return response
