"""The list of rows of a model in the admin."""

from django.http import HttpRequest
from unfold.views import ChangeList as ThemeChangeList


class ChangeList(ThemeChangeList):
    """Offers to show all rows only if a search or a filter hides some."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        if not self.query and not self.has_active_filters:
            self.full_result_count = self.result_count
