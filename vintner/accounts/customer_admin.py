"""What customers tell of themselves, on their page in the admin. It is only read there.

Whose password or address is changed there gets an e-mail about it. Staff sets no password of an account with a second
factor, and sends a link that resets it instead.
"""

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from unfold.admin import StackedInline, TabularInline
from unfold.forms import AdminPasswordChangeForm

from vintner.accounts.engine.account_emails import queue_account_email
from vintner.accounts.engine.password_reset import request_reset
from vintner.accounts.fields.pictures import LARGE, SMALL, picture_name
from vintner.accounts.models import CustomerProfile, SavedAddress
from vintner.accounts.security.factors import has_second_factor
from vintner.customers.admin import CustomerAdmin
from vintner.customers.models import User


class _ReadOnly:
    """Nothing is added, changed or deleted, whatever permissions staff has: customers do that in the account."""

    extra = 0
    can_delete = False
    hide_title = True

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ProfileInline(_ReadOnly, StackedInline):  # type: ignore[misc]  # unfold declares them otherwise
    """The profile, if there is one."""

    model = CustomerProfile
    verbose_name_plural = "Profile"
    fields = readonly_fields = (
        *("date", "country", "state", "address", "city", "postcode", "phone"),
        *("terms_accepted_at", "changed_at"),
    )


class AddressInline(_ReadOnly, TabularInline):  # type: ignore[misc]  # unfold declares them otherwise
    """The address book, without what was removed from it."""

    model = SavedAddress
    fields = readonly_fields = ("lines", "phone", "for_billing", "for_shipping")

    def get_queryset(self, request: HttpRequest) -> "QuerySet[SavedAddress]":
        rows: QuerySet[SavedAddress] = super().get_queryset(request)
        return rows.filter(removed_at=None).order_by("pk")

    @admin.display(description="Address")
    def lines(self, address: SavedAddress) -> str:
        return str(address)


class StaffPasswordForm(AdminPasswordChangeForm):
    """Sets the password of an account, or lets nobody log in by one, and tells the account's owner."""

    def save(self, commit: bool = True) -> User:
        with transaction.atomic():
            user: User = super().save(commit)
            queue_account_email("vintner/password_changed_by_staff", user.email, {})
        return user


class CustomerProfileAdmin(CustomerAdmin):
    """Accounts, with the customer's picture, profile and address book."""

    change_password_form = StaffPasswordForm
    inlines = (ProfileInline, AddressInline)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:  # noqa: A002 - Django's
        """Set a password, or send a reset link to an account with a second factor."""
        account = self.get_object(request, unquote(id))
        if isinstance(account, User) and self.has_change_permission(request, account) and has_second_factor(account):
            return self._send_reset_link(request, account)
        return super().user_change_password(request, id, form_url)

    def _send_reset_link(self, request: HttpRequest, account: User) -> HttpResponse:
        if request.method != "POST":
            title = f"Reset the password of {account.email}"
            context = {**self.admin_site.each_context(request), "title": title, "original": account, "opts": self.opts}
            return TemplateResponse(request, "accounts/reset_link.html", context)
        if account.is_active:
            request_reset(account.email)
            self.log_change(request, account, "Sent a link that resets the password.")
            self.message_user(request, f"A reset link is on its way to {account.email}.", messages.SUCCESS)
        else:
            self.message_user(request, "No link was sent: this account is not active.", messages.ERROR)
        return HttpResponseRedirect(reverse("admin:customers_user_change", args=[account.pk]))

    def save_model(self, request: HttpRequest, obj: User, form: forms.Form, change: bool) -> None:  # type: ignore[override]
        """Save the account. A change of the address is told to the former one, whose owner may not want it."""
        super().save_model(request, obj, form, change)
        former = form.initial.get("email")
        if change and "email" in form.changed_data and former:
            words = {"from_email": former, "to_email": obj.email}
            queue_account_email("vintner/email_changed_by_staff", former, words)

    @admin.display(description="Profile picture")
    def picture(self, customer: User) -> str:
        name = picture_name(customer)
        if not name:
            return "–"
        url, full = (reverse("profile_picture", args=[name, side]) for side in (SMALL, LARGE))
        return format_html(
            '<a href="{}"><img src="{}" width="{}" height="{}" alt="Picture of {}"></a>',
            *(full, url, SMALL, SMALL, customer),
        )

    def get_inlines(self, request: HttpRequest, obj: Model | None) -> tuple[type, ...]:
        return self.inlines if obj is not None else ()

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        return (*super().get_readonly_fields(request, obj), "picture")

    def get_fieldsets(  # type: ignore[override]  # its type is private to django-stubs
        self, request: HttpRequest, obj: Model | None = None
    ) -> list[object]:
        picture = [("Picture", {"fields": ("picture",)})] if obj is not None else []
        return [*super().get_fieldsets(request, obj), *picture]
