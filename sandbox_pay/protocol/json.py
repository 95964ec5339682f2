"""The one name for what travels as JSON."""

from collections.abc import Mapping
from typing import TypeAlias

from pydantic import JsonValue

Json: TypeAlias = dict[str, JsonValue]
Form: TypeAlias = Mapping[str, JsonValue]
"""A request's parameters after decoding: texts, lists and maps of texts."""


def as_json(value: JsonValue) -> Json:
    """Return the value when it is a map, else an empty one."""
    return value if isinstance(value, dict) else {}
