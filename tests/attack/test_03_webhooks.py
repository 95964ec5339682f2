"""3. The store believes events that the provider has signed, once, for some minutes, and of the right mode."""

import time
from dataclasses import replace
from types import SimpleNamespace

import pytest
from django.test import Client
from procrastinate.contrib.django.models import ProcrastinateJob
from pytest_django import Settings

from tests.attack.attack import Tries, attack, many, replaced, setting, together
from vintner.payments.models import ProviderEvent
from vintner.payments.stripe.gateway import _read_event
from vintner.payments.tests.webhooks.events import SECRET, build_event, deliver_event, sign_event

pytestmark = pytest.mark.django_db
GATEWAY = "vintner.payments.stripe.gateway."


@pytest.fixture(autouse=True)
def _secrets(settings: Settings) -> None:
    settings.STRIPE_WEBHOOK_SECRETS = ["whsec_old", SECRET]


@attack(without=replaced(f"{GATEWAY}_verify_signature", lambda *_: None))
def test_what_the_provider_has_not_signed(client: Client) -> Tries:
    body, now = build_event(), int(time.time())
    tried = {
        "none": (body, None),
        "wrong": (body, "t=1,v1=00"),
        "no signature": (body, "rubbish"),
        "another secret": (body, sign_event(body, secret="whsec_other")),
        "empty secret": (body, sign_event(body, secret="")),
        "of another body": (build_event("evt_2"), sign_event(body)),
        "edited body": (body.replace(b"pi_1", b"pi_2"), sign_event(body)),
        "too old": (body, sign_event(body, age=301)),
        "of the future": (body, sign_event(body, age=-3600)),
        "old scheme": (body, sign_event(body).replace("v1=", "v0=")),
        "not ASCII": (body, f"t={now},v1=ü"),
        "no text": (b"\xff" + body, "t=1,v1=00"),
    }
    for name, (sent, signed) in tried.items():
        status = deliver_event(client, sent, signed)
        yield name, status != 400 or ProviderEvent.objects.exists()
        ProviderEvent.objects.all().delete()


def _of_any_mode(body: bytes) -> object:
    return replace(_read_event(body), livemode=False)


@attack(without=replaced(f"{GATEWAY}_read_event", _of_any_mode))
def test_an_event_of_the_other_mode(client: Client) -> Tries:
    body = build_event().replace(b'"livemode": false', b'"livemode": true')
    yield "live", deliver_event(client, body, sign_event(body)) != 400 or ProviderEvent.objects.exists()


LARGE = together(replaced("vintner.payments.calls.MAX_EVENT_BYTES", 10**9), setting(DATA_UPLOAD_MAX_MEMORY_SIZE=None))


@attack(without=LARGE)
def test_a_large_body(client: Client) -> Tries:
    body = build_event() + b" " * 10_000_000
    yield "10 MB, signed", deliver_event(client, body, sign_event(body)) != 413
    yield "10 MB, unsigned", deliver_event(client, body, None) not in (400, 413)


def _forget(**fields: object) -> tuple[ProviderEvent, bool]:
    """Look for no event of the same name."""
    return ProviderEvent(pk=1, event_id=str(fields["event_id"])), True


NO_INBOX = SimpleNamespace(objects=SimpleNamespace(get_or_create=_forget))


@attack(without=replaced("vintner.payments.webhooks.inbox.ProviderEvent", NO_INBOX))
def test_an_event_that_is_sent_again_and_again(client: Client) -> Tries:
    body = build_event()
    signed, times = sign_event(body), many(20, 1000)
    for _ in range(times):
        assert deliver_event(client, body, signed) == 200
    yield f"{times} times", ProcrastinateJob.objects.filter(task_name="payments.handle_event").count() != 1
