"""The pages that the merchant writes, and their previews for staff."""

from typing import Final

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_safe

from vintner.content.models import Content
from vintner.content.pages import content_page
from vintner.storefront.page_cache_middleware import cache_page_by_version
from vintner.storefront.page_parameters import read_nothing
from vintner.storefront.views import not_found
from vintner.web.answers import page_response
from vintner.web.page import Notice
from vintner.web.shared_props import shared_props

PREVIEW: Final = "This is a preview of the page as it was last saved."
UNSEEN: Final = "Visitors do not see it now."


@cache_page_by_version(read_nothing)
def show_content(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a page while the merchant publishes it."""
    content = Content.objects.shown(timezone.now()).filter(slug=slug).first()
    if content is None:
        return not_found(request)
    return page_response(request, content_page(content, shared_props(request)))


@require_safe
def preview_content(request: HttpRequest, content_id: int) -> HttpResponse:
    """Show a page to staff, whether or not visitors see it."""
    if not request.user.has_perm("content.view_content"):
        raise PermissionDenied
    content = get_object_or_404(Content, pk=content_id)
    text = PREVIEW if content.is_shown(timezone.now()) else f"{PREVIEW} {UNSEEN}"
    shared = shared_props(request)
    notices = (*shared.notices, Notice(kind="info", text=text))
    page = content_page(content, shared.model_copy(update={"notices": notices}), is_preview=True)
    response = page_response(request, page)
    add_never_cache_headers(response)
    return response
