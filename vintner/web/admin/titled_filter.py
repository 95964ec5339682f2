"""Filters of admin lists whose title is the label of a form."""

from collections.abc import Iterator
from typing import Any

from django.utils.text import capfirst
from unfold.contrib.filters.admin import AutocompleteSelectFilter, CheckboxFilter


class _Titled:
    """The title alone is the label, where the theme writes “By status”."""

    title: Any

    def choices(self, changelist: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401 - Django's own
        for choice in super().choices(changelist):  # type: ignore[misc]  # of the filter beside it
            for field in choice["form"].fields.values():
                field.label = capfirst(str(self.title))
            yield choice


class CheckboxesFilter(_Titled, CheckboxFilter):  # type: ignore[misc]  # the theme declares a tuple
    """Values of which several can be ticked."""


class RowFilter(_Titled, AutocompleteSelectFilter):  # type: ignore[misc]  # the theme declares a tuple
    """A related row that is searched by typing."""
