"""Moderation of reviews in the admin. Staff set the status and write replies; a review's text is read-only."""

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.forms import Form
from django.http import HttpRequest
from unfold.decorators import display

from vintner.catalogue.models import Review
from vintner.catalogue.reviews import reviews
from vintner.web.admin.checked_admin import CheckedAdmin
from vintner.web.admin.titled_filter import RowFilter

_COLOURS = {"Pending": "warning", "Approved": "success", "Rejected": "danger", "Spam": "danger"}
OPENING = 90


@admin.register(Review)
class ReviewAdmin(CheckedAdmin):
    list_display = ("product", "author", "stars", "opening", "state", "verified", "created_at")
    list_filter = ("status", "rating", "verified", ("product", RowFilter))
    list_select_related = ("product",)
    search_fields = ("author", "email", "text", "product__name")
    show_facets = admin.ShowFacets.ALWAYS  # how many are pending
    actions = ("approve", "reject", "mark_as_spam")
    fields = ("product", "author", "email", "user", "verified", "created_at", "rating", "text", "status", "reply")
    readonly_fields = fields[:-2]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Reviews are written in the store, or come from a file."""
        return False

    @display(description="Rating", ordering="rating")
    def stars(self, review: Review) -> str:
        return f"{review.rating} of 5" if review.rating else "–"

    @display(description="Review")
    def opening(self, review: Review) -> str:
        return review.text if len(review.text) <= OPENING else f"{review.text[:OPENING].rstrip()}…"

    @display(description="Status", ordering="status", label=_COLOURS)
    def state(self, review: Review) -> str:
        return review.get_status_display()

    @admin.action(description="Approve", permissions=["change"])
    def approve(self, request: HttpRequest, queryset: QuerySet[Review]) -> None:
        self._set_status(request, queryset, Review.Status.APPROVED)

    @admin.action(description="Reject", permissions=["change"])
    def reject(self, request: HttpRequest, queryset: QuerySet[Review]) -> None:
        self._set_status(request, queryset, Review.Status.REJECTED)

    @admin.action(description="Mark as spam", permissions=["change"])
    def mark_as_spam(self, request: HttpRequest, queryset: QuerySet[Review]) -> None:
        self._set_status(request, queryset, Review.Status.SPAM)

    def _set_status(self, request: HttpRequest, queryset: QuerySet[Review], status: Review.Status) -> None:
        chosen = list(queryset)
        changed = reviews.set_status(chosen, status)
        for review in chosen:
            if review.status != status:
                self.log_change(request, review, f"Status: {review.get_status_display()} → {status.label}")
        those = "review is" if changed == 1 else "reviews are"
        messages.success(request, f"{changed} {those} now {status.label.lower()}.")

    def save_model(self, request: HttpRequest, obj: Model, form: Form, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if isinstance(obj, Review):
            reviews.refresh_ratings([obj.product_id])

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Review]) -> None:
        about = list(queryset.values_list("product_id", flat=True).distinct())
        super().delete_queryset(request, queryset)
        reviews.refresh_ratings(about)

    def delete_model(self, request: HttpRequest, obj: Review) -> None:
        super().delete_model(request, obj)
        reviews.refresh_ratings([obj.product_id])
