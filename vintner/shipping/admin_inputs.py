"""The fields of an address in the admin's forms. Their rules are the checkout's (`address_form.py`)."""

from collections.abc import Mapping
from typing import Final

from django.forms import CharField, Field
from django.utils.html import format_html
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from vintner.shipping.address_form import GROUPS, is_required_in
from vintner.shipping.address_form import Field as AddressField
from vintner.shipping.address_inputs import list_other_countries
from vintner.shipping.regions import country_name, regions

STATE_HELP: Final = "Its code or name, where addresses of the country have one: CA or California."
MARKED: Final = '{}<span class="text-red-600 dark:text-red-500">*</span>'
"""A label as unfold's form_label.html writes that of a required field."""


def make_address_inputs(
    group: str, fields: tuple[AddressField, ...] = (), *, is_parcel: bool = True
) -> Mapping[str, Field]:
    """Return the inputs of a group, `shipping` or `billing`, by their names in the form. The caller checks them.
    `fields` are those of the form, the checkout's by default. An address of a bill is in any country, a parcel's in one
    of the store's.
    """
    return {
        f"{group}_{each.name}": CharField(
            required=False,
            label=_label(each, is_parcel=is_parcel),
            max_length=each.longest,
            widget=_widget(each.name, is_parcel=is_parcel),
            help_text=STATE_HELP if each.name == "state" and not is_parcel else "",
        )
        for each in fields or GROUPS[group]
    }


def _label(field: AddressField, *, is_parcel: bool) -> str:
    """Return the label with the admin's mark if every country needs the field. The input may be empty for Django: an
    order's second address is asked for only if there is one, and its error names the field.
    """
    everywhere = is_parcel or field.name not in ("state", "postcode")
    is_needed = field.required and everywhere and all(is_required_in(field, each) for each in regions().values())
    return format_html(MARKED, field.label) if is_needed else field.label


def _widget(name: str, *, is_parcel: bool) -> UnfoldAdminSelectWidget | UnfoldAdminTextInputWidget:
    if name == "country":
        own = tuple(regions())
        others = [] if is_parcel else list_other_countries(own)
        return UnfoldAdminSelectWidget(choices=[(code, country_name(code)) for code in (*own, *others)])
    if name == "state" and is_parcel:
        states = [(each.name, list(each.states.items())) for each in regions().values()]
        return UnfoldAdminSelectWidget(choices=[("", ""), *states])
    return UnfoldAdminTextInputWidget()
