"""The stock in the admin: bottles on hand, a form that changes them by a movement, and all movements."""

from collections.abc import Iterable, Mapping
from typing import Any, Final
from uuid import uuid4

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.forms import BaseFormSet, CharField, ChoiceField, Form, IntegerField, ModelForm, UUIDField
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.decorators import display
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from vintner.catalogue import products
from vintner.catalogue.models import Product, StockMovement, Variation
from vintner.catalogue.plans.words import unit_words
from vintner.catalogue.staff_search import VARIATIONS, find_variations
from vintner.catalogue.stock import stock_movements
from vintner.catalogue.stock.stock_movements import MOST, Reason, StockChange, bottles_of_unit, count_stock
from vintner.customers.models import User
from vintner.refusal import Refusal
from vintner.web.admin.bounded_list import BoundedList
from vintner.web.admin.day_filter import DayFilter
from vintner.web.admin.declared_filters import DeclaredFilters
from vintner.web.admin.term_search import Source, find, order_sources
from vintner.web.numbers import whole

BY_STAFF: Final = (Reason.RECEIVED, Reason.COUNTED, Reason.BROKEN, Reason.RETURNED, Reason.CORRECTED)
BOTTLES: Final = unit_words(1)
MOVEMENTS_ON_PAGE: Final = 50
"""Movements below the form; the list has all of them."""


def unit_of(product: Product) -> str:
    """Return what the numbers of a product's stock count: 'bottles' or 'boxes of 6 bottles'."""
    return unit_words(bottles_of_unit(product))


def name_counted(product: Product) -> str:
    """Return the name of a product in lists of stock, with what their numbers count where that is no bottles."""
    unit = unit_of(product)
    return product.name if unit == BOTTLES else f"{product.name} ({unit})"


class ChangeStockForm(Form):
    """The form in which staff record a stock movement."""

    reason = ChoiceField(
        widget=UnfoldAdminSelectWidget,
        choices=[(each.value, each.label) for each in BY_STAFF],
        help_text="What is sold leaves the stock by itself.",
    )
    quantity = IntegerField(
        widget=UnfoldAdminIntegerFieldWidget,
        label="Bottles",
        min_value=-MOST,
        max_value=MOST,
        help_text="Received, broken or returned: how many. Corrected: how many more, or fewer with a minus. "
        "Counted: how many there are, without those that are sold and wait to be sent.",
    )
    note = CharField(widget=UnfoldAdminTextInputWidget, required=False, max_length=300)
    key = UUIDField(required=False)
    against = IntegerField(required=False)

    def __init__(self, variation: Variation, data: Mapping[str, object] | None) -> None:
        super().__init__(data)
        self.fields["quantity"].label = unit_of(variation.product).capitalize()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        quantity, reason = cleaned.get("quantity"), cleaned.get("reason")
        if quantity is not None and quantity < 0 and reason != Reason.CORRECTED:
            self.add_error("quantity", "Enter how many, without a minus: the reason says which way they go.")
        if quantity == 0 and reason != Reason.COUNTED:
            self.add_error("quantity", "Enter at least one.")
        return cleaned

    def change(self, by: User) -> StockChange:
        """Return the stock change of the valid form."""
        values = self.cleaned_data
        return StockChange(
            reason=Reason(values["reason"]), quantity=values["quantity"], by=by, note=values["note"], key=values["key"]
        )


@admin.register(Variation)
class VariationAdmin(DeclaredFilters):
    """The list of stock. A variation's own page changes its stock; all else is edited with its product."""

    list_display = ("wine", "sku", "counted", "reserved", "free", "manage_stock")
    list_filter = ("manage_stock", "enabled", "backorders")
    list_select_related = ("product__plan",)
    search_fields = ("id",)  # Django shows the search box for it; `staff_search` says what is searched
    search_help_text = "Wine or SKU"
    ordering = ("product__name", "position")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Variation], search_term: str
    ) -> tuple[QuerySet[Variation], bool]:
        return find_variations(queryset, search_term), False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Variation | None = None) -> bool:
        """A variation is deleted with its product, or in its product's form; not from the list."""
        return obj is not None and super().has_delete_permission(request, obj)

    @display(description="wine", ordering="product__name")
    def wine(self, variation: Variation) -> str:
        return name_counted(variation.product)

    @display(description="on hand", ordering="on_hand")
    def counted(self, variation: Variation) -> int:
        return variation.on_hand

    @display(description="free")
    def free(self, variation: Variation) -> int:
        return variation.on_hand - variation.reserved

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """Return the page of one variation's stock with its movements; a POST changes the stock."""
        variation = self._find_variation(request, object_id)
        if not self.has_view_or_change_permission(request, variation):
            raise PermissionDenied
        form = ChangeStockForm(variation, request.POST if request.method == "POST" else None)
        if request.method == "POST" and self._save(request, variation, form):
            return redirect("admin:catalogue_variation_change", variation.pk)
        variation.refresh_from_db()
        movements = variation.movements.select_related("by", "order")
        context = {
            **self.admin_site.each_context(request),
            "title": f"Stock: {variation.product.name}",
            "opts": self.opts,
            "variation": variation,
            "free": variation.on_hand - variation.reserved,
            "options": ", ".join(each.name for each in variation.options.all()),
            "unit": unit_of(variation.product),
            "on_hand": count_stock(variation, variation.on_hand),
            "form": form,
            "key": form["key"].value() or uuid4(),
            "movements": movements[:MOVEMENTS_ON_PAGE],
            "may_change": self.has_change_permission(request, variation),
        }
        return TemplateResponse(request, "catalogue/admin_stock.html", context)

    def _save(self, request: HttpRequest, variation: Variation, form: ChangeStockForm) -> bool:
        """Change the stock by the form. A refusal becomes an error of the form."""
        if not self.has_change_permission(request, variation) or not isinstance(request.user, User):
            raise PermissionDenied
        if not form.is_valid():
            return False
        try:
            stock_movements.record_change(variation.pk, form.change(request.user), against=form.cleaned_data["against"])
        except Refusal as refusal:
            form.add_error("quantity", refusal.message)
            return False
        products.refresh_products([variation.product_id], timezone.now())
        self.message_user(request, "The stock is changed.", messages.SUCCESS)
        return True

    def _find_variation(self, request: HttpRequest, object_id: str) -> Variation:
        number = whole(unquote(object_id))
        if number is None:
            raise Http404
        found: Variation = get_object_or_404(self.get_queryset(request).select_related("product__plan"), pk=number)
        return found


SOURCES: Final = (
    *order_sources("catalogue_stockmovement"),
    *(
        Source(sql=f"SELECT id FROM catalogue_stockmovement WHERE variation_id IN ({ids})", by="part")  # noqa: S608 - ours
        for ids in VARIATIONS
    ),
    Source(
        sql="SELECT id FROM catalogue_stockmovement WHERE note <> '' AND plain_text(note) LIKE plain_text(%s)",
        by="part",
    ),
)
"""Where a search for movements looks. A catalogue is small beside its movements; these have an index."""


@admin.register(StockMovement)
class StockMovementAdmin(BoundedList):
    """All stock movements, read-only."""

    list_display = ("at", "wine", "sku", "reason", "signed", "on_hand", "order_link", "by", "note")
    list_filter = ("reason", ("at", DayFilter))
    list_filter_submit = True
    list_select_related = ("variation__product__plan", "order", "by")
    search_fields = ("id",)  # Django shows the search box for it; `SOURCES` say what is searched
    search_help_text = "Wine, SKU, note or number of an order"
    ordering = ("-id",)
    sortable_by = ()  # no index has another order

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[StockMovement], search_term: str
    ) -> tuple[QuerySet[StockMovement], bool]:
        return find(queryset, search_term, text=None, sources=SOURCES), False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Allow the movements of one variation: its page leads to them."""
        return lookup == "variation__id__exact" or super().lookup_allowed(lookup, value, request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: StockMovement | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: StockMovement | None = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[StockMovement]:
        """Return movements with the options of their variations: one without a SKU is named by them."""
        return super().get_queryset(request).prefetch_related("variation__options")

    @display(description="wine", ordering="variation__product__name")
    def wine(self, movement: StockMovement) -> str:
        return name_counted(movement.variation.product)

    @display(description="SKU", ordering="variation__sku")
    def sku(self, movement: StockMovement) -> SafeString:
        return _link(movement.variation, str(movement.variation))

    @display(description="change", ordering="quantity")
    def signed(self, movement: StockMovement) -> str:
        return movement.signed

    @display(description="order", ordering="order")
    def order_link(self, movement: StockMovement) -> SafeString | str:
        if movement.order_id is None:
            return "–"
        address = reverse("admin:orders_order_change", args=[movement.order_id])
        return format_html('<a href="{}">{}</a>', address, movement.order_id)


class VariationForm(ModelForm):  # type: ignore[type-arg]  # the class takes no arguments when it runs
    """A variation in its product's form. Its stock can be entered once, when it is new, and becomes a movement."""

    bottles = IntegerField(
        widget=UnfoldAdminIntegerFieldWidget, label="Bottles on hand", required=False, min_value=0, max_value=MOST
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        if self.instance.pk is not None:
            self.fields["bottles"].disabled = True
            self.initial["bottles"] = self.instance.on_hand

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.instance.pk and cleaned.get("bottles") and not cleaned.get("manage_stock"):
            self.add_error("bottles", "Turn “count the stock” on, or leave this empty.")
        return cleaned


def change_stock_link(variation: Variation) -> SafeString | str:
    """Return the link from a variation in its product's form to its stock, once it is saved."""
    return _link(variation, "Change stock") if variation.pk else "–"


def receive_first_bottles(formsets: "Iterable[BaseFormSet[Any]]", request: HttpRequest) -> None:
    """Record the stock that was entered for new variations in a product's form."""
    for form in (form for formset in formsets for form in formset.forms if isinstance(form, VariationForm)):
        bottles = form.cleaned_data.get("bottles") if form.has_changed() else None
        if bottles and not form.fields["bottles"].disabled and form.instance.pk:
            by = request.user if isinstance(request.user, User) else None
            stock_movements.move(Reason.RECEIVED, {form.instance.pk: bottles}, by=by)


def _link(variation: Variation, words: str) -> SafeString:
    return format_html('<a href="{}">{}</a>', reverse("admin:catalogue_variation_change", args=[variation.pk]), words)
