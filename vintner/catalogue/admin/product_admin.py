"""Products in the admin. Saving one refreshes its derived columns."""

from typing import Any, Final

from django.contrib import admin, messages
from django.contrib.admin.utils import flatten, unquote
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.forms import BaseFormSet, ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from unfold.admin import StackedInline, TabularInline
from unfold.forms import PaginationInlineFormSet

from vintner.catalogue import models, products
from vintner.catalogue.attribute_value_admin import AttributeValueChoices
from vintner.catalogue.class_admin import ClassesForm
from vintner.catalogue.plans.words import count_subscribers
from vintner.catalogue.sets.set_admin import SetItemInline
from vintner.catalogue.staff_search import SEARCHED, find_products
from vintner.catalogue.stock.stock_admin import VariationForm, change_stock_link, receive_first_bottles, unit_of
from vintner.web.admin.checked_admin import CheckedAdmin
from vintner.web.numbers import whole

NOTHING_TO_BUY: Final = (
    "Nobody can buy a published wine without a variation. Add one below, or turn “Published” off to keep a draft."
)
ONE_VARIATION: Final = (
    "A simple product has one variation. Choose “Variable” as its kind to sell several, or take the others out."
)
NOTHING_TO_CHOOSE_BY: Final = "Shoppers choose a variation by its options: give each one, such as “Vintage: 2019”."
ALIKE: Final = "Two variations have the same options, so shoppers cannot tell them apart."

CHANGE_PRICES: Final = "catalogue.change_variation"
TERMS: Final = (
    "available_from",
    "hide_price",
    "launch_text",
    "sold_individually",
    "alcoholic",
    "virtual",
    "tax_status",
    "tax_class",
    "shipping_class",
    "plan",
)
"""Fields of a wine that decide when it is sold, and about its tax, its delivery and the age check."""


STYLE: Final = ("drink_from", "drink_until", "body", "acidity", "sweetness", "tannin", "dosage")
"""Fields of a wine about how it tastes and when to drink it."""


class VariationFormSet(PaginationInlineFormSet):
    """The variations of a wine. A published one has at least one of them; a draft may have none.

    A simple one has no more; those of a variable one differ in their options.
    """

    def add_fields(self, form: "ModelForm[Any]", index: int | None) -> None:
        super().add_fields(form, index)
        form.fields["bottles"].label = f"{unit_of(self.instance).capitalize()} on hand"

    def clean(self) -> None:
        super().clean()
        left = [each for each in self.forms if not getattr(each, "cleaned_data", {}).get("DELETE")]
        sold = [each for each in left if each.has_changed() or each.instance.pk]
        if self.instance.published and not sold:
            raise ValidationError(NOTHING_TO_BUY, code="nothing_to_buy")
        if len(sold) > 1:
            self._check_choice([getattr(each, "cleaned_data", {}) for each in sold])

    def _check_choice(self, rows: list[dict[str, Any]]) -> None:
        """Refuse variations that shoppers cannot tell apart by their options."""
        if self.instance.kind == models.Product.Kind.SIMPLE:
            raise ValidationError(ONE_VARIATION, code="one_variation")
        options = [frozenset(row.get("options") or ()) for row in rows if row.get("enabled")]
        if len(options) > 1 and not all(options):
            raise ValidationError(NOTHING_TO_CHOOSE_BY, code="nothing_to_choose_by")
        if len(set(options)) < len(options):
            raise ValidationError(ALIKE, code="alike")


class VariationInline(AttributeValueChoices, StackedInline):  # type: ignore[misc]  # unfold declares them otherwise
    """A block for each variation: as a table its columns were three windows wide."""

    model = models.Variation
    verbose_name_plural = "price and stock"
    extra = 0
    tab = True
    fieldsets = (
        (
            None,
            {
                "fields": (
                    *("sku", "options", "note", "enabled", "regular_price", "sale_price"),
                    *("drink_from", "drink_until"),
                    *("bottles", "reserved", "change_stock"),
                )
            },
        ),
        ("Sale period", {"classes": ("collapse",), "fields": ("sale_starts_at", "sale_ends_at")}),
        (
            "Stock and weight",
            {
                "classes": ("collapse",),
                "fields": ("manage_stock", "available", "backorders", "low_stock_threshold", "weight"),
            },
        ),
        ("Picture and position", {"classes": ("collapse",), "fields": ("picture", "position")}),
    )
    autocomplete_fields = ("options", "picture")
    form = VariationForm
    formset = VariationFormSet
    readonly_fields = ("reserved", "change_stock")

    def get_extra(self, request: HttpRequest, obj: Model | None = None, **kwargs: object) -> int:
        """Return 1 for a new wine: without a variation it cannot be sold."""
        return 0 if obj else 1

    @admin.display(description="stock")
    def change_stock(self, variation: models.Variation) -> str:
        return change_stock_link(variation)


class FactInline(AttributeValueChoices, TabularInline):  # type: ignore[misc]  # unfold declares them otherwise
    model = models.ProductFact
    extra = 0
    tab = True
    autocomplete_fields = ("value",)
    raw_id_fields = ("variation",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[models.ProductFact]:
        return super().get_queryset(request).select_related("value__attribute", "variation__product")


class ScoreInline(TabularInline):
    model = models.CriticScore
    verbose_name_plural = "scores of critics"
    extra = 0
    tab = True
    raw_id_fields = ("variation",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[models.CriticScore]:
        return super().get_queryset(request).select_related("variation__product")


class GalleryInline(TabularInline):
    model = models.GalleryPicture
    extra = 0
    tab = True
    autocomplete_fields = ("picture",)


@admin.register(models.Product)
class ProductAdmin(CheckedAdmin):
    form = ClassesForm
    list_display = (
        "name",
        "sku",
        "producer",
        "lowest_price",
        "in_stock",
        "published",
        "rating_average",
        "rating_count",
    )
    list_filter = ("published", "in_stock", "on_sale", "kind", "alcoholic", "categories")
    list_select_related = ("producer",)
    search_fields = ("id",)  # Django shows the search box for it; `staff_search` says what is searched
    search_help_text = SEARCHED
    prepopulated_fields = {"slug": ("name",)}
    autocomplete_fields = ("producer", "categories", "tags", "picture")
    readonly_fields = (
        "lowest_price",
        "highest_price",
        "on_sale",
        "in_stock",
        "rating_average",
        "rating_count",
        "sales_count",
    )
    inlines = (VariationInline, FactInline, ScoreInline, SetItemInline, GalleryInline)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[models.Product], search_term: str
    ) -> tuple[QuerySet[models.Product], bool]:
        return find_products(queryset, search_term), False

    def get_fieldsets(  # type: ignore[override]  # its type is private to django-stubs
        self, request: HttpRequest, obj: Model | None = None
    ) -> tuple[tuple[str | None, dict[str, Any]], ...]:
        """Put the style last: its columns come first in the table's order."""
        names = [name for name in flatten(self.get_fields(request, obj)) if name not in STYLE]
        return ((None, {"fields": names}), ("Style and drink window", {"classes": ("tab",), "fields": STYLE}))

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Say why a wine that was subscribed to stays, on its page."""
        product = get_object_or_404(models.Product, pk=whole(unquote(object_id)) or 0)
        had = models.Plan.objects.filter(subscriptions__variation__product=product).count()
        if had and self.has_change_permission(request, product):
            why = f"{product} is not deleted. {count_subscribers(had)}; switch off “Published” instead."
            messages.error(request, why)
            return redirect("admin:catalogue_product_change", product.pk)
        return super().delete_view(request, object_id, extra_context)

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        """Fields that decide about tax, delivery and the age check are read-only without the right to change prices."""
        fields = tuple(super().get_readonly_fields(request, obj))
        return fields if request.user.has_perm(CHANGE_PRICES) else (*fields, *TERMS)

    def save_related(
        self, request: HttpRequest, form: "ModelForm[Any]", formsets: "list[BaseFormSet[Any]]", change: bool
    ) -> None:
        super().save_related(request, form, formsets, change)
        receive_first_bottles(formsets, request)
        products.refresh_products([form.instance.pk], timezone.now())
