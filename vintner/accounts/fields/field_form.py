"""Checks a form of account fields. Its messages are those of the specification's form plug-in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from vintner.accounts.fields.field_checks import CHECKS, FormContext
from vintner.accounts.fields.kinds import KINDS, Kind, input_name
from vintner.accounts.models import AccountField
from vintner.refusal import Refusal
from vintner.shipping.regions import regions
from vintner.web.text_input import read_line

UNCHANGED = (Kind.PASSWORD, Kind.PASSWORD_AGAIN)
"""What is taken as it was typed, with its spaces."""


@dataclass(frozen=True, slots=True)
class CheckedFields:
    """A form that was checked: the values by kind, as they are stored, and the errors by the name of their input."""

    values: dict[str, str] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)


def check_fields(fields: Sequence[AccountField], posted: Mapping[str, str], *, today: date) -> CheckedFields:
    """Check the fields of a form, except a picture. All errors are found at once; they are in the order of the form."""
    asked = {each.kind: each for each in fields if each.kind != Kind.PICTURE}
    checked, errors = CheckedFields(), dict[str, str]()
    typed = {kind: _read(kind, posted) for kind in asked}
    for kind in sorted(asked, key=list(KINDS).index):
        context = FormContext(
            typed=typed, values=checked.values, labels={each: asked[each].label for each in asked}, today=today
        )
        try:
            checked.values[kind] = _check(asked[kind], typed[kind], context)
        except Refusal as refusal:
            errors[KINDS[kind].name] = refusal.message
    checked.errors.update({name: errors[name] for name in map(input_name, asked.values()) if name in errors})
    return checked


def _read(kind: str, posted: Mapping[str, str]) -> str:
    text = posted.get(KINDS[kind].name, "")
    return text if kind in UNCHANGED else read_line(text)


def _check(field: AccountField, text: str, context: FormContext) -> str:
    """Return the value to store, or raise Refusal."""
    kind, label = KINDS[field.kind], field.label
    if not text:
        if field.required and _is_needed(field.kind, context):
            empty = f"Please check {label}." if field.kind == Kind.TERMS else f"{label} cannot be empty."
            raise Refusal("empty", empty, kind.name)
        return ""
    if len(text) < kind.shortest:
        raise Refusal("short", f"{label} needs to be minimum {kind.shortest} characters.", kind.name)
    if len(text) > kind.longest:
        raise Refusal("long", f"{label} cannot exceed {kind.longest} characters.", kind.name)
    check = CHECKS.get(field.kind)
    return check(text, label, context) if check else text


def _is_needed(kind: str, context: FormContext) -> bool:
    """Return whether the chosen country has what is asked: not every country has states or postcodes."""
    region = regions().get(context.country)
    if region is None or kind not in (Kind.STATE, Kind.POSTCODE):
        return True
    return region.needs_state if kind == Kind.STATE else region.needs_postcode
