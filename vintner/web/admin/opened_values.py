"""Detects conflicting edits in the admin: what somebody else changed since a form was opened.

A form carries a digest of each value that it was opened with. When it is saved, the digests are compared with the
current values. If some differ, nothing is saved, and each of these fields has a message with its current value. Fields
that the person edited keep the input, others take the current value. Saving again succeeds.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, ClassVar, Final

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db.models import Field as Column
from django.db.models import Model, QuerySet
from django.db.models.fields.files import FieldFile
from django.forms import (
    CharField,
    DateField,
    DateTimeField,
    Field,
    FileField,
    HiddenInput,
    ModelChoiceField,
    ModelForm,
    SplitDateTimeField,
)
from django.forms.formsets import ManagementForm
from django.forms.models import BaseModelFormSet, InlineForeignKeyField
from django.forms.utils import ErrorDict
from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.text import Truncator
from django.utils.timezone import is_aware, localtime

from vintner.web.admin.choice_keys import check_keys
from vintner.web.periods import check_year

OPENED: Final = "OPENED"
"""The name of the hidden field; in a formset it has the formset's prefix."""
GONE: Final = "Somebody else deleted this row meanwhile. Save again to go on without it."
MOST_ADDED: Final = 100
"""Rows that one form may add. A POST names their number freely, and Django would make and display thousands."""
ADDED: Final = "row_added"
"""Error code for rows that somebody else added."""
Digests = dict[str, str]


def digest(value: object) -> str:
    """Return a short text that is the same for the same value, whether it comes from the database or from a form."""
    return hashlib.sha256(_canonical(value).encode()).hexdigest()[:12]


def _canonical(value: object) -> str:
    match value:
        case None | "":
            return ""
        case Model():
            return str(value.pk)
        case QuerySet() | list() | tuple():
            items = [_canonical(each) for each in value]
            has_order = not all(isinstance(each, Model) for each in value)
            return "\x1f".join(items if has_order else sorted(items))
        case datetime():
            moment = value.astimezone(UTC) if value.tzinfo else value
            return moment.replace(microsecond=0).isoformat()
        case Decimal():
            return f"{value.normalize():f}"
        case FieldFile():
            return str(value.name or "")
        case str():
            return value.replace("\r\n", "\n").strip()
        case _:
            return str(value)


def read_opened(text: str | None) -> dict[str, Any]:
    """Return the digests of a hidden field, none if it is missing or invalid."""
    try:
        found = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


@dataclass(frozen=True, slots=True)
class Conflict:
    """A field that somebody else changed since the form was opened. `now` is its current value in words."""

    label: str
    now: str
    typed: bool

    @property
    def message(self) -> str:
        """The error message of the field."""
        if self.typed:
            return f"Somebody else changed this to {self.now} meanwhile. Save again to put yours in its place."
        return f"Somebody else changed this to {self.now} meanwhile; that stands here now. Save again to keep it."


class CheckedForm(ModelForm):  # type: ignore[type-arg]  # the class takes no arguments when it runs
    """A form that does not overwrite what somebody else changed, and saves the changed columns alone."""

    opened: Mapping[str, object] | None = None
    """The digests of this row; None reads them from the form's own hidden field."""
    is_gone = False
    gone_is_known = False

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        for field in self.fields.values():
            if isinstance(field, ModelChoiceField):
                check_keys(field)
            elif isinstance(field, DateField | DateTimeField | SplitDateTimeField):
                field.validators.append(check_year)
        self.conflicts: dict[str, Conflict] = {}
        self.is_new = self.instance._state.adding
        self._loaded_pk = self.instance.pk
        self._loaded = self._stored_digests()

    def digests(self) -> Digests:
        """Return the digest of each value as it is in the database."""
        return {name: digest(self.get_initial_for_field(field, name)) for name, field in self._checked_fields()}

    def full_clean(self) -> None:
        if self.is_gone:
            self._errors, self.cleaned_data = ErrorDict(), {}
            if not self.gone_is_known:
                self.add_error(None, GONE)
            return
        self.conflicts = self._find_conflicts() if self.is_bound and not self.is_new else {}
        followed = [self.fields[name] for name, conflict in self.conflicts.items() if not conflict.typed]
        for field in followed:
            field.disabled = True  # so that it has the value of the database
        super().full_clean()
        for field in followed:
            field.disabled = False
            field.bound_data = _initial_value  # type: ignore[method-assign]
        for name, conflict in self.conflicts.items():
            self.add_error(name, conflict.message)

    def _update_errors(self, errors: ValidationError) -> None:
        """Report errors of the model in fields that the form lacks as errors of the whole form, as in a list."""
        found = getattr(errors, "error_dict", {})
        apart = [each for name in found if name not in self.fields for each in found[name]]
        if apart:
            known = {name: found[name] for name in found if name in self.fields}
            errors = ValidationError({**known, NON_FIELD_ERRORS: apart})
        super()._update_errors(errors)  # type: ignore[misc]

    def save_changes(self) -> None:
        """Save the columns that differ from the loaded row, or all columns if the form has replaced the row."""
        row = self.instance
        if self.is_new or row.pk != self._loaded_pk:
            row.save()
            return
        now = self._stored_digests()
        changed = [name for name in now if now[name] != self._loaded[name]]
        row.save(update_fields=[*changed, *(each.name for each in self._columns() if getattr(each, "auto_now", False))])

    @cached_property
    def changed_data(self) -> list[str]:
        """The names of the changed fields. Line endings and fractions of a second are no change."""
        names = super().changed_data
        if self.is_new:
            return names
        fields = {name: self.fields[name] for name in names}
        return [
            name
            for name, field in fields.items()
            if self._submitted_digest(name, field) != digest(self.get_initial_for_field(field, name))
        ]

    def _stored_digests(self) -> Digests:
        return {column.name: digest(column.value_from_object(self.instance)) for column in self._columns()}

    def _columns(self) -> "Iterable[Column[Any, Any]]":
        return (column for column in self.instance._meta.concrete_fields if not column.primary_key)

    def _checked_fields(self) -> Iterator[tuple[str, Field]]:
        for name in self.base_fields:
            field = self.fields.get(name)
            if field is not None and not field.disabled and not isinstance(field, InlineForeignKeyField):
                yield name, field

    def _find_conflicts(self) -> dict[str, Conflict]:
        opened = read_opened(self.data.get(self.add_prefix(OPENED))) if self.opened is None else self.opened
        found = {}
        for name, field in self._checked_fields():
            initial = self.get_initial_for_field(field, name)
            now = digest(initial)
            if opened.get(name) == now:
                continue
            typed = self._submitted_digest(name, field)
            if typed is not None and typed != now:
                found[name] = Conflict(
                    label=str(field.label or name), now=_in_words(field, initial), typed=typed != opened.get(name)
                )
        return found

    def _submitted_digest(self, name: str, field: Field) -> str | None:
        """Return the digest of the submitted value, None for a file that is not replaced."""
        data = self[name].data
        if isinstance(field, FileField):
            return digest("a new file") if data else None
        try:
            return digest(field.clean(data))
        except ValidationError:
            return digest(str(data))


class CheckedFormSet(BaseModelFormSet):  # type: ignore[type-arg]
    """Rows that do not overwrite what somebody else changed, added or deleted."""

    default_error_messages: ClassVar = {"too_many_forms": f"Add at most {MOST_ADDED} rows at once."}

    @property
    def absolute_max(self) -> int:  # type: ignore[override]  # declared as a number
        """The most rows of a POST that are read: those that there are, and some more."""
        return len(super().get_queryset()) + MOST_ADDED

    def _construct_form(self, i: int, **kwargs: object) -> "ModelForm[Any]":
        form: ModelForm[Any] = super()._construct_form(i, **kwargs)  # type: ignore[misc]
        if self.is_bound and i < self.initial_form_count() and isinstance(form, CheckedForm):
            row = self._posted_key(form)
            form.opened = self._opened_digests.get(row, {})
            form.is_gone = form.is_new
            form.gone_is_known = row not in self._opened_digests
        return form

    @cached_property
    def management_form(self) -> ManagementForm:
        """The hidden fields that count the rows, and the one with the digests of the rows."""
        form: ManagementForm = super().management_form
        field = CharField(required=False, widget=HiddenInput)
        field.bound_data = lambda data, initial: initial  # type: ignore[method-assign]
        form.fields[OPENED] = field
        form.initial[OPENED] = self._digests
        return form

    def get_queryset(self) -> "QuerySet[Model] | list[Model | None]":  # type: ignore[override]
        """Return the rows.

        For a POST they are in the order of the forms, as the admin pairs them; None is a deleted row.
        """
        if self.is_bound and "forms" in vars(self):
            return [None if form.instance._state.adding else form.instance for form in self.initial_forms]
        found: QuerySet[Model] = super().get_queryset()
        return found

    def clean(self) -> None:
        super().clean()
        posted = {self._posted_key(form) for form in self.initial_forms}
        added = [row for row in super().get_queryset() if str(row.pk) not in posted | self._opened_digests.keys()]
        if added and self._was_sent:
            names = ", ".join(str(row) for row in added)
            text = f"Somebody else added {names} meanwhile. Save again to keep it; then it stands here."
            raise ValidationError(text, code=ADDED)

    def save_existing(self, form: "ModelForm[Any]", obj: Model, commit: bool = True) -> Model:
        if not commit or not isinstance(form, CheckedForm):
            instance: Model = super().save_existing(form, obj, commit=commit)
            return instance
        saved: Model = form.save(commit=False)
        form.save_changes()
        form.save_m2m()
        return saved

    def _should_delete_form(self, form: "ModelForm[Any]") -> bool:
        """Return whether to delete a row. One with conflicts is not deleted before the person has seen them."""
        is_marked: bool = super()._should_delete_form(form)  # type: ignore[misc]
        return is_marked and not getattr(form, "conflicts", None)

    @property
    def _was_sent(self) -> bool:
        return f"{self.prefix}-{OPENED}" in self.data

    @cached_property
    def _opened_digests(self) -> dict[str, dict[str, object]]:
        rows = read_opened(self.data.get(f"{self.prefix}-{OPENED}"))
        return {key: row for key, row in rows.items() if isinstance(row, dict)}

    def _posted_key(self, form: "ModelForm[Any]") -> str:
        return str(self.data.get(form.add_prefix(form.instance._meta.pk.name), ""))

    def _digests(self) -> str:
        forms = [form for form in self.initial_forms if isinstance(form, CheckedForm)]
        rows = {str(form.instance.pk): form.digests() for form in forms if not form.is_new}
        unseen: dict[str, Digests] = {str(row.pk): {} for row in super().get_queryset()}
        return json.dumps(unseen | rows)


def checked_form(form: "type[ModelForm[Any]]") -> type[CheckedForm]:
    """Return a form class that is checked."""
    made: type[CheckedForm] = type(form)(form.__name__, (CheckedForm, form), {})  # type: ignore[misc]
    return made


def checked_formset(formset: "type[BaseModelFormSet[Any, Any]]") -> "type[BaseModelFormSet[Any, Any]]":
    """Return a formset class that is checked, with its forms."""
    return type(formset.__name__, (CheckedFormSet, formset), {"form": checked_form(formset.form)})


def _initial_value(data: object, initial: object) -> object:
    return initial


def _in_words(field: Field, value: object) -> str:
    """Return a value as it stands in a message."""
    text = words(field, value)
    return text if isinstance(value, bool) else f"“{Truncator(text).chars(200)}”" if text else "nothing"


def words(field: Field | None, value: object) -> str:
    """Return a value for people, empty for none: related rows by name, choices by label."""
    if value in (None, "", []):
        return ""
    if isinstance(field, ModelChoiceField) and field.queryset is not None and not isinstance(value, list | Model):
        value = field.queryset.model._base_manager.filter(**{field.to_field_name or "pk": value}).first() or value
    match value:
        case bool():
            return "yes" if value else "no"
        case list() | tuple():
            return ", ".join(words(None, each) for each in value)
        case datetime():
            return date_format(localtime(value) if is_aware(value) else value, "DATETIME_FORMAT")
        case Decimal():
            return f"{value.normalize():f}"
    choices = {str(key): label for key, label in getattr(field, "_choices", None) or ()}
    return str(choices.get(str(value), value))
