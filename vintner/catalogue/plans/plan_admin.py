"""Subscription plans in the admin."""

from typing import Any, Final

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.db.models import Count, Q, QuerySet
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from unfold.decorators import display

from vintner.catalogue.plans.plan import Plan
from vintner.catalogue.plans.plan_form import PlanForm
from vintner.catalogue.plans.words import count_subscribers, terms_sentences
from vintner.web.admin.checked_admin import CheckedAdmin
from vintner.web.numbers import whole

LIVING: Final = ("active", "on-hold", "pending-cancel")


@admin.register(Plan)
class PlanAdmin(CheckedAdmin):
    """A change of a plan is for those who subscribe later."""

    form = PlanForm
    list_display = ("name", "cadence", "bottles", "wines", "subscribers", "on_sale")
    list_filter = ("on_sale", "interval_unit")
    search_fields = ("name",)
    fieldsets = (
        (None, {"fields": ("concerns", "name", "on_sale", ("interval_count", "interval_unit"), "bottles")}),
        ("Price", {"fields": ("price_rule", ("trial_boxes", "trial_price"))}),
        ("Commitment", {"fields": ("least_boxes", "most_boxes")}),
        ("Skipping and pausing", {"fields": ("skips_in_a_row", "longest_pause")}),
        ("As shoppers read it", {"fields": ("terms_in_words",)}),
    )
    readonly_fields = ("terms_in_words", "concerns")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Plan]:
        living = Q(subscriptions__status__in=LIVING)
        plans: QuerySet[Plan] = super().get_queryset(request)
        return plans.annotate(
            living=Count("subscriptions", filter=living, distinct=True), sold=Count("products", distinct=True)
        )

    @display(description="a box")
    def cadence(self, plan: Plan) -> str:
        return plan.terms.cadence.words

    @display(description="wines")
    def wines(self, plan: Plan) -> int:
        return int(plan.sold)  # type: ignore[attr-defined]  # the queryset counts them

    @display(description="subscribers")
    def subscribers(self, plan: Plan) -> int:
        return int(plan.living)  # type: ignore[attr-defined]

    @display(description="terms")
    def terms_in_words(self, plan: Plan) -> str:
        return " ".join(terms_sentences(plan.terms)) if plan.pk else "Save the plan to read its terms."

    @display(description="a change concerns")
    def concerns(self, plan: Plan) -> str:
        """Say who keeps the terms they agreed to, with a link to them."""
        living = plan.subscriptions.filter(status__in=LIVING).count() if plan.pk else 0
        if not living:
            return "Those who subscribe from now on. It has no subscribers yet."
        keep = "1 subscriber keeps" if living == 1 else f"{living} subscribers keep"
        url = f"{reverse('admin:subscriptions_subscription_changelist')}?plan__id__exact={plan.pk}"
        words = "Those who subscribe from now on. {} the terms they agreed to: <a href='{}'>see who</a>."
        return format_html(words, keep, url)

    def save_model(self, request: HttpRequest, obj: Plan, form: Form, change: bool) -> None:  # type: ignore[override]
        """Save the plan, and warn of a trial that is dearer than a wine."""
        super().save_model(request, obj, form, change)
        trial = obj.trial_price if obj.trial_boxes else None
        now = timezone.now()
        for product in obj.products.prefetch_related("variations") if trial is not None else ():
            prices = [price.current for each in product.variations.all() if (price := each.price(now)) is not None]
            if trial is not None and prices and trial > min(prices):
                messages.warning(request, f"The trial price of {trial} is above the price of {product}: {min(prices)}.")

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Say why a plan that was subscribed to stays, on its page."""
        plan = get_object_or_404(Plan, pk=whole(unquote(object_id)) or 0)
        if self.has_change_permission(request, plan) and (had := plan.subscriptions.count()):
            why = f"{plan} is not deleted. {count_subscribers(had)}; switch off “Takes new subscribers” instead."
            messages.error(request, why)
            return redirect("admin:catalogue_plan_change", plan.pk)
        return super().delete_view(request, object_id, extra_context)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        get_object_or_404(Plan, pk=whole(unquote(object_id)) or 0)
        return super().change_view(request, object_id, form_url, extra_context)

    def has_delete_permission(self, request: HttpRequest, obj: Plan | None = None) -> bool:
        """A plan that was ever subscribed to stays: turn “takes new subscribers” off instead."""
        is_unused = obj is not None and not obj.subscriptions.exists()
        return is_unused and super().has_delete_permission(request, obj)
