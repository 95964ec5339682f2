"""Tax rates in the admin: one by one, or as a file."""

from django.contrib import admin, messages
from django.core.files.uploadedfile import UploadedFile
from django.forms import BooleanField, ChoiceField, FileField, Form, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from unfold.decorators import action
from unfold.widgets import UnfoldAdminFileFieldWidget, UnfoldAdminSelectWidget, UnfoldBooleanSwitchWidget

from vintner.catalogue.classes import STANDARD, TaxClass, class_choices
from vintner.pricing import models, tax_files
from vintner.shipping.place_form import PlaceForm
from vintner.web.admin.checked_admin import CheckedAdmin

LARGEST = 20_000_000
"""Bytes. The largest file of rates known, every postcode of the United States, has a fifth of it."""


class TaxRateForm(PlaceForm):
    """A rate whose class is one of those there are."""

    tax_class = ChoiceField(widget=UnfoldAdminSelectWidget, initial=STANDARD)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["tax_class"].choices = class_choices(TaxClass, self.instance.tax_class)  # type: ignore[attr-defined]


class ImportForm(Form):
    """A file of rates."""

    file = FileField(widget=UnfoldAdminFileFieldWidget, label="CSV file")
    replace = BooleanField(
        widget=UnfoldBooleanSwitchWidget, required=False, label="Remove the rates that are not in the file"
    )

    def clean_file(self) -> str:
        """Return the text of the file."""
        file = self.cleaned_data["file"]
        if not isinstance(file, UploadedFile) or (file.size or 0) > LARGEST:
            raise ValidationError(f"A file has at most {LARGEST // 1_000_000} MB.")
        try:
            return bytes(file.read()).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise ValidationError("The file must be in UTF-8: choose “CSV UTF-8” when saving it.") from error


@admin.register(models.TaxRate)
class TaxRateAdmin(CheckedAdmin):
    form = TaxRateForm
    list_display = ("name", "country", "state", "postcodes", "percent", "priority", "compound", "on_shipping")
    list_filter = ("country", "tax_class")
    search_fields = ("name", "state", "postcodes", "cities")
    actions_list = ("take_over", "export")  # type: ignore[assignment]  # declared as the empty tuple
    fieldsets = (
        (None, {"fields": ("name", "percent", "tax_class")}),
        ("Where", {"fields": (("country", "state"), "postcodes", "cities")}),
        ("Among other taxes", {"fields": ("priority", "compound", "on_shipping")}),
    )

    @action(description="Import CSV", url_path="import", permissions=["take_over"], icon="upload")  # type: ignore[operator]
    def take_over(self, request: HttpRequest) -> HttpResponse:
        form = ImportForm(request.POST or None, request.FILES or None)
        bad: tuple[tax_files.BadLine, ...] = ()
        if request.method == "POST" and form.is_valid():
            try:
                done = tax_files.take_over(form.cleaned_data["file"], replace=form.cleaned_data["replace"])
            except tax_files.BadFile as file:
                bad = file.lines
            else:
                text = f"Tax rates: {done.added} added, {done.changed} changed, {done.removed} removed."
                self.message_user(request, text, messages.SUCCESS)
                return redirect("admin:pricing_taxrate_changelist")
        context = {
            **self.admin_site.each_context(request),
            "title": "Import tax rates",
            "opts": self.opts,
            "form": form,
            "bad_lines": bad,
            "columns": tax_files.COLUMNS,
        }
        return TemplateResponse(request, "pricing/import_taxes.html", context)

    @action(description="Export CSV", url_path="export", permissions=["view"], icon="download")  # type: ignore[operator]
    def export(self, request: HttpRequest) -> HttpResponse:
        rates = list(models.TaxRate.objects.order_by("priority", "id"))
        headers = {"Content-Disposition": 'attachment; filename="tax_rates.csv"'}
        return HttpResponse(tax_files.write(rates), content_type="text/csv; charset=utf-8", headers=headers)

    def has_take_over_permission(self, request: HttpRequest) -> bool:
        """A file may add, change and remove."""
        return all(
            (self.has_add_permission(request), self.has_change_permission(request), self.has_delete_permission(request))
        )
