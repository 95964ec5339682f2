"""Builds the page of a step from a form of Django: its fields, values and errors."""

from collections.abc import Iterable

from django import forms
from django.forms.boundfield import BoundField

from vintner.web.form_props import FormField

_KINDS = {"password": "password", "email": "email", "tel": "tel", "text": "text"}
LONGEST_VALUE = 254
"""Characters of a value that a form shows again."""


def list_fields(form: forms.Form) -> tuple[FormField, ...]:
    """Return the form's visible fields, with what was typed and what is wrong with it. Passwords are not sent back."""
    return tuple(_field(bound) for bound in form.visible_fields())


def find_error(form: forms.Form) -> str:
    """Return what is wrong with the form as a whole, or with a field that is not visible."""
    hidden = (error for bound in form.hidden_fields() for error in bound.errors)
    return _join((*form.non_field_errors(), *hidden))


def _field(bound: BoundField) -> FormField:
    widget = bound.field.widget
    kind = _KINDS.get(str(getattr(widget, "input_type", "text")), "text")
    return FormField(
        name=bound.html_name,
        label=str(bound.label),
        kind=kind,
        required=bound.field.required,
        autocomplete=str(widget.attrs.get("autocomplete", "")),
        inputmode=str(widget.attrs.get("inputmode", "")),
        placeholder="",
        hint=str(bound.help_text),
        value="" if kind == "password" else str(bound.value() or "")[:LONGEST_VALUE],
        error=_join(bound.errors),
    )


def _join(errors: Iterable[object]) -> str:
    return " ".join(str(error) for error in errors)
