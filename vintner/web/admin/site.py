"""The admin site of the store."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import import_string
from unfold.sites import UnfoldAdminSite

from vintner.web.admin.menu import add_pages

View = Callable[..., HttpResponse]


class StoreAdminSite(UnfoldAdminSite):
    """The admin under /admin/."""

    index_template = "web/admin_index.html"

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[dict[str, Any]]:
        """Return the applications with their models, and the pages that are no list of rows."""
        admins = [each for each in self._registry.values() if app_label in (None, each.model._meta.app_label)]
        return add_pages(request, super().get_app_list(request, app_label), admins)

    def login(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        """Answer by the log-in of the accounts, which this package may not import."""
        log_in: View = import_string(settings.STAFF_LOG_IN)
        return log_in(request, extra_context)

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:  # noqa: ANN401 - Django's
        """Return a view for staff. Its session is looked at first: it may be too old, or lack a second factor."""

        @wraps(view)
        def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
            refuse: Callable[[HttpRequest], HttpResponse | None] = import_string(settings.STAFF_GUARD)
            return refuse(request) or view(request, *args, **kwargs)

        return super().admin_view(guarded, cacheable)
