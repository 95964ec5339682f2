"""The catalogue in the admin. Saving brings the kept columns of the product up to date."""

from typing import Any

from django.contrib import admin
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Model, QuerySet
from django.forms import BaseFormSet, Form, ModelForm
from django.http import HttpRequest
from django.utils import timezone
from unfold.admin import ModelAdmin, TabularInline

from vintner.catalogue import models, pictures, products, reviews
from vintner.refusal import Refusal


class VariationInline(TabularInline):
    model = models.Variation
    extra = 0
    autocomplete_fields = ("options", "picture")
    readonly_fields = ("reserved",)


class FactInline(TabularInline):
    model = models.ProductFact
    extra = 0
    autocomplete_fields = ("value",)


class GalleryInline(TabularInline):
    model = models.GalleryPicture
    extra = 0
    autocomplete_fields = ("picture",)


@admin.register(models.Product)
class ProductAdmin(ModelAdmin):
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
    list_filter = ("published", "in_stock", "on_sale", "kind", "categories")
    list_select_related = ("producer",)
    search_fields = ("name", "sku", "producer__name")
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
    inlines = (VariationInline, FactInline, GalleryInline)

    def save_related(
        self, request: HttpRequest, form: "ModelForm[Any]", formsets: "list[BaseFormSet[Any]]", change: bool
    ) -> None:
        super().save_related(request, form, formsets, change)
        products.refresh([form.instance.pk], timezone.now())


@admin.register(models.Category)
class CategoryAdmin(ModelAdmin):
    list_display = ("name", "parent", "slug", "position")
    list_select_related = ("parent",)
    search_fields = ("name",)
    prepopulated_fields = {"slug": ("name",)}


@admin.register(models.Producer)
class ProducerAdmin(ModelAdmin):
    list_display = ("name", "region", "country", "founded")
    search_fields = ("name", "region", "country")
    prepopulated_fields = {"slug": ("name",)}
    autocomplete_fields = ("picture",)


@admin.register(models.Tag)
class TagAdmin(ModelAdmin):
    search_fields = ("name",)
    prepopulated_fields = {"slug": ("name",)}


@admin.register(models.Attribute)
class AttributeAdmin(ModelAdmin):
    list_display = ("name", "slug", "position")
    search_fields = ("name",)
    prepopulated_fields = {"slug": ("name",)}


@admin.register(models.AttributeValue)
class AttributeValueAdmin(ModelAdmin):
    list_display = ("name", "attribute", "slug")
    list_filter = ("attribute",)
    list_select_related = ("attribute",)
    search_fields = ("name", "attribute__name")
    prepopulated_fields = {"slug": ("name",)}


class PictureForm(ModelForm):  # type: ignore[type-arg]
    """Takes a picture that can be decoded, and says so next to the box when it cannot be."""

    class Meta:
        model = models.Picture
        fields = ("original", "alt", "caption")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        uploaded = cleaned.get("original")
        if isinstance(uploaded, UploadedFile):
            self._store(uploaded.read(), cleaned)
        return cleaned

    def _store(self, content: bytes, cleaned: dict[str, Any]) -> None:
        try:
            self.instance = pictures.store(content, cleaned.get("alt", ""), cleaned.get("caption", ""))
        except Refusal as refusal:
            self.add_error("original", refusal.message)
        else:
            cleaned["original"] = self.instance.original


@admin.register(models.Picture)
class PictureAdmin(ModelAdmin):
    form = PictureForm
    list_display = ("__str__", "width", "height")
    search_fields = ("alt", "caption")
    readonly_fields = ("width", "height", "checksum", "sizes")


@admin.register(models.Review)
class ReviewAdmin(ModelAdmin):
    list_display = ("product", "author", "rating", "status", "verified", "created_at")
    list_filter = ("status", "rating", "verified")
    list_select_related = ("product",)
    search_fields = ("author", "text", "product__name")
    autocomplete_fields = ("product", "user")
    actions = ("approve", "reject")

    @admin.action(description="Approve")
    def approve(self, request: HttpRequest, queryset: QuerySet[models.Review]) -> None:
        self._decide(queryset, models.Review.Status.APPROVED)

    @admin.action(description="Reject")
    def reject(self, request: HttpRequest, queryset: QuerySet[models.Review]) -> None:
        self._decide(queryset, models.Review.Status.REJECTED)

    def _decide(self, queryset: QuerySet[models.Review], status: models.Review.Status) -> None:
        about = list(queryset.values_list("product_id", flat=True).distinct())
        queryset.update(status=status)
        reviews.refresh_ratings(about)

    def save_model(self, request: HttpRequest, obj: Model, form: Form, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if isinstance(obj, models.Review):
            reviews.refresh_ratings([obj.product_id])

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[models.Review]) -> None:
        about = list(queryset.values_list("product_id", flat=True).distinct())
        super().delete_queryset(request, queryset)
        reviews.refresh_ratings(about)

    def delete_model(self, request: HttpRequest, obj: models.Review) -> None:
        super().delete_model(request, obj)
        reviews.refresh_ratings([obj.product_id])
