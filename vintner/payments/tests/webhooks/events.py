"""Events of the provider, as it signs and sends them."""

import hashlib
import hmac
import json
import time

from django.test import Client

SECRET = "whsec_test"


def build_event(event_id: str = "evt_1", intent_id: str = "pi_1", kind: str = "payment_intent.succeeded") -> bytes:
    subject = {"object": "payment_intent", "id": intent_id, "status": "succeeded", "client_secret": "never_kept"}
    return json.dumps(
        {"id": event_id, "object": "event", "type": kind, "livemode": False, "data": {"object": subject}}
    ).encode()


def sign_event(body: bytes, *, secret: str = SECRET, age: int = 0) -> str:
    at = int(time.time()) - age
    return f"t={at},v1={hmac.new(secret.encode(), f'{at}.'.encode() + body, hashlib.sha256).hexdigest()}"


def deliver_event(client: Client, body: bytes, signed: str | None) -> int:
    headers = {} if signed is None else {"Stripe-Signature": signed}
    return client.post("/?wc-api=wc_stripe", body, content_type="application/json", headers=headers).status_code
