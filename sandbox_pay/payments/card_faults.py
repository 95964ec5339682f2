"""Cards with which a payment meets a fault of network or provider, once (payments, sandbox-only numbers)."""

from typing import Final

from sandbox_pay.call import Call
from sandbox_pay.payments.behaviours import BY_TEST_NAME, NO_CARD, Behaviour
from sandbox_pay.payments.customers.methods import behaviour_of
from sandbox_pay.protocol.faults import ApiFault
from sandbox_pay.storage import setting
from sandbox_pay.storage.table import CONFIRMATION_TOKENS, INTENTS, METHODS

PAYS: Final = frozenset({"payment_intents.create", "payment_intents.confirm"})


def find_fault(call: Call) -> ApiFault | None:
    """Return the fault that this payment's card brings, unless the card has brought it before."""
    if not call.target and not call.flag("confirm"):
        return None  # an intent is made, but nothing is paid yet
    name, behaviour = _card(call)
    seen = f"fault of {name}"
    if not behaviour.fault or setting.read(call.connection, seen, ""):
        return None
    setting.write(call.connection, seen, behaviour.fault)
    return ApiFault(behaviour.fault)


def _card(call: Call) -> tuple[str, Behaviour]:
    """Return the payment method that is meant, and what its card does."""
    token = CONFIRMATION_TOKENS.find(call.connection, call.text("confirmation_token") or "")
    if token is not None and token.unborn is not None:
        return token.unborn.id, behaviour_of(token.unborn)
    intent = INTENTS.find(call.connection, call.target)
    in_token, in_intent = token and token.payment_method, intent and intent.payment_method
    name = call.text("payment_method") or in_token or in_intent or ""
    method = METHODS.find(call.connection, name)
    return name, behaviour_of(method) if method else BY_TEST_NAME.get(name, NO_CARD)
