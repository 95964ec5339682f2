"""The page of the admin where the merchant chooses how orders are numbered."""

from typing import Any

from django.contrib import admin
from django.forms import ModelForm
from django.http import HttpRequest

from vintner.orders.models import OrderNumbering
from vintner.orders.numbers.order_numbers import begin_anew
from vintner.web.admin.single_row_admin import SingleRowAdmin


class OrderNumberingForm(ModelForm):  # type: ignore[type-arg]
    """Refuses a number that an order has."""

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not self.errors and self.has_changed():
            numbering = OrderNumbering(prefix=cleaned["prefix"], start=cleaned["start"])
            begin_anew(numbering)
            self.instance.added, cleaned["prefix"] = numbering.added, numbering.prefix
        return cleaned


@admin.register(OrderNumbering)
class OrderNumberingAdmin(SingleRowAdmin):
    form = OrderNumberingForm
    fields = ("prefix", "start")

    def has_delete_permission(self, request: HttpRequest, obj: OrderNumbering | None = None) -> bool:
        """Say no: numbers would begin at the id again, which may have been given."""
        return False
