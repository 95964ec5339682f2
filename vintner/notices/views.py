"""The pages of the texts that a purchase rests on."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from vintner.notices.models import Policy
from vintner.notices.pages import policy_page
from vintner.web.answers import page_response
from vintner.web.shared_props import shared_props


@require_safe
def policy(request: HttpRequest, kind: str) -> HttpResponse:
    """Show the text of that kind; 404 while the merchant has written none."""
    found = get_object_or_404(Policy.objects.exclude(text=""), kind=kind)
    return page_response(request, policy_page(found, shared_props(request)))
