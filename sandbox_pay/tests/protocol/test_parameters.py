"""What requests may say, and how refusals read."""

import pytest

from sandbox_pay.operations import OPERATIONS, ApiOperation
from sandbox_pay.protocol.checks import check_parameters
from sandbox_pay.protocol.errors import ProviderError
from sandbox_pay.protocol.form import decode
from sandbox_pay.protocol.json import Json
from sandbox_pay.protocol.parameters import table


def refusal(body: str, module: str = "payment_intent_create") -> ProviderError:
    with pytest.raises(ProviderError) as refused:
        check_parameters(decode(body), module)
    return refused.value


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_every_operation_has_its_table_in_the_installed_sdk(operation: ApiOperation) -> None:
    assert isinstance(table(operation.params), dict)


def test_the_sdk_requires_amount_and_currency_and_dropped_payment_method_types() -> None:
    known = table("payment_intent_create")
    assert {name for name, parameter in known.items() if parameter.required} == {"amount", "currency"}
    assert "payment_method_types" not in known
    assert "allowed_payment_method_types" in known


@pytest.mark.parametrize(
    ("encoded", "expected"),
    [
        ("a=1", {"a": "1"}),
        ("a[b]=1&a[c]=2", {"a": {"b": "1", "c": "2"}}),
        ("a[]=1&a[]=2", {"a": ["1", "2"]}),
        ("a[0]=1&a[1]=2", {"a": ["1", "2"]}),
        ("a[0][b]=1&a[1][b]=2", {"a": [{"b": "1"}, {"b": "2"}]}),
        ("a=caf%C3%A9+noir", {"a": "café noir"}),
        ("a=", {"a": ""}),
    ],
    ids=["text", "map", "list", "numbered list", "list of maps", "encoded", "empty"],
)
def test_brackets_are_decoded(encoded: str, expected: Json) -> None:
    assert decode(encoded) == expected


@pytest.mark.parametrize(
    "encoded",
    ["a[b=1", "a=1&a[b]=2", "[x]=1", "a" + "[b]" * 9 + "=1", "&".join("a=1" for _ in range(1001)), "a=%ff"],
    ids=["open bracket", "value and map", "no name", "too deep", "too many", "not UTF-8"],
)
def test_malformed_bodies_are_refused(encoded: str) -> None:
    with pytest.raises(ProviderError) as refused:
        decode(encoded)
    assert refused.value.status == 400


@pytest.mark.parametrize(
    ("body", "code", "param", "message"),
    [
        ("amount=100&currency=usd&payment_method_types[]=card", "parameter_unknown", "payment_method_types",
         "Received unknown parameter: payment_method_types"),
        ("currency=usd", "parameter_missing", "amount", "Missing required param: amount."),
        ("amount=ten&currency=usd", "parameter_invalid_integer", "amount", "Invalid integer: ten"),
        ("amount=1.5&currency=usd", "parameter_invalid_integer", "amount", "Invalid integer: 1.5"),
        ("amount=100&currency=usd&shipping[nom]=x", "parameter_unknown", "shipping[nom]",
         "Received unknown parameter: shipping[nom]"),
        ("amount=100&currency=usd&shipping[address][line1]=x", "parameter_missing", "shipping[name]",
         "Missing required param: shipping[name]."),
        ("amount=100&currency=usd&capture_method=later", None, "capture_method",
         "Invalid capture_method: must be one of automatic, automatic_async, or manual"),
        ("amount=100&currency=usd&confirm=yes", None, "confirm", "Invalid boolean: yes"),
        ("amount=100&currency=usd&expand=customer", None, "expand", "Invalid array"),
        ("amount=100&currency=usd&metadata=x", None, "metadata", "Invalid object"),
    ],
    ids=["removed in endive", "missing", "text for a number", "fraction", "unknown inside", "missing inside",
         "not a word of the list", "not a truth", "not a list", "not a map"],
)  # fmt: skip
def test_refusals_name_the_parameter(body: str, code: str | None, param: str, message: str) -> None:
    refused = refusal(body)
    assert (refused.status, refused.code, refused.param, refused.message) == (400, code, param, message)


def test_metadata_has_limits() -> None:
    start = "amount=100&currency=usd&"
    assert "500" in refusal(f"{start}metadata[a]={'x' * 501}").message
    assert "40" in refusal(f"{start}metadata[{'k' * 41}]=x").message
    assert "50" in refusal(start + "&".join(f"metadata[k{number}]=x" for number in range(51))).message


def test_values_take_the_sdks_types() -> None:
    form = decode("amount=100&currency=usd&confirm=true&off_session=one_off&metadata[0]=a&expand[]=customer")
    assert check_parameters(form, "payment_intent_create") == {
        "amount": 100,
        "currency": "usd",
        "confirm": True,
        "off_session": "one_off",
        "metadata": {"0": "a"},
        "expand": ["customer"],
    }


def test_an_empty_text_unsets_only_what_may_be_unset() -> None:
    assert check_parameters({"metadata": ""}, "customer_update") == {"metadata": ""}
    assert refusal("amount=100&currency=usd&customer=").code == "parameter_invalid_empty"
