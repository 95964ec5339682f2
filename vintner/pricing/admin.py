"""Promotions in the admin. A merchant makes every kind of rule here, without help."""

from typing import Any, ClassVar

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.forms import CheckboxSelectMultiple, ModelForm, TypedMultipleChoiceField
from django.http import HttpRequest
from unfold.admin import StackedInline
from unfold.forms import PaginationInlineFormSet

from vintner.catalogue.attribute_value_admin import AttributeValueChoices
from vintner.pricing import models
from vintner.pricing.choices import ChoosingChoices, MeasureChoices, PromotionKind, Weekday
from vintner.pricing.coupon_admin import CouponAdmin as CouponAdmin
from vintner.pricing.coupon_admin import PolicyAdmin as PolicyAdmin
from vintner.pricing.tax_admin import TaxRateAdmin as TaxRateAdmin
from vintner.web.admin.checked_admin import CheckedAdmin

_SUITING: dict[str, frozenset[str]] = {
    PromotionKind.SIMPLE: frozenset({MeasureChoices.PERCENT, MeasureChoices.FLAT, MeasureChoices.FIXED_PRICE}),
    PromotionKind.CART: frozenset({MeasureChoices.PERCENT, MeasureChoices.FLAT, MeasureChoices.ONCE}),
    PromotionKind.DELIVERY: frozenset(),
    PromotionKind.BULK: frozenset({MeasureChoices.PERCENT, MeasureChoices.FLAT, MeasureChoices.FIXED_PRICE}),
    PromotionKind.SET: frozenset({MeasureChoices.PERCENT, MeasureChoices.FLAT, MeasureChoices.SET_PRICE}),
    PromotionKind.SAME: frozenset({MeasureChoices.FREE, MeasureChoices.PERCENT, MeasureChoices.FLAT}),
    PromotionKind.OTHER: frozenset({MeasureChoices.FREE, MeasureChoices.PERCENT, MeasureChoices.FLAT}),
}
"""Which values each kind of promotion understands (docs/pricing.md#promotions)."""


def _shown_for(*kinds: PromotionKind) -> str:
    """Return the condition, in the page's script, under which a field is shown: one of these kinds is chosen."""
    return " || ".join(f"kind == '{kind.value}'" for kind in kinds)


_FIELDS_OF_KINDS = {
    "counting": _shown_for(PromotionKind.BULK, PromotionKind.SET, PromotionKind.OTHER),
    **dict.fromkeys(("choosing", "targets", "target_categories"), _shown_for(PromotionKind.OTHER)),
    "as_discount": f"!({_shown_for(PromotionKind.CART, PromotionKind.DELIVERY)})",
    "label": f"as_discount || {_shown_for(PromotionKind.CART, PromotionKind.DELIVERY)}",
    "most_off_each": f"!({_shown_for(PromotionKind.DELIVERY)})",
}
"""When fields are shown that only some kinds read. static/pricing/admin.css does the same for the rows."""
_ONE_ROW = frozenset({PromotionKind.SIMPLE, PromotionKind.CART})


class TierFormSet(PaginationInlineFormSet):
    """Rows that suit the promotion's kind."""

    def clean(self) -> None:
        super().clean()
        if any(self.errors):
            return  # a row that is wrong says so itself
        rows = [form.cleaned_data for form in self.forms if form.is_valid() and not form.cleaned_data.get("DELETE")]
        rows = [row for row in rows if row]
        kind = self.instance.kind
        if kind not in _SUITING:
            return
        suiting = _SUITING[kind]
        if suiting and not rows:
            raise ValidationError("Say how much it gives: add a row.")
        if kind in _ONE_ROW and len(rows) > 1:
            raise ValidationError("This kind of promotion has one row.")
        if any(row["measure"] not in suiting for row in rows):
            named = (
                ", ".join(f"“{MeasureChoices(each).label}”" for each in MeasureChoices.values if each in suiting)
                or "none"
            )
            raise ValidationError(f"Values that suit this kind of promotion: {named}.")
        if kind == PromotionKind.SET and any(not row["at_least"] for row in rows):
            raise ValidationError("Give the size of each set under “from”.")


class TierInline(StackedInline):
    model = models.Tier
    beside_kind = True
    formset = TierFormSet
    verbose_name = "row"
    verbose_name_plural = "how much it gives"

    def get_extra(self, request: HttpRequest, obj: Model | None = None, **kwargs: object) -> int:
        """A new promotion begins with one row: most kinds need it."""
        return 0 if obj else 1


class ConditionForm(ModelForm):  # type: ignore[type-arg]  # the class takes no arguments when it runs
    """Days are boxes to tick."""

    days = TypedMultipleChoiceField(choices=Weekday.choices, coerce=int, required=False, widget=CheckboxSelectMultiple)


class ConditionInline(AttributeValueChoices, StackedInline):  # type: ignore[misc]  # unfold declares them otherwise
    model = models.Condition
    form = ConditionForm
    verbose_name = "condition"
    verbose_name_plural = "when it holds"
    extra = 0
    autocomplete_fields = ("products", "categories", "tags", "values")
    fieldsets = (
        (None, {"fields": ("kind", "operator", "number", "to")}),
        ("Wines", {"classes": ("collapse",), "fields": ("products", "categories", "tags", "values", "any_of_them")}),
        ("Words", {"classes": ("collapse",), "fields": ("words", "negated", "coupon_use")}),
        (
            "Times",
            {"classes": ("collapse",), "fields": ("starts_at", "ends_at", "from_time", "to_time", "days")},
        ),
        ("Counting", {"classes": ("collapse",), "fields": ("own_wines",)}),
    )


class PromotionForm(ModelForm):  # type: ignore[type-arg]  # the class takes no arguments when it runs
    """A gift that is put into the cart must be named."""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        added = cleaned.get("kind") == PromotionKind.OTHER and cleaned.get("choosing") == ChoosingChoices.ADDED
        if added and not cleaned.get("targets"):
            self.add_error("targets", "Choose the wines that are put into the cart.")
        return cleaned


@admin.register(models.Promotion)
class PromotionAdmin(AttributeValueChoices, CheckedAdmin):  # type: ignore[misc]  # unfold declares them otherwise
    form = PromotionForm
    list_display = ("title", "kind", "enabled", "priority", "starts_at", "ends_at", "used")
    list_filter = ("enabled", "kind")
    list_select_related = ("count",)
    search_fields = ("title",)
    autocomplete_fields = (
        "products",
        "categories",
        "tags",
        "values",
        "producers",
        "excluded_products",
        "excluded_categories",
        "excluded_tags",
        "excluded_values",
        "excluded_producers",
        "targets",
        "target_categories",
    )
    inlines = (TierInline, ConditionInline)
    change_form_template = "pricing/promotion_form.html"
    conditional_fields = _FIELDS_OF_KINDS
    fieldsets = (
        (
            None,
            {
                "fields": (
                    *("title", "kind", "counting", "choosing", "targets", "target_categories"),
                    *("as_discount", "label", "badge", "most_off_each", "enabled", "starts_at", "ends_at"),
                )
            },
        ),
        (
            "Which wines",
            {"fields": ("products", "categories", "producers", "tags", "values", "skus", "on_sale")},
        ),
        (
            "Which wines not",
            {
                "classes": ("collapse",),
                "fields": (
                    "excluded_products",
                    "excluded_categories",
                    "excluded_producers",
                    "excluded_tags",
                    "excluded_values",
                    "excluded_skus",
                    "excluded_on_sale",
                ),
            },
        ),
        ("Among other promotions", {"fields": ("priority", "exclusive", "any_condition")}),
        ("Limits", {"fields": ("usage_limit",)}),
    )

    class Media:
        css: ClassVar[dict[str, tuple[str, ...]]] = {"all": ("pricing/admin.css",)}

    @admin.display(description="used in orders")
    def used(self, row: models.Promotion) -> int:
        return row.count.used if hasattr(row, "count") else 0
