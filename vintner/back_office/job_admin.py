"""Background jobs in the admin."""

from typing import Any, Final

from django.contrib import admin
from django.contrib.admin.filters import ChoicesFieldListFilter
from django.contrib.admin.options import IncorrectLookupParameters
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from procrastinate.contrib.django.admin import ProcrastinateJobAdmin
from procrastinate.contrib.django.models import ProcrastinateEvent, ProcrastinateJob
from procrastinate.jobs import Status
from unfold.admin import TabularInline

from vintner.web.admin.declared_filters import DeclaredFilters


class JobStatusFilter(ChoicesFieldListFilter):
    """Jobs by their status. An unknown one is refused: the column is an enum, and PostgreSQL fails to compare it."""

    PARAMETERS: Final = frozenset({"status__exact", "status__isnull"})

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Any]") -> "QuerySet[Any] | None":
        asked: str | list[str] = self.lookup_val or []
        if not set([asked] if isinstance(asked, str) else asked) <= {status.value for status in Status}:
            raise IncorrectLookupParameters
        return super().queryset(request, queryset)


class JobEventInline(TabularInline):
    """What happened to a job, and when. It is only read."""

    model = ProcrastinateEvent
    fields = readonly_fields = ("type", "at")
    verbose_name_plural = "Events"
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class JobAdmin(ProcrastinateJobAdmin, DeclaredFilters):  # type: ignore[misc]  # the library declares no types
    """Jobs can be tried again or stopped, and not edited."""

    inlines = [JobEventInline]
    list_filter = [("status", JobStatusFilter), *ProcrastinateJobAdmin.list_filter[1:]]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Allow those comparisons of the status alone that its filter reads: Django passes on others unchecked."""
        if lookup.startswith("status") and lookup not in JobStatusFilter.PARAMETERS:
            return False
        return super().lookup_allowed(lookup, value, request)


admin.site.unregister(ProcrastinateJob)
admin.site.register(ProcrastinateJob, JobAdmin)
