"""The catalogue in the admin. Saving brings the kept columns of the product up to date."""

from typing import Any

from django.contrib import admin
from django.core.files.uploadedfile import UploadedFile
from django.forms import BaseFormSet, ModelForm
from django.http import HttpRequest
from django.utils import timezone
from unfold.admin import ModelAdmin, TabularInline

from vintner.catalogue import models, pictures, products
from vintner.catalogue.class_admin import ClassesForm
from vintner.catalogue.class_admin import ShippingClassAdmin as ShippingClassAdmin
from vintner.catalogue.class_admin import TaxClassAdmin as TaxClassAdmin
from vintner.catalogue.review_admin import ReviewAdmin as ReviewAdmin
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
    raw_id_fields = ("variation",)


class GalleryInline(TabularInline):
    model = models.GalleryPicture
    extra = 0
    autocomplete_fields = ("picture",)


@admin.register(models.Product)
class ProductAdmin(ModelAdmin):
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


class SlideInline(TabularInline):
    model = models.ProducerSlide
    extra = 0
    autocomplete_fields = ("picture",)


class MaterialInline(TabularInline):
    model = models.RelatedMaterial
    extra = 0


@admin.register(models.Producer)
class ProducerAdmin(ModelAdmin):
    list_display = ("name", "region", "country", "founded")
    search_fields = ("name", "region", "country")
    prepopulated_fields = {"slug": ("name",)}
    autocomplete_fields = ("picture", "logo")
    inlines = (SlideInline, MaterialInline)


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
