"""The addresses of the store's mode: previews, the countdown, the form of the page, and that of the banner."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from vintner.alerts.alerts import ask_for_opening
from vintner.alerts.form_views import read_address
from vintner.cart.middleware import FILLED
from vintner.customers.middleware import user_of
from vintner.refusal import Refusal
from vintner.store_mode.banner import dismiss_banner
from vintner.store_mode.middleware import set_preview_cookie
from vintner.store_mode.mode import current_mode
from vintner.store_mode.opening import find_time_left
from vintner.store_mode.pages import coming_soon_page
from vintner.store_mode.previews import find_end
from vintner.web.answers import json_response, page_response
from vintner.web.client_address import came_from_path, same_origin
from vintner.web.email_addresses import LONGEST
from vintner.web.shared_props import shared_props

THANKS = "Thank you! If we do not know your address yet, we have sent you an email to confirm it."
ALREADY = "This email address is already on the list."


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


@csrf_exempt  # the page is the same for all visitors and carries no token: the origin is checked instead
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ask_for_mail(request: HttpRequest) -> HttpResponse:
    """Put the address of the form on the list of those who are mailed at the opening, and answer with the same page."""
    now = timezone.now()
    mode = current_mode(now)
    if request.method != "POST" or not mode.is_coming_soon(now):
        return HttpResponseRedirect("/")
    if not same_origin(request):
        raise PermissionDenied
    error = answer = ""
    try:
        asked = ask_for_opening(read_address(request), now)
        answer = THANKS if asked else f"{ALREADY} {asked.note}".strip()
    except Refusal as refusal:
        error = refusal.message
    typed = request.POST.get("email", "")[:LONGEST]
    cart = FILLED in request.COOKIES
    page = coming_soon_page(mode, shared_props(request), keeps_cart=cart, email=typed, error=error, answer=answer)
    return page_response(request, page, 400 if error else 200)


@never_cache
@require_POST
def dismiss(request: HttpRequest) -> HttpResponse:
    """Answer the banner's form, without JavaScript: hide the banner and come back to the page."""
    user = user_of(request)
    if user is None:
        raise PermissionDenied
    dismiss_banner(user)
    return HttpResponseRedirect(came_from_path(request) or "/")
