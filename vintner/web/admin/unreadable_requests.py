"""Refuses requests of the admin that its pages would fail on."""

from collections.abc import Callable
from typing import Final

from django.contrib.admin import site
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import CharField
from django.http import HttpRequest, HttpResponse

from vintner.web.admin.errors import admin_error, is_admin_page
from vintner.web.numbers import whole

_NUL: Final = "\x00"
_ENCODED_NUL: Final = "%00"


class AdminInputMiddleware:
    """Answers 400 to an address of the admin with a NUL character, in a search, a filter or an autocomplete field.

    PostgreSQL stores no such text, and raises an error for a query with one. Selected rows of a list whose keys have
    the wrong type get 400 as well: Django queries them unchecked.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if _has_nul(request) and is_admin_page(request):
            return admin_error(
                request, 400, "That address cannot be read", "It holds a character that no text has. Search again."
            )
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: object) -> HttpResponse | None:
        if request.method != "POST" or not is_admin_page(request):
            return None
        keys = request.POST.getlist(ACTION_CHECKBOX_NAME)
        if not keys:
            return None
        is_text = _has_text_keys(request)
        if all(_is_key(each, is_text=is_text) for each in keys):
            return None
        return admin_error(request, 400, "Those rows cannot be read", "Open the list again and choose its rows there.")


def _has_text_keys(request: HttpRequest) -> bool:
    """Return whether the rows of a list in the admin are identified by a text instead of a number."""
    name = request.resolver_match.url_name if request.resolver_match else None
    lists = {f"{each._meta.app_label}_{each._meta.model_name}_changelist": each for each in site._registry}
    return name in lists and isinstance(lists[name]._meta.pk, CharField)


def _is_key(text: str, *, is_text: bool) -> bool:
    return _NUL not in text if is_text else whole(text) is not None


def _has_nul(request: HttpRequest) -> bool:
    return _ENCODED_NUL in request.META.get("QUERY_STRING", "") or _NUL in request.path_info
