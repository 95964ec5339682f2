"""Test cards that cause a fault of the network or the provider, once."""

from typing import Final

from sandbox_pay.call import Call
from sandbox_pay.payments.behaviours import BY_TEST_NAME, NO_CARD, Behaviour
from sandbox_pay.payments.customers.methods import behaviour_of
from sandbox_pay.protocol.faults import ApiFault
from sandbox_pay.storage import setting
from sandbox_pay.storage.table import CONFIRMATION_TOKENS, INTENTS, METHODS

PAYS: Final = frozenset({"payment_intents.create", "payment_intents.confirm"})


def find_fault(call: Call) -> ApiFault | None:
    """Return the fault of this payment's card, unless the card has caused it before."""
    if not call.target and not call.flag("confirm"):
        return None  # an intent is made, but nothing is paid yet
    name, behaviour = _card(call)
    setting_name = f"fault of {name}"
    if not behaviour.fault or setting.read(call.connection, setting_name, ""):
        return None
    setting.write(call.connection, setting_name, behaviour.fault)
    return ApiFault(behaviour.fault)


def _card(call: Call) -> tuple[str, Behaviour]:
    """Return the name of the payment method and the behaviour of its card."""
    token = CONFIRMATION_TOKENS.find(call.connection, call.text("confirmation_token") or "")
    if token is not None and token.unborn is not None:
        return token.unborn.id, behaviour_of(token.unborn)
    intent = INTENTS.find(call.connection, call.target)
    in_token, in_intent = token and token.payment_method, intent and intent.payment_method
    name = call.text("payment_method") or in_token or in_intent or ""
    method = METHODS.find(call.connection, name)
    return name, behaviour_of(method) if method else BY_TEST_NAME.get(name, NO_CARD)
