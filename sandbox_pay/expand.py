"""`expand[]` replaces an identifier in an answer by the object itself."""

from collections.abc import Callable, Mapping
from typing import TypeAlias, TypeVar

from pydantic import JsonValue

from sandbox_pay.call import Call
from sandbox_pay.objects import money_wire, setup_wire, wire
from sandbox_pay.objects.records import Record
from sandbox_pay.protocol.errors import ProviderError
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import (
    BALANCE,
    CHARGES,
    CUSTOMERS,
    INTENTS,
    METHODS,
    SETUP_ATTEMPTS,
    SETUP_INTENTS,
    RecordTable,
)

R = TypeVar("R", bound=Record)
MAX_DEPTH = 4  # Stripe's own
BROWSER_MAY = frozenset({"payment_method"})


Loader: TypeAlias = Callable[[Call, str], Json | None]


def _load(table: RecordTable[R], render: Callable[[R, str], Json]) -> Loader:
    """Return a loader that renders a record of the table, given the sandbox's public URL."""

    def load(call: Call, object_id: str) -> Json | None:
        record = table.find(call.connection, object_id)
        return render(record, call.public_url) if record else None

    return load


LOADERS: Mapping[str, Loader] = {
    "latest_charge": _load(CHARGES, lambda record, _: money_wire.charge(record)),
    "charge": _load(CHARGES, lambda record, _: money_wire.charge(record)),
    "payment_method": _load(METHODS, lambda record, _: wire.payment_method(record)),
    "customer": _load(CUSTOMERS, lambda record, _: wire.customer(record)),
    "balance_transaction": _load(BALANCE, lambda record, _: money_wire.balance_transaction(record)),
    "payment_intent": _load(INTENTS, wire.payment_intent),
    "setup_intent": _load(SETUP_INTENTS, setup_wire.setup_intent),
    "latest_attempt": _load(SETUP_ATTEMPTS, lambda record, _: setup_wire.setup_attempt(record)),
}


def expand_answer(call: Call, answer: Json) -> Json:
    """Expand the objects that `expand[]` names. Raises `ProviderError` (400) for others."""
    for path in call.texts("expand") or []:
        steps = path.split(".")
        if len(steps) > MAX_DEPTH:
            raise ProviderError(400, f"You cannot expand more than {MAX_DEPTH} levels of a property ({path}).")
        _expand(call, answer, steps, path)
    return answer


def _expand(call: Call, rendered: Json, steps: list[str], path: str) -> None:
    name, rest = steps[0], steps[1:]
    if name == "data" and isinstance(rendered.get("data"), list):
        for item in _maps(rendered["data"]):
            _expand(call, item, rest, path)
        return
    if name not in LOADERS or name not in rendered or (call.browser and name not in BROWSER_MAY):
        raise ProviderError(400, f"This property cannot be expanded ({path}).", param="expand")
    value = rendered[name]
    if isinstance(value, str):
        value = LOADERS[name](call, value) or value
        rendered[name] = value
    if rest and isinstance(value, dict):
        _expand(call, value, rest, path)


def _maps(value: JsonValue) -> list[Json]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
