"""Events on their way to the store: signed, in order, tried again, and made to go wrong."""

import socketserver
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import stripe

from sandbox_pay.settings import from_environment
from sandbox_pay.testing import SandboxProcess, SentEvent
from sandbox_pay.tests.checked_client import client_of
from sandbox_pay.tests.receiver import PATIENCE, Receiver, receiving
from sandbox_pay.tests.stripe_schema import assert_valid
from sandbox_pay.webhooks.courier import RETRY_AFTER


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as listening:
        yield listening


@pytest.fixture
def sandbox(tmp_path: Path, receiver: Receiver) -> Iterator[SandboxProcess]:
    with SandboxProcess(tmp_path, webhook_url=receiver.url) as own:
        yield own


class Stammerer(socketserver.BaseRequestHandler):
    """Answers what is no HTTP."""

    def handle(self) -> None:
        self.request.recv(65536)
        self.request.sendall(b"nonsense\r\n\r\n")


def happen(sandbox: SandboxProcess, times: int = 1) -> list[str]:
    """Let as many events happen, and return their intents' ids."""
    client = client_of(sandbox)
    return [client.v1.payment_intents.create({"amount": 100, "currency": "usd"}).id for _ in range(times)]


def tried(sandbox: SandboxProcess, times: int) -> SentEvent:
    """Return the only delivery once that many tries are written down."""
    deadline = time.monotonic() + PATIENCE
    while (delivery := sandbox.deliveries()[-1]).attempts < times:
        assert time.monotonic() < deadline
    return delivery


def test_a_reset_waits_for_the_delivery_under_way(sandbox: SandboxProcess, receiver: Receiver) -> None:
    receiver.may_answer.clear()
    happen(sandbox)
    receiver.next()
    reset = threading.Thread(target=sandbox.reset)
    reset.start()
    reset.join(timeout=0.5)
    assert reset.is_alive()
    receiver.may_answer.set()
    reset.join(timeout=PATIENCE)
    assert not reset.is_alive()
    assert sandbox.deliveries() == []


def test_events_are_signed_and_come_in_order(sandbox: SandboxProcess, receiver: Receiver) -> None:
    client_of(sandbox).v1.payment_intents.create(
        {"amount": 100, "currency": "usd", "payment_method": "pm_card_visa", "confirm": True,
         "allowed_payment_method_types": ["card"]},
        {"idempotency_key": "order:1"},
    )  # fmt: skip
    events = [receiver.next().event(sandbox.webhook_secret) for _ in range(3)]
    assert [event.type for event in events] == [
        "payment_intent.created",
        "charge.succeeded",
        "payment_intent.succeeded",
    ]
    last = events[-1]
    assert_valid(last.to_dict())
    assert last.api_version == stripe.api_version
    assert last.data.object["status"] == "succeeded"
    assert last.request is not None
    assert last.request.idempotency_key == "order:1"


def test_an_endpoint_of_the_api_has_a_secret_of_its_own(sandbox: SandboxProcess, receiver: Receiver) -> None:
    endpoints = client_of(sandbox).v1.webhook_endpoints
    with receiving() as second:
        made = endpoints.create({"url": second.url, "enabled_events": ["customer.created"]})
        assert made.secret is not None
        happen(sandbox)
        client_of(sandbox).v1.customers.create()
        assert second.next().event(made.secret).type == "customer.created"
    assert [item.url for item in endpoints.list().data] == [made.url, receiver.url]
    assert endpoints.retrieve(made.id).url == made.url
    assert endpoints.delete(made.id).deleted is True
    with pytest.raises(stripe.InvalidRequestError, match="Invalid URL"):
        endpoints.create({"url": "ftp://x", "enabled_events": ["*"]})


def test_the_same_address_again_is_a_second_endpoint(sandbox: SandboxProcess, receiver: Receiver) -> None:
    made = client_of(sandbox).v1.webhook_endpoints.create({"url": receiver.url, "enabled_events": ["*"]})
    happen(sandbox)
    assert made.secret is not None
    secrets = [sandbox.webhook_secret, made.secret]
    assert [receiver.next().event(secret).type for secret in secrets] == ["payment_intent.created"] * 2


def test_a_store_that_moves_is_sent_events_at_its_new_address_only(sandbox: SandboxProcess, receiver: Receiver) -> None:
    with receiving() as moved:
        sandbox.send_events_to(moved.url)
        happen(sandbox)
        assert moved.next().event(sandbox.webhook_secret).type == "payment_intent.created"
    assert [each.url for each in client_of(sandbox).v1.webhook_endpoints.list().data] == [moved.url]
    assert receiver.inbox.empty()


@pytest.mark.parametrize("url", ["http://", "http://a b/", "http://a:0/", "http://a:99999/", "http://[x/", "shop"])
def test_an_address_that_nobody_can_call_is_refused(sandbox: SandboxProcess, url: str) -> None:
    with pytest.raises(stripe.InvalidRequestError, match="Invalid URL"):
        client_of(sandbox).v1.webhook_endpoints.create({"url": url, "enabled_events": ["*"]})
    with pytest.raises(httpx.HTTPStatusError, match="400"):
        sandbox.send_events_to(url)
    with pytest.raises(ValueError, match="SANDBOX_WEBHOOK_URL must be"):
        from_environment({"SANDBOX_WEBHOOK_URL": url})


def test_a_receiver_that_speaks_no_http_keeps_nothing_from_the_others(
    sandbox: SandboxProcess, receiver: Receiver
) -> None:
    with socketserver.TCPServer(("127.0.0.1", 0), Stammerer) as stammering:
        threading.Thread(target=stammering.handle_request).start()
        stammerer = f"http://127.0.0.1:{stammering.server_address[1]}/"
        client_of(sandbox).v1.webhook_endpoints.create({"url": stammerer, "enabled_events": ["*"]})
        happen(sandbox)
        tried(sandbox, 1)
        happen(sandbox)
        assert [receiver.next().event(sandbox.webhook_secret).type for _ in range(2)]
    told = [each.last_answer for each in sandbox.deliveries() if not each.delivered and each.attempts]
    assert told
    assert all(each.startswith("no answer") for each in told)


def test_an_endpoint_is_changed_and_keeps_its_secret(sandbox: SandboxProcess, receiver: Receiver) -> None:
    endpoints = client_of(sandbox).v1.webhook_endpoints
    with receiving() as second, receiving() as third:
        made = endpoints.create({"url": second.url, "enabled_events": ["customer.created"], "metadata": {"a": "1"}})
        off = endpoints.update(made.id, {"disabled": True, "description": "The shop's", "metadata": {"b": "2"}})
        assert (off.status, off.description) == ("disabled", "The shop's")
        assert off.metadata.to_dict() == {"a": "1", "b": "2"}
        client_of(sandbox).v1.customers.create()
        on = endpoints.update(
            made.id, {"disabled": False, "url": third.url, "enabled_events": ["payment_intent.created"]}
        )
        assert (on.status, on.url, on.enabled_events) == ("enabled", third.url, ["payment_intent.created"])
        (intent,) = happen(sandbox)
        assert made.secret is not None
        assert third.next().event(made.secret).data.object["id"] == intent
        assert second.inbox.empty()
    with pytest.raises(stripe.InvalidRequestError, match="Invalid URL"):
        endpoints.update(made.id, {"url": "nowhere"})


def test_a_refused_event_is_tried_again_on_schedule_and_then_given_up(
    sandbox: SandboxProcess, receiver: Receiver
) -> None:
    receiver.status = 500
    happen(sandbox)
    bodies = {receiver.next().body}
    for tries, wait in enumerate(RETRY_AFTER, start=1):
        assert not tried(sandbox, tries).done
        sandbox.advance(wait)
        bodies.add(receiver.next().body)
    assert len(bodies) == 1
    over = tried(sandbox, 6)
    assert (over.done, over.delivered, over.last_answer) == (True, False, "500")


def test_a_restart_goes_on_where_it_stopped(sandbox: SandboxProcess, receiver: Receiver) -> None:
    receiver.status = 503
    (intent,) = happen(sandbox)
    receiver.next()
    sandbox.kill()
    receiver.status = 200
    sandbox.start()
    sandbox.advance(RETRY_AFTER[0])
    assert receiver.next().event(sandbox.webhook_secret).data.object["id"] == intent


def test_a_dropped_event_comes_later(sandbox: SandboxProcess, receiver: Receiver) -> None:
    sandbox.chaos(drop=1)
    (dropped,) = happen(sandbox)
    tried(sandbox, 1)
    (after,) = happen(sandbox)
    assert receiver.next().event(sandbox.webhook_secret).data.object["id"] == after
    sandbox.advance(RETRY_AFTER[0])
    assert receiver.next().event(sandbox.webhook_secret).data.object["id"] == dropped


def test_an_event_may_come_twice(sandbox: SandboxProcess, receiver: Receiver) -> None:
    sandbox.chaos(duplicate=True)
    happen(sandbox)
    assert receiver.next().body == receiver.next().body


def test_events_may_come_late(sandbox: SandboxProcess, receiver: Receiver) -> None:
    sandbox.chaos(delay=3600)
    (late,) = happen(sandbox)
    sandbox.chaos(delay=0)
    (after,) = happen(sandbox)
    assert receiver.next().event(sandbox.webhook_secret).data.object["id"] == after
    sandbox.advance(3600)
    assert receiver.next().event(sandbox.webhook_secret).data.object["id"] == late


def test_events_may_come_before_the_answer(sandbox: SandboxProcess, receiver: Receiver) -> None:
    sandbox.chaos(early=True)
    for _ in range(10):
        (intent,) = happen(sandbox)
        assert receiver.inbox.get_nowait().event(sandbox.webhook_secret).data.object["id"] == intent


@pytest.mark.parametrize("mischief", ["bad_signature", "stale_timestamp"])
def test_forged_and_old_signatures_can_be_asked_for(sandbox: SandboxProcess, receiver: Receiver, mischief: str) -> None:
    sandbox.chaos(**{mischief: 1})
    happen(sandbox)
    with pytest.raises(stripe.SignatureVerificationError):
        receiver.next().event(sandbox.webhook_secret)
    happen(sandbox)
    assert receiver.next().event(sandbox.webhook_secret).type == "payment_intent.created"


def test_an_event_is_sent_again_on_request(sandbox: SandboxProcess, receiver: Receiver) -> None:
    happen(sandbox)
    first = receiver.next()
    sandbox.resend(first.event(sandbox.webhook_secret).id)
    assert receiver.next().body == first.body


def test_the_store_may_move_and_waiting_events_follow_it(tmp_path: Path) -> None:
    with receiving() as old, receiving() as new:
        old.status = 500
        with SandboxProcess(tmp_path, webhook_url=old.url) as before:
            (intent,) = happen(before)
            tried(before, 1)
        with SandboxProcess(tmp_path, webhook_url=new.url) as after:
            after.advance(RETRY_AFTER[0])
            assert new.next().event(after.webhook_secret).data.object["id"] == intent
