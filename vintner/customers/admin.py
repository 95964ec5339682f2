"""Accounts and groups in the admin. Rights and the accounts of staff belong to superusers."""

from typing import Final

from allauth.account.models import EmailAddress
from django import forms
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from vintner.customers.models import User
from vintner.web.admin.checked_admin import CheckedAdmin
from vintner.web.admin.term_search import find

TEXT: Final = "plain_text(customers_user.email || ' ' || customers_user.first_name || ' ' || customers_user.last_name)"
"""The text of an account that is searched. It has an index."""
RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")


def is_superuser(request: HttpRequest) -> bool:
    """Return whether a request comes from an active superuser."""
    return request.user.is_active and request.user.is_superuser


@admin.register(User)
class CustomerAdmin(UserAdmin, CheckedAdmin):  # type: ignore[type-arg,misc]
    """Staff with the permission edit customers. Whoever could edit rights or staff could become a superuser."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    list_display = ("email", "first_name", "last_name", "is_staff", "joined_at")
    list_filter = ("is_staff", "is_active")
    search_fields = ("id",)  # Django shows the search box for it; `TEXT` says what is searched
    search_help_text = "E-mail address or name"
    ordering = ("email",)
    readonly_fields = ("joined_at", "last_login")
    fieldsets = (
        (None, {"fields": ("email", "password")}),
        ("Person", {"fields": ("first_name", "last_name", "display_name", "joined_at", "last_login")}),
        ("Rights", {"fields": ("is_active", *RIGHTS)}),
    )
    add_fieldsets = ((None, {"classes": ("wide",), "fields": ("email", "password1", "password2")}),)  # type: ignore[assignment]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[User], search_term: str
    ) -> tuple[QuerySet[User], bool]:
        return find(queryset, search_term, text=TEXT, sources=()), False

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        return self.readonly_fields if is_superuser(request) else (*self.readonly_fields, *RIGHTS)

    def save_model(self, request: HttpRequest, obj: User, form: forms.Form, change: bool) -> None:  # type: ignore[override]
        """Save the account. Another address is not proven yet, and the former one proves nothing any more."""
        super().save_model(request, obj, form, change)
        if change and "email" in form.changed_data:
            EmailAddress.objects.filter(user=obj).delete()
            EmailAddress.objects.create(user=obj, email=obj.email, primary=True, verified=obj.is_staff)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return super().has_change_permission(request, obj) and _may_edit(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return super().has_delete_permission(request, obj) and _may_edit(request, obj)


def _may_edit(request: HttpRequest, account: Model | None) -> bool:
    is_staff = isinstance(account, User) and (account.is_staff or account.is_superuser)
    return is_superuser(request) or not is_staff


admin.site.unregister(Group)


@admin.register(Group)
class RoleAdmin(GroupAdmin, CheckedAdmin):  # type: ignore[misc]
    """Groups give permissions: whoever could edit their own group could become a superuser."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_superuser(request)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return is_superuser(request)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return is_superuser(request)
