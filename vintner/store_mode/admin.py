"""Who sees the store, and links for a preview, in the admin."""

from django.conf import settings
from django.contrib import admin
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from unfold.admin import ModelAdmin

from vintner.store_mode.models import PreviewLink, StoreVisibility
from vintner.store_mode.previews import end_preview, sign_preview
from vintner.store_mode.rules import Visibility
from vintner.web.admin.checked_admin import CheckedAdmin


class VisibilityForm(ModelForm):  # type: ignore[type-arg]  # the class takes no arguments when it runs
    """Refuses an opening that has passed: such a store would be live at once."""

    def clean(self) -> dict[str, object]:
        cleaned: dict[str, object] = super().clean() or self.cleaned_data
        opens_at = cleaned.get("opens_at")
        if cleaned.get("visibility") != Visibility.LIVE and opens_at and opens_at <= timezone.now():  # type: ignore[operator]  # a moment
            self.add_error("opens_at", "This moment has passed. Choose a later one, or leave it blank.")
        return cleaned


@admin.register(StoreVisibility)
class VisibilityAdmin(CheckedAdmin):
    """There is one row, which is neither added nor deleted."""

    form = VisibilityForm
    list_display = ("__str__", "visibility", "opens_at")
    fieldsets = (
        (None, {"fields": ("visibility", "opens_at")}),
        ("The page that visitors see", {"fields": ("heading", "text")}),
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: StoreVisibility | None = None) -> bool:
        return False


@admin.register(PreviewLink)
class PreviewLinkAdmin(ModelAdmin):
    """A link is made and ended. What was given away is not changed afterwards."""

    fields = ("note", "days")
    list_display = ("note", "made_at", "expires_at", "ended_at", "address")
    actions = ("end",)

    @admin.display(description="link")
    def address(self, row: PreviewLink) -> str:
        if row.ended_at is not None or row.expires_at <= timezone.now():
            return "not valid any more"
        link = settings.STORE_URL + reverse("store_preview", args=[sign_preview(row.pk)])
        return format_html('<a class="underline break-all" href="{}">{}</a>', link, link)

    @admin.action(description="End the selected links", permissions=["change"])
    def end(self, request: HttpRequest, rows: "QuerySet[PreviewLink]") -> None:
        for row in rows:
            if row.ended_at is None:
                end_preview(row.pk, timezone.now())
                self.log_change(request, row, "Ended.")

    def has_change_permission(self, request: HttpRequest, obj: PreviewLink | None = None) -> bool:
        """Return whether links may be ended; the page of one is only read."""
        return obj is None and super().has_change_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: PreviewLink | None = None) -> bool:
        return False
