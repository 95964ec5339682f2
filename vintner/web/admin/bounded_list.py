"""Lists of the admin with a bounded count: counting all rows of a large shop would take longer than the page."""

from typing import Final

from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property

from vintner.web.admin.declared_filters import DeclaredFilters
from vintner.web.numbers import whole

MOST: Final = 10_000
"""Rows of a list that are counted. Older rows are found by filters."""
PAGES_AHEAD: Final = 4
"""Pages of a search that are counted beyond the current one, so that a common word is not searched in all rows."""


class BoundedPaginator(Paginator):  # type: ignore[type-arg]
    """Pages of rows, of which at most so many are counted."""

    template_name = "web/bounded_pagination.html"

    def __init__(self, rows: "QuerySet[Model]", per_page: int, *, most: int) -> None:
        super().__init__(rows, per_page)
        self.rows, self.most = rows, most

    @cached_property
    def count(self) -> int:
        return min(self._bounded_count, self.most)

    @property
    def has_more(self) -> bool:
        """Return whether there are more rows than were counted."""
        return self._bounded_count > self.most

    @cached_property
    def _bounded_count(self) -> int:
        return self.rows.order_by().values("pk")[: self.most + 1].count()


class BoundedList(DeclaredFilters):
    """The list of a table that grows with the shop."""

    show_full_result_count = False
    list_per_page = 20
    list_max_show_all = 0  # rows that are not counted cannot be displayed all at once

    def get_paginator(
        self,
        request: HttpRequest,
        queryset: "QuerySet[Model]",
        per_page: int,
        orphans: int = 0,
        allow_empty_first_page: bool = True,
    ) -> BoundedPaginator:
        page = whole(request.GET.get("p", "")) or 1
        most = (page + PAGES_AHEAD) * per_page if request.GET.get("q") else MOST
        return BoundedPaginator(queryset, per_page, most=most)
