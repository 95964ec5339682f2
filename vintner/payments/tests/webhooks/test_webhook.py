"""Webhooks as the provider sends them, any number of times. tests/attack/test_03_webhooks.py has the forged ones."""

import hashlib
import hmac
import json
import time

import pytest
from django.test import Client
from procrastinate.contrib.django.models import ProcrastinateJob
from pytest_django import Settings

from vintner.payments.models import ProviderEvent
from vintner.payments.provider import gateway

SECRET = "whsec_test"


def event(event_id: str = "evt_1", intent_id: str = "pi_1", kind: str = "payment_intent.succeeded") -> bytes:
    subject = {"object": "payment_intent", "id": intent_id, "status": "succeeded", "client_secret": "never_kept"}
    return json.dumps(
        {"id": event_id, "object": "event", "type": kind, "livemode": False, "data": {"object": subject}}
    ).encode()


def signature(body: bytes, *, secret: str = SECRET, age: int = 0) -> str:
    at = int(time.time()) - age
    return f"t={at},v1={hmac.new(secret.encode(), f'{at}.'.encode() + body, hashlib.sha256).hexdigest()}"


def send(client: Client, body: bytes, signed: str | None) -> int:
    headers = {} if signed is None else {"Stripe-Signature": signed}
    return client.post("/?wc-api=wc_stripe", body, content_type="application/json", headers=headers).status_code


@pytest.fixture(autouse=True)
def _secrets(settings: Settings) -> None:
    settings.STRIPE_WEBHOOK_SECRETS = ["whsec_old", SECRET]


NESTED = b"[" * 30_000 + b"]" * 30_000


@pytest.mark.django_db
@pytest.mark.parametrize(
    "body",
    [
        event("evt_\x00"),
        event("evt_\ud800"),
        event("e" * 81),
        event(intent_id="pi_\x00"),
        event(intent_id="p" * 81),
        event(kind="payment_intent.\x00"),
        event(kind="k" * 81),
        b"[]",
        NESTED,
        event().replace(b'"pi_1"', NESTED),
    ],
    ids=[
        "NUL",
        "half a letter",
        "long",
        "NUL about",
        "long about",
        "NUL type",
        "long type",
        "list",
        "deep",
        "deep inside",
    ],
)
def test_what_the_provider_signed_and_no_row_can_hold_is_refused(client: Client, body: bytes) -> None:
    assert send(client, body, signature(body)) == 400
    assert not ProviderEvent.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("age", [-290, 290])
def test_clocks_may_differ_by_minutes(client: Client, age: int) -> None:
    assert send(client, event(), signature(event(), age=age)) == 200


@pytest.mark.django_db
@pytest.mark.parametrize("secret", ["whsec_old", SECRET])
def test_an_event_is_kept_once_with_its_job(client: Client, secret: str) -> None:
    body = event()
    assert [send(client, body, signature(body, secret=secret)) for _ in range(3)] == [200, 200, 200]
    kept = ProviderEvent.objects.get()
    assert (kept.event_id, kept.object_id) == ("evt_1", "pi_1")
    assert ProcrastinateJob.objects.filter(task_name="payments.handle_event").count() == 1


@pytest.mark.django_db
def test_an_event_about_something_else_is_only_noted(client: Client) -> None:
    body = json.dumps({"id": "evt_9", "type": "account.updated", "livemode": False, "data": {"object": {}}}).encode()
    assert send(client, body, signature(body)) == 200
    assert not ProcrastinateJob.objects.exists()


def test_the_gateway_of_the_settings_is_made_once() -> None:
    assert gateway() is gateway()
