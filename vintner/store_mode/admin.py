"""Who sees the store, and links for a preview, in the admin."""

from typing import Final

from django.conf import settings
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html

from vintner.store_mode.models import PreviewLink, StoreVisibility
from vintner.store_mode.previews import end_preview, sign_preview
from vintner.store_mode.rules import Visibility
from vintner.web.admin.checked_admin import CheckedAdmin

PASSED: Final = "This moment has passed. Choose a later one, or leave it blank."
OPENED: Final = "The store opened on {moment} and is live. To close it again, choose a moment that is still to come."


def in_words(row: StoreVisibility) -> str:
    """Return the opening of the store's own time."""
    return "" if row.opens_at is None else date_format(timezone.localtime(row.opens_at), "DATETIME_FORMAT")


class VisibilityForm(ModelForm):  # type: ignore[type-arg]  # the class takes no arguments when it runs
    """Refuses an opening that has passed: such a store would be live at once.

    A store that has opened by itself stays open when its other fields are saved.
    """

    def clean(self) -> dict[str, object]:
        cleaned: dict[str, object] = super().clean() or self.cleaned_data
        opens_at, now = cleaned.get("opens_at"), timezone.now()
        if cleaned.get("visibility") == Visibility.LIVE or not opens_at or opens_at > now:  # type: ignore[operator]  # a moment
            return cleaned
        stored = StoreVisibility.objects.get(pk=self.instance.pk)
        if not stored.has_opened(now):
            self.add_error("opens_at", PASSED)
        elif {"visibility", "opens_at"} & set(self.changed_data):
            self.add_error("opens_at", OPENED.format(moment=in_words(stored)))
        return cleaned


@admin.register(StoreVisibility)
class VisibilityAdmin(CheckedAdmin):
    """There is one row, which is neither added nor deleted."""

    form = VisibilityForm
    list_display = ("__str__", "state", "visibility", "opens_at")
    readonly_fields = ("state",)
    fieldsets = (
        (None, {"fields": ("state", "visibility", "opens_at")}),
        ("The page that visitors see", {"fields": ("heading", "text")}),
    )

    @admin.display(description="now")
    def state(self, row: StoreVisibility) -> str:
        now = timezone.now()
        if row.has_opened(now):
            return f"Opened on {in_words(row)}: the store is live."
        return "The store is live." if row.visibility == Visibility.LIVE else "The store is coming soon."

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: StoreVisibility | None = None) -> bool:
        return False


@admin.register(PreviewLink)
class PreviewLinkAdmin(CheckedAdmin):
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
        now = timezone.now()
        valid = [row for row in rows if row.ended_at is None and row.expires_at > now]
        for row in valid:
            end_preview(row.pk, now)
            self.log_change(request, row, "Ended.")
        if not valid:
            self.message_user(request, "None of these links was valid any more.", messages.WARNING)
        else:
            ended = "1 link is" if len(valid) == 1 else f"{len(valid)} links are"
            self.message_user(request, f"{ended} ended: nobody sees the closed store by it.", messages.SUCCESS)

    def has_change_permission(self, request: HttpRequest, obj: PreviewLink | None = None) -> bool:
        """Return whether links may be ended; the page of one is only read."""
        return obj is None and super().has_change_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: PreviewLink | None = None) -> bool:
        return False
