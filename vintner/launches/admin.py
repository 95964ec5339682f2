"""Launches in the admin: what is planned for the moment at which a wine goes on sale, and what became of it."""

from datetime import UTC
from typing import Any, Final

from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.forms import BaseFormSet, ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from unfold.admin import TabularInline
from unfold.decorators import display
from unfold.forms import PaginationInlineFormSet

from vintner.launches.launching import receive_due
from vintner.launches.models import LaunchPlan, PlannedBottles
from vintner.launches.plans import apply_plan, lock_wine
from vintner.launches.record import describe_launch
from vintner.launches.rehearsal_admin import RehearsedAdmin

ON_SALE: Final = "This wine is on sale. A launch is for a wine that is not: enter “coming soon until” in its own form."
NOT_PUBLISHED: Final = "This wine is not published. Publish it before the moment: otherwise nothing of this happens."
PAST: Final = "This moment is over. Enter one that is still to come."
MANY: Final = "A launch of this wine is planned already."
RECEIVED: Final = "These bottles are in the stock already. Correct them there."
NOT_COUNTED: Final = "The stock of this wine is not counted. Turn “count the stock” on first."
FREE: Final = "Nobody gives bottles away at a launch. Leave it empty for the wine's own price."
NOT_LOWER: Final = "Is not below the regular price. To change that one, edit the wine."


class LaunchPlanForm(ModelForm):  # type: ignore[type-arg]  # the class takes no arguments when it runs
    """A plan. Its moment is still to come, and its wine is not on sale."""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        now, product, moment = timezone.now(), cleaned.get("product"), cleaned.get("moment")
        if moment is not None and moment <= now:
            self.add_error("moment", PAST)
        if product is not None and self.instance.pk is None:
            if LaunchPlan.objects.filter(product=product, launched_at=None, cancelled_at=None).exists():
                self.add_error("product", MANY)
            elif product.published and not product.coming_soon(now):
                self.add_error("product", ON_SALE)
        return cleaned


class BottlesFormSet(PaginationInlineFormSet):
    """The rows of a plan, one for each variation."""

    def clean(self) -> None:
        super().clean()
        for form in self.forms:
            row, values = form.instance, getattr(form, "cleaned_data", {})
            if row.received_at is not None and "bottles" in form.changed_data:
                form.add_error("bottles", RECEIVED)
            elif values.get("bottles") and not row.variation.manage_stock:
                form.add_error("bottles", NOT_COUNTED)
            price, regular = values.get("price"), row.variation.regular_price
            if price is not None and not price.minor:
                form.add_error("price", FREE)
            elif price is not None and (regular is None or price >= regular):
                form.add_error("price", ValidationError(NOT_LOWER))


class BottlesInline(TabularInline):
    model = PlannedBottles
    formset = BottlesFormSet
    fields = ("variation_name", "regular_price", "price", "bottles", "received_at")
    readonly_fields = ("variation_name", "regular_price", "received_at")
    verbose_name_plural = "price and bottles"
    extra = 0
    can_delete = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[PlannedBottles]:
        rows = super().get_queryset(request)
        return rows.select_related("variation__product").prefetch_related("variation__options")

    def has_add_permission(self, request: HttpRequest, obj: LaunchPlan | None = None) -> bool:
        """Each variation has its row already."""
        return False

    @display(description="bottle")
    def variation_name(self, row: PlannedBottles) -> str:
        return str(row.variation)

    @display(description="regular price")
    def regular_price(self, row: PlannedBottles) -> str:
        price = row.variation.regular_price
        return "–" if price is None else price.text


@admin.register(LaunchPlan)
class LaunchPlanAdmin(RehearsedAdmin):
    """Open plans can be changed. Launches that happened or were cancelled are a record."""

    form = LaunchPlanForm
    list_display = ("product", "moment", "state")
    list_select_related = ("product",)
    search_fields = ("product__name", "product__sku")
    autocomplete_fields = ("product",)
    readonly_fields = ("state", "moment_in_utc", "outcome")
    fieldsets = (
        (None, {"fields": ("product", "state", ("moment", "moment_in_utc"), "hide_price", "launch_text", "outcome")}),
        ("Launch prices", {"fields": ("price_until",)}),
        ("Banner", {"fields": ("notice_text", "notice_days")}),
        ("Email to those who asked", {"fields": ("email_subject", "email_text")}),
    )

    def get_inlines(self, request: HttpRequest, obj: LaunchPlan | None = None) -> tuple[type[TabularInline], ...]:
        return () if obj is None else (BottlesInline,)

    def get_readonly_fields(self, request: HttpRequest, obj: LaunchPlan | None = None) -> tuple[str, ...]:
        fields = tuple(super().get_readonly_fields(request, obj))
        return fields if obj is None else (*fields, "product")

    def has_change_permission(self, request: HttpRequest, obj: LaunchPlan | None = None) -> bool:
        return (obj is None or obj.is_open) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: LaunchPlan | None = None) -> bool:
        """A plan is cancelled; what happened stays."""
        return False

    def save_related(
        self, request: HttpRequest, form: "ModelForm[Any]", formsets: "list[BaseFormSet[Any]]", change: bool
    ) -> None:
        super().save_related(request, form, formsets, change)
        plan = LaunchPlan.objects.select_related("product", "notice").get(pk=form.instance.pk)
        now = timezone.now()
        apply_plan(plan, now)
        receive_due(plan, now)
        if not plan.product.published:
            self.message_user(request, NOT_PUBLISHED, messages.WARNING)

    def response_add(self, request: HttpRequest, obj: LaunchPlan, post_url_continue: str | None = None) -> HttpResponse:
        """Go on with prices and bottles, which have their rows only now."""
        self.message_user(request, "The launch is planned. Enter launch prices and bottles, if it brings any.")
        if "_addanother" in request.POST:
            return HttpResponseRedirect(reverse("admin:launches_launchplan_add"))
        return HttpResponseRedirect(reverse("admin:launches_launchplan_change", args=[obj.pk]))

    @display(description="state")
    def state(self, plan: LaunchPlan) -> str:
        if plan.launched_at is not None:
            return "Launched"
        if plan.had_no_wine:
            return "Not launched: the wine was not published"
        return "Canceled" if plan.cancelled_at is not None else "Planned"

    @display(description="in UTC")
    def moment_in_utc(self, plan: LaunchPlan) -> str:
        if not plan.pk:
            return f"The store's time zone is {settings.TIME_ZONE}."
        return f"{plan.moment.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC. The store's time zone is {settings.TIME_ZONE}."

    @display(description="what happened")
    def outcome(self, plan: LaunchPlan) -> str:
        return describe_launch(plan)

    def _lock(self, row: Model) -> None:
        lock_wine(row.product_id if isinstance(row, LaunchPlan) else 0)
        super()._lock(row)
