"""The shopper's answer to a 3-D Secure question."""

from dataclasses import dataclass

from sandbox_pay.call import Call
from sandbox_pay.objects import ids
from sandbox_pay.objects.records import Challenge, IntentRecord
from sandbox_pay.objects.setup_records import SetupIntentRecord
from sandbox_pay.payments import failures, machine
from sandbox_pay.payments.customers import methods
from sandbox_pay.payments.settlement import fail, settle
from sandbox_pay.payments.setups import setup_machine, setup_settlement
from sandbox_pay.protocol.json import Json, as_json
from sandbox_pay.storage.table import INTENTS, SETUP_INTENTS, Value


def is_requested(options: Json) -> bool:
    """Return whether the store wants the shopper to be asked wherever her bank can."""
    return as_json(options.get("card")).get("request_three_d_secure") in {"any", "challenge"}


def open_challenge(call: Call, return_url: str | None) -> Challenge:
    """Return a question: over the store's page where our script is there to show it, else on a page of its own."""
    by_sdk = call.browser or call.flag("use_stripe_sdk") or not return_url
    return Challenge(token=ids.token(32), by_redirect=not by_sdk, return_url=return_url)


@dataclass(frozen=True, slots=True)
class OpenChallenge:
    """An open question: which payment or setup it is about, and how the shopper was brought here."""

    intent: IntentRecord | SetupIntentRecord
    challenge: Challenge
    last4: str


def find(call: Call, token: str) -> OpenChallenge | None:
    """Return the open question with this token; an answered or replaced one is gone."""
    where: dict[str, Value] = {"json_extract(body, '$.challenge.token') = ?": token}
    for table in (INTENTS, SETUP_INTENTS):
        for intent in table.search(call.connection, where, limit=1):
            if intent.challenge is not None and intent.payment_method is not None:
                card = methods.find(call, intent.payment_method).card
                return OpenChallenge(intent, intent.challenge, card.last4 if card else "")
    return None


def answer(call: Call, asked: OpenChallenge, *, passed: bool) -> IntentRecord | SetupIntentRecord:
    """Write the answer down and return the intent as it then is."""
    method = methods.find(call, asked.intent.payment_method or "")
    behaviour = methods.behaviour_of(method)
    if isinstance(asked.intent, SetupIntentRecord):
        if not passed:
            return setup_settlement.fail(call, asked.intent, method, failures.SETUP_NOT_AUTHENTICATED)
        refused = setup_machine.judge_authenticated(behaviour).decline
        return setup_settlement.settle(call, asked.intent, method, refused, authenticated=True)
    if not passed:
        return fail(call, asked.intent, method, failures.PAYMENT_NOT_AUTHENTICATED)
    declined = machine.judge_authenticated(behaviour).decline
    return settle(call, asked.intent, method, declined, authenticated=True)
