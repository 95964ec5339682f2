"""Lists of the admin that can be filtered by their declared filters only."""

from typing import Any, Final

from django.contrib import admin, messages
from django.contrib.admin import helpers
from django.contrib.admin.options import TO_FIELD_VAR
from django.contrib.admin.utils import get_fields_from_path
from django.contrib.admin.views.main import ERROR_FLAG, IGNORED_PARAMS, PAGE_VAR
from django.db.models import CharField, Model, QuerySet, TextField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from unfold.admin import ModelAdmin, checkbox

from vintner.web.admin.change_list import ChangeList
from vintner.web.admin.day_filter import LONGEST_SHOWN, DayFilter
from vintner.web.admin.term_search import shorten
from vintner.web.database import plain_text  # noqa: F401 - registers the comparison

_SELECT_ALL: Final = mark_safe(checkbox.render("action_toggle_all", 1))  # noqa: S308 - the theme's own
LOOKUPS: Final = frozenset({"exact", "in", "isnull", "isempty", "gt", "gte", "lt", "lte", "year", "month", "day"})
"""The allowed comparisons. With others, a secret could be guessed letter by letter."""
_READ_BY_DJANGO: Final = frozenset({*IGNORED_PARAMS, PAGE_VAR, ERROR_FLAG}) - {TO_FIELD_VAR}
_MOST_NAMED: Final = 3
"""Unknown filters that a message names."""
_NO_VALUE: Final = "The address named a value that its filter does not have. The list is shown without filters."


class DeclaredFilters(ModelAdmin):
    """Leaves out other filters of the address, and says so above the list.

    Django would filter a list by any column, also by one that no page displays: staff could guess the key of an order.
    """

    def get_changelist(self, request: HttpRequest, **kwargs: object) -> type[ChangeList]:  # type: ignore[override]  # declared as a list, not as its class
        return ChangeList

    def get_search_fields(self, request: HttpRequest) -> list[str]:
        """Return the columns that are searched, texts in their plain form: “laubance” finds “L’Aubance”."""
        return [f"{each}__plain" if self._is_text(each) else each for each in super().get_search_fields(request)]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        found: tuple[QuerySet[Any], bool] = super().get_search_results(request, queryset, shorten(search_term))
        return found

    def _is_text(self, searched: str) -> bool:
        """Say whether it is a column of text that may have the words anywhere; “=id” is another kind of search."""
        if searched[0] in "^=@":
            return False
        return isinstance(get_fields_from_path(self.model, searched)[-1], CharField | TextField)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:  # type: ignore[override]  # declared without its redirects
        """Say above the list which filters are unknown and which dates cannot be read: their panel is closed."""
        if self.has_view_or_change_permission(request) and (unknown := self._unknown_filters(request)):
            return self._list_without(unknown, request)
        answer: HttpResponse = super().changelist_view(request, extra_context)
        listed = getattr(answer, "context_data", None) or {}
        if request.method == "GET" and ERROR_FLAG in request.GET:
            self.message_user(request, _NO_VALUE, messages.ERROR)
        if request.method == "GET" and isinstance(listed.get("cl"), ChangeList):
            for each in listed["cl"].filter_specs:
                for problem in each.problems() if isinstance(each, DayFilter) else ():
                    self.message_user(request, problem, messages.ERROR)
        return answer

    def _unknown_filters(self, request: HttpRequest) -> list[str]:
        """Return the parameters of the address that are no filters of the list."""
        asked = {name: values for name, values in request.GET.lists() if name not in _READ_BY_DJANGO}
        columns = asked.pop(TO_FIELD_VAR, [])
        unknown = [
            name
            for name, values in asked.items()
            if not all(self.lookup_allowed(name, each, request) for each in values)
        ]
        return unknown + [TO_FIELD_VAR for each in columns if each and not self.to_field_allowed(request, each)][:1]

    def _list_without(self, unknown: list[str], request: HttpRequest) -> HttpResponse:
        """Redirect to the list without these parameters, and name them there."""
        known = request.GET.copy()
        for name in unknown:
            del known[name]
        names = ", ".join(f"“{name[:LONGEST_SHOWN]}”" for name in unknown[:_MOST_NAMED])
        more = f" and {len(unknown) - _MOST_NAMED} more" if len(unknown) > _MOST_NAMED else ""
        unchanged = " Nothing was changed." if request.method == "POST" else ""
        filters, them = ("filters", "them") if len(unknown) > 1 else ("filter", "it")
        text = f"This list has no {filters} {names}{more}. It is shown without {them}.{unchanged}"
        self.message_user(request, text, messages.ERROR)
        query = known.urlencode()
        return redirect(f"{request.path}?{query}" if query else request.path)

    @admin.display(description=_SELECT_ALL)
    def action_checkbox(self, obj: Model) -> SafeString:
        """Return the box that selects a row, with one class in place of the theme's thirty."""
        return format_html(
            '<input type="checkbox" name="{}" value="{}" class="list-check action-select" aria-label="Select record">',
            helpers.ACTION_CHECKBOX_NAME,
            obj.pk,
        )

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
                if each[1] is not DayFilter:  # which reads its own parameters alone; no year of an address is too large
                    columns.add(str(each[0]))
                parameters |= {f"{each[0]}_from", f"{each[0]}_to"}
            else:
                parameters.add(str(getattr(each, "parameter_name", "")))
        return columns, parameters
