"""The admin site of the store."""

from http import HTTPStatus
from typing import Any, Final

from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from unfold.sites import UnfoldAdminSite

from vintner.web.admin.menu import add_pages

TOO_MANY: Final = "too_many"
"""Error code of a log-in form after too many tries."""


class StoreAdminSite(UnfoldAdminSite):
    """The admin under /admin/."""

    index_template = "web/admin_index.html"

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[dict[str, Any]]:
        """Return the applications with their models, and the pages that are no list of rows."""
        admins = [each for each in self._registry.values() if app_label in (None, each.model._meta.app_label)]
        return add_pages(request, super().get_app_list(request, app_label), admins)

    def login(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        """Return the log-in form; its status is 429 after too many wrong passwords."""
        response: HttpResponse = super().login(request, extra_context)
        form = (response.context_data or {}).get("form") if isinstance(response, TemplateResponse) else None
        if isinstance(form, AuthenticationForm) and form.has_error(NON_FIELD_ERRORS, TOO_MANY):
            response.status_code = HTTPStatus.TOO_MANY_REQUESTS
        return response
