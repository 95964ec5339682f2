"""What staff does for a customer's privacy, at the top of the account's page in the admin."""

from typing import Final

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from unfold.decorators import action

from vintner.customers.middleware import customer_of
from vintner.customers.models import User
from vintner.privacy.closing import find_erasure
from vintner.privacy.forms import CustomerForm, EraseForm, ExportForm, describe_erasure
from vintner.refusal import Refusal
from vintner.subscriptions.customer_admin import SubscriberAdmin
from vintner.web.numbers import whole

LARGEST_ID: Final = 2**63 - 1

admin.site.unregister(User)


@admin.register(User)
class PrivateCustomerAdmin(SubscriberAdmin):
    """Accounts, with the actions for which privacy asks. Each has a permission of its own."""

    actions_detail = ("make_archive", "erase_account")  # type: ignore[assignment]  # declared as the empty tuple

    @action(description="Make an archive", url_path="archive", permissions=["export"], icon="folder_zip")  # type: ignore[operator]
    def make_archive(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._show_form(request, object_id, ExportForm)

    @action(description="Close and erase", url_path="erase", permissions=["erase"], icon="person_remove")  # type: ignore[operator]
    def erase_account(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._show_form(request, object_id, EraseForm)

    def has_export_permission(self, request: HttpRequest, object_id: object = None) -> bool:
        return self.has_view_permission(request) and request.user.has_perm("privacy.export_customer")

    def has_erase_permission(self, request: HttpRequest, object_id: object = None) -> bool:
        return self.has_view_permission(request) and request.user.has_perm("privacy.erase_customer")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """Show the account; above a closed one, when it is erased."""
        number = whole(unquote(object_id))
        erasure = find_erasure(number) if number is not None else None
        if erasure is not None and request.method != "POST":
            self.message_user(request, describe_erasure(erasure), messages.WARNING)
        response: HttpResponse = super().change_view(request, object_id, form_url, extra_context)
        return response

    def _show_form(self, request: HttpRequest, object_id: str, form_class: type[CustomerForm]) -> HttpResponse:
        """Show a form about an account; when it is filled in, do it and go back to the account."""
        customer = self._customer(request, object_id)
        form = form_class(customer, request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            try:
                self.message_user(request, form.act(customer_of(request)), messages.SUCCESS)
            except Refusal as refusal:
                form.add_error(None, refusal.message)
            else:
                return redirect("admin:customers_user_change", customer.pk)
        context = {
            **self.admin_site.each_context(request),
            "title": f"{form.heading}: {customer.email}",
            "opts": self.opts,
            "customer": customer,
            "form": form,
            "obstacles": form.list_obstacles(),
        }
        return TemplateResponse(request, "privacy/action.html", context)

    def _customer(self, request: HttpRequest, object_id: str) -> User:
        """Return the account. Raises Http404 for one that is missing, PermissionDenied for staff's."""
        number = whole(unquote(object_id))
        if number is None or number > LARGEST_ID:
            raise Http404
        customer = get_object_or_404(self.get_queryset(request), pk=number)
        if not isinstance(customer, User) or not self.has_view_permission(request, customer):
            raise PermissionDenied
        return customer
