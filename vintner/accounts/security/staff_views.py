"""The log-in of staff. It goes through the same stages as the shop's: a second factor that there is, is asked for."""

from http import HTTPStatus
from typing import Final

from allauth.account.internal.flows.reauthentication import reauthenticate_by_password
from django.contrib import admin
from django.contrib.auth.views import LoginView
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse

from vintner.accounts.engine.middleware import log_in_with_password
from vintner.customers.staff_log_in import StaffLogInForm

TOO_MANY: Final = "too_many"
"""Error code of the form after too many tries."""


class StaffLogInView(LoginView):
    """Django's log-in of the admin, which logs in through allauth."""

    template_name = "admin/login.html"
    authentication_form = StaffLogInForm

    def form_valid(self, form: StaffLogInForm) -> HttpResponse:  # type: ignore[override]
        """Log in. Who has no second factor adds one now, and is not asked for the same password again."""
        address = log_in_with_password(self.request, form.get_user(), next_url=self.get_success_url())
        if self.request.user.is_authenticated:
            reauthenticate_by_password(self.request)
        return HttpResponseRedirect(address)

    def form_invalid(self, form: StaffLogInForm) -> HttpResponse:  # type: ignore[override]
        too_many = form.has_error(NON_FIELD_ERRORS, TOO_MANY)
        context = self.get_context_data(form=form)
        return self.render_to_response(context, status=HTTPStatus.TOO_MANY_REQUESTS if too_many else HTTPStatus.OK)


def staff_log_in(request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponseBase:
    """Show the log-in of the admin, or the admin to staff that is logged in. 429 after too many wrong passwords."""
    if request.method == "GET" and admin.site.has_permission(request):
        return HttpResponseRedirect(reverse("admin:index"))
    context = {
        **admin.site.each_context(request),
        "title": "Log in",
        "app_path": request.get_full_path(),
        "username": request.user.get_username(),
        **(extra_context or {}),
    }
    return StaffLogInView.as_view(extra_context=context)(request)
