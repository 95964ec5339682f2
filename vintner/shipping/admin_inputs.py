"""The fields of an address in the admin's forms. Their rules are the checkout's (`address_form.py`)."""

from collections.abc import Mapping
from typing import Final

from django.forms import CharField, Field
from django.utils.html import format_html
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from vintner.shipping.address_form import GROUPS, is_required_in
from vintner.shipping.address_form import Field as AddressField
from vintner.shipping.regions import regions

MARKED: Final = '{}<span class="text-red-600 dark:text-red-500">*</span>'
"""A label as unfold's form_label.html writes that of a required field."""


def make_address_inputs(group: str, fields: tuple[AddressField, ...] = ()) -> Mapping[str, Field]:
    """Return the inputs of a group, `shipping` or `billing`, by their names in the form. The caller checks them.
    `fields` are those of the form, the checkout's by default.
    """
    return {
        f"{group}_{each.name}": CharField(
            required=False, label=_label(each), max_length=each.longest, widget=_widget(each.name)
        )
        for each in fields or GROUPS[group]
    }


def _label(field: AddressField) -> str:
    """Return the label with the admin's mark if every country needs the field. The input may be empty for Django: an
    order's second address is asked for only if there is one, and its error names the field.
    """
    is_needed = field.required and all(is_required_in(field, each) for each in regions().values())
    return format_html(MARKED, field.label) if is_needed else field.label


def _widget(name: str) -> UnfoldAdminSelectWidget | UnfoldAdminTextInputWidget:
    if name == "country":
        return UnfoldAdminSelectWidget(choices=[(each.code, each.name) for each in regions().values()])
    if name == "state":
        states = [(each.name, list(each.states.items())) for each in regions().values()]
        return UnfoldAdminSelectWidget(choices=[("", ""), *states])
    return UnfoldAdminTextInputWidget()
