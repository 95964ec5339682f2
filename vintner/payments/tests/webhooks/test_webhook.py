"""Webhooks as the provider sends them, any number of times. tests/attack/test_03_webhooks.py has the forged ones."""

import json

import pytest
from django.test import Client
from procrastinate.contrib.django.models import ProcrastinateJob
from pytest_django import Settings

from vintner.payments.models import ProviderEvent
from vintner.payments.provider import gateway
from vintner.payments.tests.webhooks.events import SECRET, build_event, deliver_event, sign_event


@pytest.fixture(autouse=True)
def _secrets(settings: Settings) -> None:
    settings.STRIPE_WEBHOOK_SECRETS = ["whsec_old", SECRET]


NESTED = b"[" * 30_000 + b"]" * 30_000


@pytest.mark.django_db
@pytest.mark.parametrize(
    "body",
    [
        build_event("evt_\x00"),
        build_event("evt_\ud800"),
        build_event("e" * 81),
        build_event(intent_id="pi_\x00"),
        build_event(intent_id="p" * 81),
        build_event(kind="payment_intent.\x00"),
        build_event(kind="k" * 81),
        b"[]",
        NESTED,
        build_event().replace(b'"pi_1"', NESTED),
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
    assert deliver_event(client, body, sign_event(body)) == 400
    assert not ProviderEvent.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("age", [-290, 290])
def test_clocks_may_differ_by_minutes(client: Client, age: int) -> None:
    assert deliver_event(client, build_event(), sign_event(build_event(), age=age)) == 200


@pytest.mark.django_db
@pytest.mark.parametrize("secret", ["whsec_old", SECRET])
def test_an_event_is_kept_once_with_its_job(client: Client, secret: str) -> None:
    body = build_event()
    assert [deliver_event(client, body, sign_event(body, secret=secret)) for _ in range(3)] == [200, 200, 200]
    kept = ProviderEvent.objects.get()
    assert (kept.event_id, kept.object_id) == ("evt_1", "pi_1")
    assert ProcrastinateJob.objects.filter(task_name="payments.handle_event").count() == 1


@pytest.mark.django_db
def test_an_event_about_something_else_is_only_noted(client: Client) -> None:
    body = json.dumps({"id": "evt_9", "type": "account.updated", "livemode": False, "data": {"object": {}}}).encode()
    assert deliver_event(client, body, sign_event(body)) == 200
    assert not ProcrastinateJob.objects.exists()


def test_the_gateway_of_the_settings_is_made_once() -> None:
    assert gateway() is gateway()
