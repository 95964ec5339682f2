"""What the merchant's list of orders is narrowed by."""

from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.contrib.filters.admin import RangeDateFilter
from unfold.utils import parse_date_str

from vintner.orders.models import Order


class PlacedFilter(RangeDateFilter):
    """Orders placed from one day to another, the last day too; what is no date counts as none given."""

    def queryset(self, request: HttpRequest, queryset: QuerySet[Order]) -> QuerySet[Order]:
        for name, lookup in (("from", "gte"), ("to", "lte")):
            day = parse_date_str(str(self.used_parameters.get(f"{self.parameter_name}_{name}") or ""))
            if day is not None:
                queryset = queryset.filter(**{f"{self.parameter_name}__date__{lookup}": day})
        return queryset
