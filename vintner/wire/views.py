"""Serves calls by name at the root and at admin-ajax.php. All other requests at the root get the home page."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_exempt

from vintner.accounts.auth_forms.views import show_reset
from vintner.accounts.fields.upload_views import limit_uploads
from vintner.storefront.listing_views import search
from vintner.storefront.views import home
from vintner.wire.closed_views import CLOSED_ACTIONS, refuse_action
from vintner.wire.routes import ACTIONS, AJAX, WEBHOOKS


@csrf_exempt
def root(request: HttpRequest) -> HttpResponse:
    """Answer `/?wc-ajax=NAME` and `/?wc-api=NAME` by the table, `/?s=…` with a search, `/?reset_password=true` with the
    form for a new password, the rest with the home page.

    Exempt from Django's form check because each call checks its own token, origin or signature.
    """
    if "wc-ajax" in request.GET:
        return _forbid_storing(_ajax(request, request.GET["wc-ajax"]))
    if "wc-api" in request.GET:
        return _forbid_storing(_webhook(request, request.GET["wc-api"]))
    if request.method not in ("GET", "HEAD"):
        return HttpResponse(status=405, headers={"Allow": "GET, HEAD"})
    if "reset_password" in request.GET:
        return show_reset(request)
    return search(request) if "s" in request.GET else home(request)


def _ajax(request: HttpRequest, name: str) -> HttpResponse:
    """Answer a call. An unknown name or a GET gets an empty answer, as WooCommerce's clients expect."""
    call = AJAX.get(name)
    if call is None or request.method != "POST":
        return HttpResponse("")
    return call(request)


@csrf_exempt
def admin_ajax(request: HttpRequest) -> HttpResponse:
    """Answer `POST /wp-admin/admin-ajax.php` by its field action; an unknown one gets '0', as in WordPress."""
    limit_uploads(request)
    name = request.POST.get("action", "") if request.method == "POST" else ""
    call = ACTIONS.get(name)
    if call is None:
        return _forbid_storing(HttpResponse("0", status=400))
    refusal = refuse_action(request, name) if name in CLOSED_ACTIONS else None
    return _forbid_storing(refusal or call(request))


def _webhook(request: HttpRequest, name: str) -> HttpResponse:
    call = WEBHOOKS.get(name)
    if call is None or request.method != "POST":
        return HttpResponse("No such webhook.\n", "text/plain", 404)
    return call(request)


def _forbid_storing(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "no-cache, must-revalidate, max-age=0, no-store, private"
    response["X-Robots-Tag"] = "noindex"
    patch_vary_headers(response, ("Accept",))  # sections come rendered or bare
    return response
