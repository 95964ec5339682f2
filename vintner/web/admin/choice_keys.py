"""Checks the keys of chosen rows in a form of the admin before they reach a query."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import CharField
from django.forms import ModelChoiceField

from vintner.web.numbers import whole


def check_keys(field: "ModelChoiceField[Any]") -> None:
    """Make a field refuse texts that are no key of a row, and leave them out when the form is displayed again.

    Django looks for them unchecked: an autocomplete field does so when it is displayed, and a field for several rows
    when it is cleaned. A text or a number that is too large for the column would be an error of the query.
    """
    clean: Callable[[Any], Any] = field.clean

    def clean_keys(value: object) -> object:
        for each in value if isinstance(value, list) else [value]:
            if not _is_key(field, each):
                raise ValidationError(
                    ModelChoiceField.default_error_messages["invalid_choice"],
                    code="invalid_choice",
                    params={"value": each},
                )
        return clean(value)

    def valid_keys(data: object, initial: object) -> object:
        if isinstance(data, list):
            return [each for each in data if _is_key(field, each)]
        return data if _is_key(field, data) else ""

    field.clean = clean_keys  # type: ignore[method-assign]
    field.bound_data = valid_keys  # type: ignore[method-assign]


def _is_key(field: "ModelChoiceField[Any]", value: object) -> bool:
    """Return whether a submitted text may be a key. Rows and an empty text may."""
    if not isinstance(value, str) or not value or field.queryset is None:
        return True
    options = field.queryset.model._meta
    column = options.get_field(field.to_field_name) if field.to_field_name else options.pk
    return isinstance(column, CharField) or whole(value) is not None
