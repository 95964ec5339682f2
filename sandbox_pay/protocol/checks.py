"""Checks parameters strictly: unknown ones are refused, and texts become numbers and booleans."""

from collections.abc import Mapping
from types import MappingProxyType

from pydantic import JsonValue

from sandbox_pay.protocol.errors import ProviderError, invalid, missing_parameter, unknown_parameter
from sandbox_pay.protocol.json import Form, Json
from sandbox_pay.protocol.parameters import Table, table, tables
from sandbox_pay.protocol.shapes import Parameter, ParameterShape

TEXT = Parameter(required=False, shape=ParameterShape(open_text=True))
INTEGER_LIMIT = 2**63 - 1


def check_parameters(
    form: Form, module: str, also: tuple[str, ...] = (), inside: Mapping[str, str] = MappingProxyType({})
) -> Json:
    """Return the form with typed values, or refuse.

    `also` names texts that only browsers send, `inside` maps that take another module's table for them.
    """
    maps = {name: _inner(value, inside[name], name) for name, value in form.items() if name in inside}
    rest = {name: value for name, value in form.items() if name not in inside}
    return _fields(rest, {**table(module), **dict.fromkeys(also, TEXT)}, tables(module), "") | maps


def _inner(value: JsonValue, module: str, name: str) -> JsonValue:
    if not isinstance(value, dict):
        raise invalid("Invalid object", name)
    return _fields(value, table(module), tables(module), name)


def _fields(form: Form, known: Table, classes: Mapping[str, Table], prefix: str) -> Json:
    for name in form:
        if name not in known:
            raise unknown_parameter(_full_name(prefix, name))
    for name, parameter in known.items():
        if parameter.required and form.get(name) in (None, ""):
            raise missing_parameter(_full_name(prefix, name))
    return {name: _value(value, known[name].shape, classes, _full_name(prefix, name)) for name, value in form.items()}


def _full_name(prefix: str, name: str) -> str:
    return f"{prefix}[{name}]" if prefix else name


def _value(value: JsonValue, shape: ParameterShape, classes: Mapping[str, Table], name: str) -> JsonValue:
    if isinstance(value, dict):
        return _map(value, shape, classes, name)
    if isinstance(value, list):
        return _list(value, shape, classes, name)
    return _scalar(str(value), shape, name)


def _map(value: Json, shape: ParameterShape, classes: Mapping[str, Table], name: str) -> JsonValue:
    if shape.mapping:
        return _metadata_map(value, name)
    if not shape.classes:
        raise invalid(f"Invalid {name}: a map was not expected here.", name)
    known: Table = {}
    for class_name in shape.classes:
        known = {**known, **classes.get(class_name, {})}
    return _fields(value, known, classes, name)


def _metadata_map(value: Json, name: str) -> JsonValue:
    # Stripe's limits: 50 names of 40 characters, values of 500.
    if len(value) > 50:
        raise invalid(f"Metadata can have up to 50 keys, but {len(value)} were given.", name)
    for key in value:
        if len(key) > 40:
            raise invalid(f"Metadata keys can have up to 40 characters, but {key[:60]} has {len(key)}.", name)
    return {key: _metadata(text, _full_name(name, key)) for key, text in value.items()}


def _metadata(value: JsonValue, name: str) -> JsonValue:
    if not isinstance(value, str):
        raise invalid(f"Invalid metadata: {name} must be a text.", name)
    if len(value) > 500:
        raise invalid(f"Metadata values can have up to 500 characters, but {name} has {len(value)}.", name)
    return value


def _list(value: list[JsonValue], shape: ParameterShape, classes: Mapping[str, Table], name: str) -> JsonValue:
    if shape.mapping:
        # Metadata whose names are all digits looks like a list after decoding.
        return {str(place): _metadata(text, _full_name(name, str(place))) for place, text in enumerate(value)}
    if shape.items is None:
        raise invalid(f"Invalid {name}: a list was not expected here.", name)
    return [_value(item, shape.items, classes, f"{name}[{place}]") for place, item in enumerate(value)]


def _scalar(text: str, shape: ParameterShape, name: str) -> JsonValue:
    if text == "":
        return _nothing(shape, name)
    if shape.truth and text in {"true", "false"}:
        return text == "true"
    if text in shape.words or shape.open_text:
        return text
    if shape.whole:
        return _whole(text, name)
    if shape.decimal:
        return text
    raise _wrong(text, shape, name)


def _nothing(shape: ParameterShape, name: str) -> JsonValue:
    """An empty text unsets a field, where the call allows that; inside maps (addresses) it always may."""
    if "" in shape.words or shape.mapping or shape.items is not None or "[" in name:
        return ""
    raise invalid(
        f"You passed an empty string for '{name}'. We assume empty values are an attempt to unset a parameter; "
        f"however '{name}' cannot be unset. You should remove '{name}' from your request or supply a non-empty value.",
        name,
        "parameter_invalid_empty",
    )


def _whole(text: str, name: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 19 or int(digits) > INTEGER_LIMIT:
        raise invalid(f"Invalid integer: {text[:80]}", name, "parameter_invalid_integer")
    return int(text)


def _wrong(text: str, shape: ParameterShape, name: str) -> ProviderError:
    words = sorted(shape.words - {""})
    if words:
        listed = words[0] if len(words) == 1 else f"{', '.join(words[:-1])}, or {words[-1]}"
        return invalid(f"Invalid {name}: must be one of {listed}", name)
    if shape.truth:
        return invalid(f"Invalid boolean: {text[:80]}", name)
    if shape.items is not None:
        return invalid("Invalid array", name)
    return invalid("Invalid object", name)
