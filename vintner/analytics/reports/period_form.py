"""The form that chooses the days of a report."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from django import forms

from vintner.analytics.reports.period import CHOICES, MOST_DAYS, ReportPeriod, last_days

DEFAULT_DAYS = 30
EARLIEST = date(2000, 1, 1)


class PeriodForm(forms.Form):
    """Days of one's own, or the last `days`. Fields that are not sent mean the last thirty days."""

    days = forms.TypedChoiceField(choices=[(each, f"{each} days") for each in CHOICES], coerce=int, required=False)
    first = forms.DateField(label="From", required=False, widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(label="To", required=False, widget=forms.DateInput(attrs={"type": "date"}))

    def __init__(self, data: Mapping[str, Any], *, today: date) -> None:
        super().__init__(data)
        self._today = today
        for name in ("first", "last"):
            self.fields[name].widget.attrs["max"] = today.isoformat()

    def clean_first(self) -> date | None:
        first: date | None = self.cleaned_data["first"]
        if first is not None and first < EARLIEST:
            raise forms.ValidationError("There was no store on that day.")
        return first

    def clean_last(self) -> date | None:
        last: date | None = self.cleaned_data["last"]
        if last is not None and last > self._today:
            raise forms.ValidationError("That day is still to come.")
        return last

    def clean(self) -> None:
        first, last = self.cleaned_data.get("first"), self.cleaned_data.get("last")
        if first is None and last is not None and not self.errors:
            self.add_error("first", "Enter the first day, too.")
        if first is None or self.errors:
            return
        last = last or self._today
        if first > last:
            self.add_error("first", "That is after the last day.")
        elif last - first >= timedelta(days=MOST_DAYS):
            self.add_error("first", f"Choose at most {MOST_DAYS} days.")

    def read_period(self) -> ReportPeriod:
        """Return the chosen days; of a form with errors the last thirty."""
        if not self.is_valid():
            return last_days(DEFAULT_DAYS, self._today)
        first, last = self.cleaned_data["first"], self.cleaned_data["last"]
        if first is not None:
            return ReportPeriod(first, last or self._today)
        return last_days(self.cleaned_data["days"] or DEFAULT_DAYS, self._today)
