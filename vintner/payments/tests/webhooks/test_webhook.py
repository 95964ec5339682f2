"""Webhooks as the provider sends them: signed over the raw bytes, any number of times, in any order."""

import hashlib
import hmac
import json
import time

import pytest
from django.test import Client
from procrastinate.contrib.django.models import ProcrastinateJob
from pytest_django import Settings

from vintner.checkout.tests.shopper import Shopper, only_order
from vintner.payments import jobs
from vintner.payments.models import ProviderEvent
from vintner.payments.provider import gateway
from vintner.payments.tests.double import THREE_D_SECURE, ProviderDouble
from vintner.testing.builders import make_product

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


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("body", "signed"),
    [
        (event(), None),
        (event(), "t=1,v1=00"),
        (event(), "rubbish"),
        (event(), signature(event(), secret="whsec_other")),
        (event("evt_2"), signature(event())),
        (event(), signature(event(), age=301)),
        (event().replace(b"false", b"true"), signature(event().replace(b"false", b"true"))),
        (b"[]", signature(b"[]")),
        (b"\xff", "t=1,v1=00"),
        (event(), f"t={int(time.time())},v1=ü"),
    ],
    ids=["none", "wrong", "no signature", "other secret", "edited", "too old", "live mode", "no event", "no text", "ü"],
)
def test_what_the_provider_did_not_sign_is_refused(client: Client, body: bytes, signed: str | None) -> None:
    assert send(client, body, signed) == 400
    assert not ProviderEvent.objects.exists()


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
        NESTED,
        event().replace(b'"pi_1"', NESTED),
    ],
    ids=["NUL", "half a letter", "long", "NUL about", "long about", "NUL type", "long type", "deep", "deep inside"],
)
def test_what_the_provider_signed_and_no_row_can_hold_is_refused(client: Client, body: bytes) -> None:
    assert send(client, body, signature(body)) == 400
    assert not ProviderEvent.objects.exists()


@pytest.mark.django_db
def test_a_body_that_is_too_long_is_not_read(client: Client) -> None:
    body = b"x" * (256 * 1024 + 1)
    assert send(client, body, signature(body)) == 413


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


@pytest.mark.usefixtures("store")
def test_an_event_about_somebody_else_s_intent_changes_nothing(provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(THREE_D_SECURE)
    order = only_order()
    foreign = provider.confirm("pi_1")
    provider.intents["pi_x"] = foreign.__class__(
        id="pi_x",
        status=foreign.status,
        amount=foreign.amount,
        received=foreign.received,
        currency=foreign.currency,
        client_secret="",
        claim=foreign.claim
        and foreign.claim.__class__(lookup={"order_id": order.pk, "attempt": 1}, signature="forged"),
    )
    news = ProviderEvent.objects.create(event_id="evt_x", type="payment_intent.succeeded", object_id="pi_x")
    jobs.handle_event(news.pk)
    news.refresh_from_db()
    assert news.handled_at is not None
    assert only_order().status == "pending"


def test_the_gateway_of_the_settings_is_made_once() -> None:
    assert gateway() is gateway()
