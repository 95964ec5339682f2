"""The form of a plan. It refuses terms that contradict each other."""

from typing import Any, Final

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import PositiveSmallIntegerField
from django.forms import ModelForm

from vintner.catalogue.plans.plan import Plan
from vintner.money import Money

MOST_TRIAL: Final = Money(10_000_00)
"""A trial price above it is a slip of the pen."""


class PlanForm(ModelForm):  # type: ignore[type-arg]  # Django's class takes no argument at run time
    """Checks a trial and limits. A field that has an error of its own gets no second one."""

    class Meta:
        model = Plan
        fields = "__all__"

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        for field in Plan._meta.fields:
            if isinstance(field, PositiveSmallIntegerField) and field.name in self.fields:
                words = _range_words(field)
                self.fields[field.name].error_messages |= {"min_value": words, "max_value": words, "invalid": words}

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or self.cleaned_data
        trial_boxes, most, least = (values.get(name) or 0 for name in ("trial_boxes", "most_boxes", "least_boxes"))
        self._check_trial_price(trial_boxes, values.get("trial_price"))
        if most and least > most:
            self._refuse("most_boxes", f"Enter {least} or more, or 0.")
        elif most and trial_boxes > most:
            self._refuse("trial_boxes", f"Enter {most} or less: the subscription ends after so many boxes.")
        return values

    def _check_trial_price(self, boxes: int, price: Money | None) -> None:
        if boxes and price is None:
            self._refuse("trial_price", "Enter what a box costs during the trial.")
        elif price is not None and not boxes:
            self._refuse("trial_boxes", "Enter how many boxes cost the trial price, or leave the price empty.")
        elif price is not None and price > MOST_TRIAL:
            self._refuse("trial_price", f"Enter {MOST_TRIAL} at most.")

    def _refuse(self, field: str, why: str) -> None:
        if field not in self.errors:
            self.add_error(field, why)


def _range_words(field: "PositiveSmallIntegerField[int, int]") -> str:
    """Return what a field of the plan takes, as its error says it. Django's own sentences name one end alone."""
    least = max((each.limit_value for each in field.validators if isinstance(each, MinValueValidator)), default=0)
    most = min(each.limit_value for each in field.validators if isinstance(each, MaxValueValidator))
    return f"Please enter a number from {least} to {most}."
