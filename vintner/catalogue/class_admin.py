"""Tax and shipping classes in the admin, and their fields in a product's form."""

from django.contrib import admin
from django.forms import ChoiceField, ModelForm
from django.http import HttpRequest
from unfold.widgets import UnfoldAdminSelectWidget

from vintner.catalogue.classes import STANDARD, ShippingClass, TaxClass, class_choices
from vintner.web.admin.checked_admin import CheckedAdmin

NO_ALCOHOL = "Off for gift cards, glasses and tickets: no age is asked for, and no wine law applies."


class ClassesForm(ModelForm):  # type: ignore[type-arg]  # the class takes no arguments when it runs
    """A product's form with choices of tax and shipping classes, and with what alcohol decides."""

    tax_class = ChoiceField(widget=UnfoldAdminSelectWidget, initial=STANDARD)
    shipping_class = ChoiceField(widget=UnfoldAdminSelectWidget, required=False)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        if "alcoholic" in self.fields:
            self.fields["alcoholic"].help_text = NO_ALCOHOL
        if "tax_class" not in self.fields:  # neither field is there without the right to change it
            return
        self.fields["tax_class"].choices = class_choices(TaxClass, self.instance.tax_class)  # type: ignore[attr-defined]
        current = self.instance.shipping_class
        self.fields["shipping_class"].choices = class_choices(ShippingClass, current, none="None")  # type: ignore[attr-defined]


@admin.register(TaxClass)
class TaxClassAdmin(CheckedAdmin):
    list_display = ("name", "slug")
    prepopulated_fields = {"slug": ("name",)}

    def has_delete_permission(self, request: HttpRequest, obj: TaxClass | None = None) -> bool:
        return super().has_delete_permission(request, obj) and (obj is None or obj.pk != STANDARD)


@admin.register(ShippingClass)
class ShippingClassAdmin(CheckedAdmin):
    list_display = ("name", "slug")
    prepopulated_fields = {"slug": ("name",)}
