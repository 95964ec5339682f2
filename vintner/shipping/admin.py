"""Delivery in the admin."""

from typing import Final

from django.contrib import admin
from django.forms import CharField, ChoiceField, ModelForm
from django.http import HttpRequest
from unfold.admin import TabularInline
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from vintner.catalogue.classes import ShippingClass, class_choices
from vintner.shipping import models
from vintner.shipping.delivery_times_admin import DeliveryTimesAdmin as DeliveryTimesAdmin
from vintner.shipping.hold_season_admin import HoldSeasonAdmin as HoldSeasonAdmin
from vintner.shipping.ledger_admin import SentAdmin as SentAdmin
from vintner.shipping.place_form import PlaceForm
from vintner.web.admin.checked_admin import CheckedAdmin

TRANSIT: Final = (
    "Cart and checkout name the days of arrival that the delivery times come to, and orders keep them. What is picked "
    "up is ready as soon as it is packed: its days on the way stay blank."
)

PICKUP: Final = "Local pickup alone: shoppers read it where they choose it, on the receipt and in emails."


class RegionForm(PlaceForm):
    """A region of a zone: a continent instead of a country, or a country."""

    no_country = "No country"


class RegionInline(TabularInline):
    model = models.ZoneRegion
    form = RegionForm
    extra = 0


class MethodInline(TabularInline):
    model = models.Method
    fields = ("kind", "title", "cost", "requires", "minimum", "enabled", "position")
    show_change_link = True
    extra = 0


@admin.register(models.Zone)
class ZoneAdmin(CheckedAdmin):
    list_display = ("name", "position")
    inlines = (RegionInline, MethodInline)


class ClassCostForm(ModelForm):  # type: ignore[type-arg]  # the class takes no arguments when it runs
    """A cost for one of the shipping classes there are, or for goods without one."""

    shipping_class = ChoiceField(widget=UnfoldAdminSelectWidget, required=False)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        found = class_choices(ShippingClass, self.instance.shipping_class, none="No shipping class")
        self.fields["shipping_class"].choices = found  # type: ignore[attr-defined]


class ClassCostInline(TabularInline):
    model = models.ClassCost
    form = ClassCostForm
    verbose_name_plural = "on top of the cost, for goods of shipping classes"
    extra = 0


@admin.register(models.Method)
class MethodAdmin(CheckedAdmin):
    list_display = ("title", "kind", "zone", "cost", "enabled")
    list_select_related = ("zone",)
    list_filter = ("zone", "kind", "enabled")
    inlines = (ClassCostInline,)
    fieldsets = (
        (None, {"fields": ("zone", "kind", "title", "description", ("enabled", "position"))}),
        (
            "Who brings it, and when",
            {"fields": ("carrier", ("transit_from", "transit_to")), "description": TRANSIT},
        ),
        ("Where it is picked up", {"fields": ("pickup_address", "pickup_hours"), "description": PICKUP}),
        ("What it costs", {"fields": ("cost", "taxable", "per_class")}),
        ("What free shipping asks for", {"fields": ("requires", "minimum", "before_discounts")}),
    )


class DestinationForm(PlaceForm):
    """Where wine goes is a state, or a country without states."""

    no_country = ""
    state = CharField(
        widget=UnfoldAdminTextInputWidget,
        required=False,
        help_text="Its code or name: CA or California. Blank in countries whose addresses name no state.",
    )


@admin.register(models.Destination)
class DestinationAdmin(CheckedAdmin):
    form = DestinationForm
    list_display = ("__str__", "wine_allowed", "most_bottles", "most_litres", "legal_age", "signature_fee", "note")
    list_filter = ("country", "wine_allowed")
    list_editable = ("wine_allowed", "note")
    search_fields = ("state",)
    fieldsets = (
        (None, {"fields": (("country", "state"), "wine_allowed", "note")}),
        ("The most for one person", {"fields": (("most_bottles", "most_litres"), "period")}),
        ("Who may receive it", {"fields": ("legal_age", "signature_fee")}),
    )

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, str | list[str]]:
        """Allow wine in a new row: places are added because it goes there. Those without a row get none."""
        return {"wine_allowed": "1", **super().get_changeform_initial_data(request)}
