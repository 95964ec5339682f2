"""The list of rows of a model in the admin."""

from typing import Any

from django.contrib.admin.options import IncorrectLookupParameters
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.views import ChangeList as ThemeChangeList

from vintner.web.admin.term_search import shorten


class ChangeList(ThemeChangeList):
    """Offers to show all rows only if a search or a filter hides some.

    Filters by a date that no calendar has are dropped. Django catches only some of them. A search counts up to a length
    and a number of words.
    """

    def get_queryset(self, request: HttpRequest, exclude_parameters: Any = None) -> QuerySet[Any]:  # noqa: ANN401 - Django's own
        self.query = shorten(self.query)
        return super().get_queryset(request, exclude_parameters)

    def get_filters(self, request: HttpRequest) -> Any:  # noqa: ANN401 - Django's own tuple
        try:
            return super().get_filters(request)
        except (OverflowError, ValueError) as error:
            if not self.date_hierarchy:
                raise
            raise IncorrectLookupParameters(error) from error

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        if not self.query and not self.has_active_filters:
            self.full_result_count = self.result_count
