"""How fast the store sends, in the admin."""

from typing import Final

from django.conf import settings
from django.contrib import admin
from django.forms import ModelForm, TypedMultipleChoiceField
from django.utils import timezone
from unfold.admin import TabularInline
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

from vintner.shipping import dispatch
from vintner.shipping.models import DeliveryTimes, Holiday
from vintner.shipping.models.delivery_times import DispatchDay, working_days
from vintner.shipping.rules.arrivals import leaves_on, packed_on
from vintner.web.admin.single_row_admin import SingleRowAdmin
from vintner.web.dates import days_in_words

NOW: Final = "An order placed now is packed on {} and leaves on {}."
NEVER: Final = "An order placed now does not leave within a year, so no arrival is promised."
CUTOFF: Final = "The cut-off is in the store's time zone, {}, which the setting TIME_ZONE names."


class DeliveryTimesForm(ModelForm):  # type: ignore[type-arg]  # the class takes no arguments when it runs
    """Weekdays are ticked; at least one is."""

    leaves_on = TypedMultipleChoiceField(
        label="Parcels leave on",
        choices=DispatchDay.choices,
        coerce=int,
        initial=working_days,
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
        error_messages={"required": "Choose at least one day on which parcels leave."},
        help_text="What is packed on another day waits for the next of these.",
    )


class HolidayInline(TabularInline):
    model = Holiday
    extra = 0
    verbose_name_plural = "holidays: nothing is packed, sent or handed over"


@admin.register(DeliveryTimes)
class DeliveryTimesAdmin(SingleRowAdmin):
    """There is one row at most: without it no arrival is promised."""

    form = DeliveryTimesForm
    inlines = (HolidayInline,)
    list_display = ("__str__", "cutoff", "packing_days")
    readonly_fields = ("zone", "now")
    fieldsets = ((None, {"fields": ("now", "cutoff", "zone", "packing_days", "leaves_on", "hold_is_optional")}),)

    @admin.display(description="time zone")
    def zone(self, row: DeliveryTimes) -> str:
        return CUTOFF.format(settings.TIME_ZONE)

    @admin.display(description="now")
    def now(self, row: DeliveryTimes) -> str:
        """Say what the saved times come to."""
        if row._state.adding:
            return "No day of arrival is promised."
        terms = dispatch.read(row, frozenset(row.holidays.values_list("day", flat=True)))
        packed, left = packed_on(terms, timezone.now()), leaves_on(terms, timezone.now())
        return NEVER if packed is None or left is None else NOW.format(*(days_in_words(d, d) for d in (packed, left)))
