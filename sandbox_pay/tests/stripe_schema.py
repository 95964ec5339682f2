"""Stripe's own OpenAPI file as the judge of what the sandbox answers."""

import json
from functools import cache

from jsonschema import Draft202012Validator
from pydantic import JsonValue

from sandbox_pay.protocol.json import Json, as_json
from tests.reference import DATA

SPECIFICATION = DATA / "data" / "stripe" / "spec3.json"
DELETED = {"customer": "deleted_customer", "webhook_endpoint": "deleted_webhook_endpoint"}


def assert_valid(body: Json) -> None:
    """Hold an answer, and everything in it, against the schema of its kind.

    Without Stripe's file the answer passes, so that what a test says besides still counts; test_stripe_schema.py
    tells that the file is missing.
    """
    if not SPECIFICATION.exists():
        return
    if body.get("object") in {"list", "search_result"}:
        items = body["data"]
        assert isinstance(items, list)
        assert {"data", "has_more", "object", "url"} <= set(body)
        for item in items:
            assert_valid(as_json(item))
        return
    kind = str(body["object"])
    schema = DELETED[kind] if body.get("deleted") else kind
    problems = sorted(_validator(schema).iter_errors(body), key=lambda problem: list(problem.path))
    assert not problems, "\n".join(f"{schema} {problem.json_path}: {problem.message[:300]}" for problem in problems[:5])
    if kind == "event":
        assert_valid(as_json(as_json(body["data"])["object"]))


@cache
def _validator(schema: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/components/schemas/{schema}", "components": _components()})


@cache
def _components() -> Json:
    specification = json.loads(SPECIFICATION.read_text(encoding="utf-8"))
    return as_json(_nullable_as_union(specification["components"]))


def _nullable_as_union(node: JsonValue) -> JsonValue:
    """OpenAPI 3.0 says `nullable: true` where JSON Schema says "or null"."""
    if isinstance(node, list):
        return [_nullable_as_union(item) for item in node]
    if not isinstance(node, dict):
        return node
    inner = {name: _nullable_as_union(value) for name, value in node.items()}
    if inner.get("nullable") is not True:
        return inner
    inner.pop("nullable")
    return {"anyOf": [inner, {"type": "null"}]}
