"""Lists of the admin that can be filtered by their declared filters only."""

from typing import Final

from django.http import HttpRequest
from unfold.admin import ModelAdmin

from vintner.web.admin.change_list import ChangeList

LOOKUPS: Final = frozenset({"exact", "in", "isnull", "gt", "gte", "lt", "lte", "year", "month", "day"})
"""The allowed comparisons. With others, a secret could be guessed letter by letter."""


class DeclaredFilters(ModelAdmin):
    """Refuses other filters in the address.

    Django would filter a list by any column, also by one that no page displays: staff could guess the key of an order.
    """

    def get_changelist(self, request: HttpRequest, **kwargs: object) -> type[ChangeList]:  # type: ignore[override]  # declared as a list, not as its class
        return ChangeList

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        column, _, comparison = lookup.rpartition("__")
        name = column if comparison in LOOKUPS else lookup
        columns, parameters = self._declared_filters(request)
        if lookup in parameters:
            return True
        return name in columns and bool(super().lookup_allowed(lookup, value, request))

    def _declared_filters(self, request: HttpRequest) -> tuple[set[str], set[str]]:
        """Return the columns of the list's filters, and the parameters of filters with code of their own."""
        columns, parameters = {self.opts.pk.name, self.date_hierarchy or self.opts.pk.name}, set()
        for each in self.get_list_filter(request):
            if isinstance(each, str):
                columns |= {each, f"{each}__id"}  # a filter of a relation asks for its number
            elif isinstance(each, tuple):
                columns.add(str(each[0]))
                parameters |= {f"{each[0]}_from", f"{each[0]}_to"}
            else:
                parameters.add(str(getattr(each, "parameter_name", "")))
        return columns, parameters
