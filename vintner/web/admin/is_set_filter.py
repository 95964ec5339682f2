"""A filter of admin lists by whether something has happened to a row."""

from collections.abc import Iterator
from typing import Any

from django.contrib.admin.filters import EmptyFieldListFilter


class IsSetFilter(EmptyFieldListFilter):
    """Rows with a time in a column, or without one: “Confirmed: yes, no”, where Django writes “Confirmed at: empty”."""

    horizontal = True
    """The theme puts the choices beside each other."""

    def __init__(self, *args: Any, **named: Any) -> None:  # noqa: ANN401 - Django's own
        super().__init__(*args, **named)
        self.title = str(self.title).removesuffix(" at")

    def choices(self, changelist: Any) -> Iterator[dict[str, Any]]:  # type: ignore[override]  # noqa: ANN401 - Django's own
        anything, without, having = super().choices(changelist)
        yield from ({**anything}, {**having, "display": "Yes"}, {**without, "display": "No"})
