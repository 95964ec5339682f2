"""`expand[]` replaces an identifier in an answer by the object itself."""

from collections.abc import Callable, Mapping

from pydantic import JsonValue

from sandbox_pay.call import Call
from sandbox_pay.objects import money_wire, setup_wire, wire
from sandbox_pay.protocol.errors import ProviderError
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import BALANCE, CHARGES, CUSTOMERS, INTENTS, METHODS, SETUP_ATTEMPTS, SETUP_INTENTS

MAX_DEPTH = 4  # Stripe's own
BROWSER_MAY = frozenset({"payment_method"})


def _charge(call: Call, object_id: str) -> Json | None:
    record = CHARGES.find(call.connection, object_id)
    return money_wire.charge(record) if record else None


def _method(call: Call, object_id: str) -> Json | None:
    record = METHODS.find(call.connection, object_id)
    return wire.payment_method(record) if record else None


def _customer(call: Call, object_id: str) -> Json | None:
    record = CUSTOMERS.find(call.connection, object_id)
    return wire.customer(record) if record else None


def _balance(call: Call, object_id: str) -> Json | None:
    record = BALANCE.find(call.connection, object_id)
    return money_wire.balance_transaction(record) if record else None


def _intent(call: Call, object_id: str) -> Json | None:
    record = INTENTS.find(call.connection, object_id)
    return wire.payment_intent(record, call.public_url) if record else None


def _setup_intent(call: Call, object_id: str) -> Json | None:
    record = SETUP_INTENTS.find(call.connection, object_id)
    return setup_wire.setup_intent(record, call.public_url) if record else None


def _setup_attempt(call: Call, object_id: str) -> Json | None:
    record = SETUP_ATTEMPTS.find(call.connection, object_id)
    return setup_wire.setup_attempt(record) if record else None


LOADERS: Mapping[str, Callable[[Call, str], Json | None]] = {
    "latest_charge": _charge,
    "charge": _charge,
    "payment_method": _method,
    "customer": _customer,
    "balance_transaction": _balance,
    "payment_intent": _intent,
    "setup_intent": _setup_intent,
    "latest_attempt": _setup_attempt,
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
