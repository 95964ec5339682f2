"""The list of rows of a model in the admin."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.admin.options import IncorrectLookupParameters
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.views import ChangeList as ThemeChangeList

from vintner.web.admin.term_search import shorten


class ChangeList(ThemeChangeList):
    """Offers to show all rows only if a search or a filter hides some.

    Filters with values that cannot be compared are dropped: Django catches only some of them. A search counts up to a
    length and a number of words.
    """

    def get_queryset(self, request: HttpRequest, exclude_parameters: Any = None) -> QuerySet[Any]:  # noqa: ANN401 - Django's own
        self.query = shorten(self.query)
        with self._refuse_values():
            return super().get_queryset(request, exclude_parameters)

    def get_results(self, request: HttpRequest) -> None:
        with self._refuse_values():
            super().get_results(request)
        if not self.query and not self.has_active_filters:
            self.full_result_count = self.result_count

    @contextmanager
    def _refuse_values(self) -> Iterator[None]:
        """Raise IncorrectLookupParameters for values of filters that no column has, such as the year -1.

        They are known only when the query is written: a number may be too large, and a date may be in no calendar. A
        list without filters fails as it does elsewhere.
        """
        try:
            yield
        except (OverflowError, ValueError) as error:
            if not self.get_filters_params():
                raise
            raise IncorrectLookupParameters(error) from error
