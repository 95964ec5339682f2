"""The REST call that dismisses the banner, at the address and in the shapes that WordPress has for users."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from vintner.customers.middleware import user_of
from vintner.customers.models import User
from vintner.store_api.errors import ApiError, invalid_parameters, no_route
from vintner.store_mode.banner import dismiss_banner, is_dismissed, restore_banner
from vintner.web.answers import json_response
from vintner.web.nonce import valid_token
from vintner.web.text_input import read_json

META: Final = "woocommerce_meta"
DISMISSED: Final = "coming_soon_banner_dismissed"
_SET: Final = {"yes": dismiss_banner, "no": restore_banner}


@csrf_exempt  # the header is checked here, in the shape of this API
@never_cache
def user(request: HttpRequest, user_id: int) -> HttpResponse:
    """Save what the field woocommerce_meta says of the user who asks; names that are not known are ignored.

    Header X-WP-Nonce: the visitor's token. Nobody may change another user, and no answer says which users there are.
    """
    try:
        who = _check_access(request, user_id)
        _save_meta(who, _read_meta(request))
    except ApiError as error:
        return json_response(error.body(), error.status)
    return json_response({"id": who.pk, META: {DISMISSED: "yes" if is_dismissed(who) else "no"}})


def _check_access(request: HttpRequest, user_id: int) -> User:
    if request.method not in ("POST", "PUT", "PATCH"):
        raise no_route()
    who = user_of(request)
    nonce = request.headers.get("X-WP-Nonce", "")
    if who is None or not nonce:
        raise ApiError(401, "rest_cannot_edit", "Sorry, you are not allowed to edit this user.")
    if not valid_token(request, nonce):
        raise ApiError(403, "rest_cookie_invalid_nonce", "Cookie check failed")
    if who.pk != user_id:
        raise ApiError(403, "rest_cannot_edit", "Sorry, you are not allowed to edit this user.")
    return who


def _read_meta(request: HttpRequest) -> dict[str, object]:
    try:
        body = read_json(request.body or b"{}")
    except (ValueError, RecursionError):
        raise ApiError(400, "rest_invalid_json", "Invalid JSON body passed.") from None
    meta = body.get(META, {}) if isinstance(body, dict) else {}
    if not isinstance(meta, dict):
        raise invalid_parameters({META: ("rest_invalid_type", f"{META} is not an object.")})
    return meta


def _save_meta(who: User, meta: dict[str, object]) -> None:
    if DISMISSED not in meta:
        return
    value = meta[DISMISSED]
    if not isinstance(value, str) or value not in _SET:
        raise invalid_parameters({META: ("rest_invalid_param", f"{DISMISSED} is yes or no.")})
    _SET[value](who)
