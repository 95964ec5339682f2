"""Content pages, what the store says of itself, and what visitors write to it, in the admin."""

from collections.abc import Sequence

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from unfold.decorators import display

from vintner.content.models import ContactMessage, Content, HomePromise, StoreDetails
from vintner.web.admin.checked_admin import CheckedAdmin
from vintner.web.admin.declared_filters import DeclaredFilters
from vintner.web.admin.is_set_filter import IsSetFilter
from vintner.web.admin.single_row_admin import SingleRowAdmin

WHERE = "Street, city and email address of the store are settings: STORE_STREET, STORE_CITY, STORE_EMAIL."
STATES = {"shown": "success", "to come": "info", "over": "warning", "draft": "info"}


@admin.register(Content)
class ContentAdmin(CheckedAdmin):
    list_display = ("title", "address", "group", "position", "state", "changed_at")
    list_filter = ("group", "published")
    search_fields = ("title", "slug", "text")
    readonly_fields = ("preview", "changed_at")
    fieldsets = (
        (None, {"fields": ("title", "slug", "text", "description", "preview")}),
        ("When visitors see it", {"fields": ("published", "starts_at", "ends_at", "changed_at")}),
        ("Link in the footer", {"fields": ("group", "position")}),
    )

    @admin.display(description="address", ordering="slug")
    def address(self, row: Content) -> str:
        return row.get_absolute_url()

    @display(description="state", label=STATES)
    def state(self, row: Content) -> tuple[str, str]:
        """Return whether visitors see the page now."""
        now = timezone.now()
        if not row.published:
            return "draft", "Draft"
        if row.is_shown(now):
            return "shown", "Shown"
        return ("to come", "To come") if row.starts_at and row.starts_at > now else ("over", "Over")

    @admin.display(description="preview")
    def preview(self, row: Content) -> str:
        """Return the link to the page as it was last saved."""
        if row._state.adding:
            return "Save the page to see it."
        return format_html(
            '<a class="underline" href="{}">See the page as it was last saved</a>',
            reverse("content_preview", args=[row.pk]),
        )

    def view_on_site(self, row: Content) -> str | None:
        """Return the page's address while visitors see it."""
        return row.get_absolute_url() if row.is_shown(timezone.now()) else None

    def get_prepopulated_fields(self, request: HttpRequest, obj: Content | None = None) -> dict[str, Sequence[str]]:
        """Return the fields that are filled in from others: the address of a page that exists stays as it is."""
        return {} if obj is not None else {"slug": ("title",)}


@admin.register(StoreDetails)
class StoreDetailsAdmin(SingleRowAdmin):
    """There is one row at most. It is added when the merchant first writes something, and is not deleted."""

    list_display = ("__str__", "telephone", "home_title")
    fieldsets = (
        ("How to reach you", {"fields": ("telephone", "hours", "contact_text"), "description": WHERE}),
        ("The home page", {"fields": ("home_title", "home_text", "home_tag", "home_description")}),
        ("The foot of every page", {"fields": ("footer_words", "newsletter_text", "closing_note")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: StoreDetails | None = None) -> bool:
        return False


@admin.register(HomePromise)
class HomePromiseAdmin(CheckedAdmin):
    list_display = ("title", "text", "icon", "position")


@admin.register(ContactMessage)
class ContactMessageAdmin(DeclaredFilters):
    """Messages are written by visitors. Staff reads them, marks them as answered, and deletes them."""

    list_display = ("name", "email", "order_number", "sent_at", "answered_at")
    list_filter = (("answered_at", IsSetFilter),)
    search_fields = ("name", "email", "order_number", "text")
    actions = ("mark_answered",)

    @admin.action(description="Mark as answered", permissions=["answer"])
    def mark_answered(self, request: HttpRequest, rows: "QuerySet[ContactMessage]") -> None:
        open_rows = list(rows.filter(answered_at=None))
        for row in open_rows:
            row.answered_at = timezone.now()
            row.save(update_fields=["answered_at"])
            self.log_change(request, row, "Marked as answered.")
        done = "1 message is" if len(open_rows) == 1 else f"{len(open_rows)} messages are"
        self.message_user(request, f"{done} marked as answered.", messages.SUCCESS)

    def has_answer_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("content.change_contactmessage")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: ContactMessage | None = None) -> bool:
        return False
