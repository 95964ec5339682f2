"""The shopper's answer to a 3-D Secure question."""

from dataclasses import dataclass

from sandbox_pay.call import Call
from sandbox_pay.objects.records import Challenge, Intent
from sandbox_pay.payments import machine, methods
from sandbox_pay.payments.confirm import fail_authentication, settle
from sandbox_pay.storage.table import INTENTS


@dataclass(frozen=True, slots=True)
class Asked:
    """An open question: which intent, and how the shopper was brought here."""

    intent: Intent
    challenge: Challenge
    last4: str


def find(call: Call, token: str) -> Asked | None:
    """Return the open question with this token; an answered or replaced one is gone."""
    found = INTENTS.search(call.connection, {"json_extract(body, '$.challenge.token') = ?": token}, limit=1)
    if not found or found[0].challenge is None or found[0].payment_method is None:
        return None
    method = methods.find(call, found[0].payment_method)
    return Asked(found[0], found[0].challenge, method.card.last4)


def answer(call: Call, asked: Asked, *, passed: bool) -> Intent:
    """Write the answer down and return the intent as it then is."""
    method = methods.find(call, asked.intent.payment_method or "")
    if not passed:
        return fail_authentication(call, asked.intent, method)
    verdict = machine.judge_authenticated(methods.behaviour_of(method))
    return settle(call, asked.intent, method, verdict.decline, authenticated=True)
