"""Finds payment and setup intents. A browser must send the client secret."""

from hmac import compare_digest
from typing import TypeVar

from sandbox_pay.call import Call
from sandbox_pay.objects.records import IntentRecord
from sandbox_pay.objects.setup_records import SetupIntentRecord
from sandbox_pay.protocol.errors import forbidden, missing_parameter, no_such
from sandbox_pay.storage.table import RecordTable

AnyIntent = TypeVar("AnyIntent", IntentRecord, SetupIntentRecord)
MISSING = {"PaymentIntent": "payment_intent", "SetupIntent": "setupintent"}
"""Stripe's names in the error for a missing intent."""


def find(call: Call, table: RecordTable[AnyIntent], intent_id: str, kind: str) -> AnyIntent:
    record = table.find(call.connection, intent_id)
    secret = call.text("client_secret")
    if call.browser and secret is None:
        raise missing_parameter("client_secret")
    if record is None:
        raise no_such(MISSING[kind], intent_id, "intent")
    if secret is not None and not compare_digest(secret.encode(), record.client_secret.encode()):
        if call.browser:
            raise no_such(MISSING[kind], intent_id, "intent")
        raise forbidden(f"The client_secret provided does not match the client_secret associated with the {kind}.")
    return record
