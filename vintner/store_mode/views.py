"""The addresses of the store's mode: what opens a preview, what a countdown needs, and the banner's form."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from vintner.customers.middleware import user_of
from vintner.store_mode.banner import dismiss_banner
from vintner.store_mode.middleware import set_preview_cookie
from vintner.store_mode.mode import current_mode
from vintner.store_mode.opening import find_time_left
from vintner.store_mode.previews import find_end
from vintner.web.answers import json_response
from vintner.web.client_address import came_from_path


@never_cache
@require_safe
def preview(request: HttpRequest, token: str) -> HttpResponse:
    """Let the browser see the store as a visitor will, and lead to the home page.

    The link is a 404 once it has expired, was ended, or the store is live.
    """
    now = timezone.now()
    mode = current_mode(now)
    expires_at = find_end(token, mode)
    if expires_at is None or expires_at <= now:
        raise Http404
    response = HttpResponseRedirect("/")
    response["X-Robots-Tag"] = "noindex"
    set_preview_cookie(response, token, expires_at)
    return response


@never_cache
@require_safe
def countdown(request: HttpRequest) -> HttpResponse:
    """Return the milliseconds until the store opens, by the server's clock, in the shape of other countdowns."""
    now = timezone.now()
    left, spread = find_time_left(current_mode(now), now)
    return json_response({"left": left, "spread": spread})


@never_cache
@require_POST
def dismiss(request: HttpRequest) -> HttpResponse:
    """Answer the banner's form, without JavaScript: hide the banner and come back to the page."""
    user = user_of(request)
    if user is None:
        raise PermissionDenied
    dismiss_banner(user)
    return HttpResponseRedirect(came_from_path(request) or "/")
