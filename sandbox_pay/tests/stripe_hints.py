"""The pinned SDK's own type hints as a second judge: they know the newest version, Stripe's file may lag behind."""

import typing
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from importlib import import_module
from inspect import isclass

import stripe
from pydantic import JsonValue

from sandbox_pay.protocol.json import Json, as_json

PLAIN: dict[object, tuple[type, ...]] = {int: (int,), float: (int, float), bool: (bool,), str: (str,), Decimal: (str,)}


def assert_fits(body: Json) -> None:
    """Hold an answer, and everything in it, against the SDK's class for it. Absent optional fields pass."""
    if body.get("object") in {"list", "search_result"}:
        items = body["data"]
        assert isinstance(items, list)
        for item in items:
            assert_fits(as_json(item))
        return
    if body.get("deleted"):
        return
    kind = str(body["object"])
    found = list(_problems(body, _resource(kind), kind))
    assert not found, "\n".join(found[:5])
    if kind == "event":
        assert_fits(as_json(as_json(body["data"])["object"]))


@cache
def _resource(kind: str) -> object:
    """Return the SDK's class whose OBJECT_NAME this is."""
    folder, _, name = f"stripe.{kind}".rpartition(".")
    for value in vars(import_module(f"{folder}._{name}")).values():
        if isclass(value) and getattr(value, "OBJECT_NAME", None) == kind:
            return value
    raise LookupError(f"The SDK has no class for {kind}.")


def _problems(value: JsonValue, hint: object, path: str) -> Iterator[str]:
    """Yield where a value is not what the hint says."""
    if isinstance(hint, typing.ForwardRef):
        hint = vars(stripe).get(hint.__forward_arg__, object)
    origin = typing.get_origin(hint)
    if origin is typing.Union:
        yield from _union_problems(value, typing.get_args(hint), path)
    elif origin is typing.Literal:
        if value not in typing.get_args(hint):
            yield f"{path}: {value!r} is none of {typing.get_args(hint)}"
    elif origin is list:
        yield from _list_problems(value, typing.get_args(hint)[0], path)
    elif isclass(hint) and issubclass(hint, stripe.StripeObject) and _hints(hint):
        yield from _object_problems(value, hint, path)
    elif hint is type(None) or hint in PLAIN:
        yield from _plain_problems(value, hint, path)


def _union_problems(value: JsonValue, branches: tuple[object, ...], path: str) -> Iterator[str]:
    # The SDK types every enumeration as "these words, or any text": the words are what the API answers.
    worded = any(typing.get_origin(branch) is typing.Literal for branch in branches)
    tried = [
        list(_problems(value, branch, path)) for branch in branches if not (worded and branch is str)
    ]  # fmt: skip
    if all(tried):
        yield from max(tried, key=lambda found: found[0].count("."))


def _list_problems(value: JsonValue, item: object, path: str) -> Iterator[str]:
    if not isinstance(value, list):
        yield f"{path}: {value!r} is no list"
        return
    for place, part in enumerate(value):
        yield from _problems(part, item, f"{path}[{place}]")


def _object_problems(value: JsonValue, of: type, path: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{path}: {value!r} is no {of.__name__}"
        return
    hints = _hints(of)
    for name in value.keys() - hints.keys():
        yield f"{path}.{name}: the SDK knows no such field"
    for name, hint in hints.items():
        if name in value:
            yield from _problems(value[name], hint, f"{path}.{name}")
        elif type(None) not in typing.get_args(hint):
            yield f"{path}.{name}: missing"


def _plain_problems(value: JsonValue, hint: object, path: str) -> Iterator[str]:
    allowed = PLAIN.get(hint, (type(None),))
    if not isinstance(value, allowed) or (isinstance(value, bool) and bool not in allowed):
        yield f"{path}: {value!r} is no {getattr(hint, '__name__', hint)}"


def _hints(of: type) -> dict[str, object]:
    """Return the fields of one of the SDK's classes; free-form ones (metadata) have none."""
    annotations: dict[str, object] = vars(of).get("__annotations__", {})
    return {
        name: hint
        for name, hint in annotations.items()
        if not name.startswith("_") and typing.get_origin(hint) is not typing.ClassVar and name != "deleted"
    }
