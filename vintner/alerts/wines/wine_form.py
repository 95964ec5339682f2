"""The fields of the form for an e-mail about a wine."""

from collections.abc import Iterable
from typing import Final

from vintner.alerts.wines.wine_alerts import AlertChoice
from vintner.web.form_props import FormField, SelectOption

ABOUT: Final = "about"
"""The field that says what is asked for: `restock`, `restock-12` …"""


def about_field(choices: Iterable[AlertChoice], value: str, error: str) -> FormField:
    """Return the field with what can be asked. A value such as `restock` chooses the first of its kind."""
    options = tuple(SelectOption(value=each.name, label=each.words) for each in choices)
    chosen = next((each.value for each in options if each.value.startswith(value)), options[0].value)
    return _field(ABOUT, "Tell me when", "select", chosen, error, options=options)


def email_field(value: str, error: str) -> FormField:
    return _field("email", "Email address", "email", value, error, autocomplete="email")


def _field(
    name: str,
    label: str,
    kind: str,
    value: str,
    error: str,
    *,
    autocomplete: str = "",
    options: tuple[SelectOption, ...] = (),
) -> FormField:
    return FormField(
        name=name,
        label=label,
        kind=kind,
        required=True,
        autocomplete=autocomplete,
        inputmode=autocomplete,
        placeholder="",
        hint="",
        value=value,
        error=error,
        options=options,
    )
