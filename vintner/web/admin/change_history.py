"""Describes what a form of the admin changed, for its history: each field with its value before and after."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from django.db.models import Model, QuerySet
from django.forms import BaseForm, BaseFormSet, Field, PasswordInput
from django.utils.text import Truncator, capfirst

from vintner.web.admin.opened_values import words

EMPTY: Final = "nothing"
LONGEST: Final = 80
"""Longest value in the history. Of a longer text it has the part that changed."""
_BEFORE_CHANGE: Final = 20
_SECRET: Final = ("password", "secret", "token", "api_key")


def describe_changes(form: BaseForm, formsets: "Iterable[BaseFormSet[Any]] | None", *, add: bool) -> str:
    """Return one line for each change: 'Regular price: $24.00 → $26.00'."""
    lines = ["Added."] if add else list(_fields(form))
    for formset in formsets or ():
        lines += _rows(formset)
    return "\n".join(lines) or "Nothing changed."


def _fields(form: BaseForm) -> Iterator[str]:
    for name in form.changed_data:
        field = form.fields.get(name)
        label = str((field and field.label) or capfirst(name.replace("_", " ")))
        if field is None or _is_secret(name, field):
            yield f"{label}: changed"
            continue
        before, after = form.get_initial_for_field(field, name), form.cleaned_data.get(name)
        yield f"{label}: {_difference(field, before, after)}"


def _rows(formset: "BaseFormSet[Any]") -> Iterator[str]:
    forms = {id(form.instance): form for form in formset.forms}
    for row in getattr(formset, "new_objects", ()):
        yield f"{_name(row)} added"
    for row, _ in getattr(formset, "changed_objects", ()):
        yield from (f"{_name(row)}: {line}" for line in _fields(forms[id(row)]))
    for row in getattr(formset, "deleted_objects", ()):
        yield f"{_name(row)} deleted"


def _name(row: Model) -> str:
    return f"{capfirst(str(row._meta.verbose_name))} “{row}”"


def _is_secret(name: str, field: Field) -> bool:
    return isinstance(field.widget, PasswordInput) or any(part in name.lower() for part in _SECRET)


def _difference(field: Field, before: object, after: object) -> str:
    if isinstance(after, QuerySet | list | tuple | set):
        return _members(_list(field, before), _list(field, after))
    return " → ".join(_excerpts(words(field, before), words(field, after)))


def _list(field: Field, value: object) -> list[str]:
    values = value if isinstance(value, QuerySet | list | tuple | set) else [value] if value else []
    return [words(field, each) for each in values]


def _members(before: list[str], after: list[str]) -> str:
    """Return the values added to a list and removed from it, or both lists if only their order changed."""
    added, removed = [each for each in after if each not in before], [each for each in before if each not in after]
    if not added and not removed:
        return f"{', '.join(before)} → {', '.join(after)}"
    parts = (("added", added), ("removed", removed))
    return "; ".join(f"{verb} {', '.join(values)}" for verb, values in parts if values)


def _excerpts(before: str, after: str) -> tuple[str, str]:
    """Shorten two texts to the place where they differ."""
    if len(before) <= LONGEST and len(after) <= LONGEST:
        return before or EMPTY, after or EMPTY
    same = next(
        (n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), min(len(before), len(after))
    )
    start = 0 if same < LONGEST // 2 else same - _BEFORE_CHANGE
    return _excerpt(before, start), _excerpt(after, start)


def _excerpt(text: str, start: int) -> str:
    if not text:
        return EMPTY
    return f"{'…' if start else ''}{Truncator(text[start:]).chars(LONGEST)}"
