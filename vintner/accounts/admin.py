"""Which fields are asked of customers, in the admin. What it does not show: allauth's tables hold secrets and belong to
each customer's own pages.
"""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.http import HttpRequest

from vintner.accounts.models import AccountField
from vintner.web.admin.checked_admin import CheckedAdmin

for model in (EmailAddress, Authenticator, UserSession):
    admin.site.unregister(model)


@admin.register(AccountField)
class AccountFieldAdmin(CheckedAdmin):
    """There is one field of each kind: none is added or deleted."""

    list_display = ("label", "kind", "required", "in_registration", "in_profile", "position")
    list_editable = ("required", "in_registration", "in_profile", "position")
    readonly_fields = ("kind",)
    fields = ("kind", "label", "hint", "required", "in_registration", "in_profile", "position", "default")
    ordering = ("position", "pk")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: AccountField | None = None) -> bool:
        return False
