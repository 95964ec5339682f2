"""The contents of gift sets in the admin, on the pages of products."""

from typing import TYPE_CHECKING, Any, Final

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import TabularInline
from unfold.forms import PaginationInlineFormSet

from vintner.catalogue.models import SetItem
from vintner.catalogue.sets.set_rules import problem_of_set

if TYPE_CHECKING:
    from django.forms import ModelForm

TWICE: Final = "Stands above already. Change the number of its bottles there."


class SetItemFormSet(PaginationInlineFormSet):
    """What is in a set, each bottle once. Errors about a bottle stand beside its field."""

    def clean(self) -> None:
        kept = [each for each in self.forms if _is_kept(each)]
        seen = set[int]()
        for form in kept:
            variation = form.cleaned_data.get("variation")
            if variation is not None and variation.pk in seen:
                form.add_error("variation", TWICE)
            elif variation is not None:
                seen.add(variation.pk)
        super().clean()
        if kept and (problem := problem_of_set(self.instance)):
            raise ValidationError(problem, code="no_set")


def _is_kept(form: "ModelForm[Any]") -> bool:
    values = getattr(form, "cleaned_data", {})
    return bool(values) and not values.get("DELETE") and (form.has_changed() or form.instance.pk is not None)


class SetItemInline(TabularInline):
    model = SetItem
    verbose_name_plural = "gift set: what is inside"
    extra = 0
    tab = True
    autocomplete_fields = ("variation",)
    formset = SetItemFormSet

    def get_queryset(self, request: HttpRequest) -> QuerySet[SetItem]:
        return super().get_queryset(request).select_related("variation__product")
