"""The shopper's answer to a 3-D Secure question."""

from dataclasses import dataclass

from sandbox_pay.call import Call
from sandbox_pay.objects import ids
from sandbox_pay.objects.records import Challenge, IntentRecord
from sandbox_pay.objects.setup_records import SetupIntentRecord
from sandbox_pay.payments import failures, machine
from sandbox_pay.payments.customers import methods
from sandbox_pay.payments.settlement import fail, settle
from sandbox_pay.payments.setups import setup_settlement
from sandbox_pay.protocol.json import Json, as_json
from sandbox_pay.storage.table import INTENTS, SETUP_INTENTS, Value


def is_requested(options: Json) -> bool:
    """Return whether the store requests 3-D Secure wherever the card supports it."""
    return as_json(options.get("card")).get("request_three_d_secure") in {"any", "challenge"}


def open_challenge(call: Call, return_url: str | None) -> Challenge:
    """Create a question: in the store's page if the script is there to show it, else on its own page."""
    by_sdk = call.browser or call.flag("use_stripe_sdk") or not return_url
    return Challenge(token=ids.token(32), by_redirect=not by_sdk, return_url=return_url)


@dataclass(frozen=True, slots=True)
class OpenChallenge:
    """An open question with its payment or setup."""

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


def answer(call: Call, challenge: OpenChallenge, *, passed: bool) -> IntentRecord | SetupIntentRecord:
    """Store the answer and return the updated intent."""
    method = methods.find(call, challenge.intent.payment_method or "")
    behaviour = methods.behaviour_of(method)
    if isinstance(challenge.intent, SetupIntentRecord):
        if not passed:
            return setup_settlement.fail(call, challenge.intent, method, failures.SETUP_NOT_AUTHENTICATED)
        refused = machine.judge_authenticated_setup(behaviour).decline
        return setup_settlement.settle(call, challenge.intent, method, refused, authenticated=True)
    if not passed:
        return fail(call, challenge.intent, method, failures.PAYMENT_NOT_AUTHENTICATED)
    declined = machine.judge_authenticated(behaviour).decline
    return settle(call, challenge.intent, method, declined, authenticated=True)
