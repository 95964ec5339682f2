"""The fields of an address in the admin's forms. Their rules are the checkout's (`address_form.py`)."""

from collections.abc import Mapping

from django.forms import CharField, Field
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from vintner.shipping.address_form import GROUPS
from vintner.shipping.address_form import Field as AddressField
from vintner.shipping.regions import regions


def make_address_inputs(group: str, fields: tuple[AddressField, ...] = ()) -> Mapping[str, Field]:
    """Return the inputs of a group, `shipping` or `billing`, by their names in the form. The caller checks them.
    `fields` are those of the form, the checkout's by default.
    """
    return {
        f"{group}_{each.name}": CharField(
            required=False, label=each.label, max_length=each.longest, widget=_widget(each.name)
        )
        for each in fields or GROUPS[group]
    }


def _widget(name: str) -> UnfoldAdminSelectWidget | UnfoldAdminTextInputWidget:
    if name == "country":
        return UnfoldAdminSelectWidget(choices=[(each.code, each.name) for each in regions().values()])
    if name == "state":
        states = [(each.name, list(each.states.items())) for each in regions().values()]
        return UnfoldAdminSelectWidget(choices=[("", ""), *states])
    return UnfoldAdminTextInputWidget()
