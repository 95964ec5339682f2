"""What a call to a provider that hangs may take, and what becomes of those who come meanwhile."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from types import SimpleNamespace

import pytest

from vintner.payments.gateway import NotSent, ProviderDown
from vintner.payments.stripe import network
from vintner.payments.stripe.gateway import ProviderAccess, StripeGateway
from vintner.payments.stripe.network import LimitedNetwork
from vintner.web.outside import waits
from vintner.web.outside.waits import limit_waits

CALL_SECONDS, TRY_SECONDS = 0.9, 0.3
ENDLESS = 60.0
"""Seconds: far more than a call may take, on a busy machine as well."""


class HangingProvider:
    """A server that accepts connections and never answers."""

    def __init__(self, server: socket.socket) -> None:
        self._server = server
        self.url = f"http://127.0.0.1:{server.getsockname()[1]}"
        self.asked = threading.Semaphore(0)
        self._open: list[socket.socket] = []
        self._thread = threading.Thread(target=self._accept)
        self._thread.start()

    def stop(self) -> None:
        """End all connections. May be called twice."""
        with suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        for each in self._open:
            each.close()

    def _accept(self) -> None:
        try:
            while True:
                self._open.append(self._server.accept()[0])
                self.asked.release()
        except OSError:
            return


@pytest.fixture
def provider() -> Iterator[HangingProvider]:
    with closing(socket.create_server(("127.0.0.1", 0), backlog=50)) as server:
        provider = HangingProvider(server)
        yield provider
        provider.stop()


@pytest.fixture
def gateway(provider: HangingProvider, monkeypatch: pytest.MonkeyPatch) -> StripeGateway:
    monkeypatch.setattr(waits, "SLOW_SECONDS", 0)  # in a test no time passes for the store
    return gateway_of(provider, LimitedNetwork(CALL_SECONDS, TRY_SECONDS))


def gateway_of(provider: HangingProvider, network: LimitedNetwork) -> StripeGateway:
    access = ProviderAccess(secret_key="sk_test_x", api_version="", url=provider.url, webhook_secrets=())
    return StripeGateway(access, network)


@pytest.fixture
def _web_process() -> Iterator[None]:
    limit_waits()
    yield
    limit_waits(limited=False)


def asked(gateway: StripeGateway) -> ProviderDown:
    """Ask about an intent, and return how that failed."""
    with pytest.raises(ProviderDown) as raised:
        gateway.find("pi_1")
    return raised.value


def is_crowded(failure: ProviderDown) -> bool:
    return isinstance(failure, NotSent) and failure.crowded


@contextmanager
def waiting(gateway: StripeGateway, provider: HangingProvider) -> Iterator[list[threading.Thread]]:
    """Let two requests wait for an answer, until the block ends."""
    threads = [threading.Thread(target=asked, args=(gateway,)) for _ in range(2)]
    for each in threads:
        each.start()
    assert all(provider.asked.acquire(timeout=ENDLESS) for _ in threads)
    yield threads
    provider.stop()
    for each in threads:
        each.join()


def seconds(gateway: StripeGateway) -> float:
    begun = time.monotonic()
    asked(gateway)
    return time.monotonic() - begun


@pytest.mark.parametrize(("call_seconds", "try_seconds"), [(CALL_SECONDS, ENDLESS), (ENDLESS, TRY_SECONDS)])
def test_a_call_ends_at_its_deadline_and_at_that_of_its_tries(
    provider: HangingProvider, call_seconds: float, try_seconds: float
) -> None:
    assert seconds(gateway_of(provider, LimitedNetwork(call_seconds, try_seconds))) < ENDLESS / 2
    assert provider.asked.acquire(timeout=1)


@pytest.mark.usefixtures("_web_process")
@pytest.mark.parametrize("queue", [0, 1], ids=["no queue", "no turn in time"])
def test_while_two_wait_the_third_is_not_sent(
    provider: HangingProvider, monkeypatch: pytest.MonkeyPatch, queue: int
) -> None:
    for name, value in {"CALLS": 2, "QUEUE": queue, "QUEUE_SECONDS": 0.01}.items():
        monkeypatch.setattr(network, name, value)
    gateway = gateway_of(provider, LimitedNetwork(ENDLESS, ENDLESS))
    with waiting(gateway, provider) as first:
        assert is_crowded(asked(gateway))
        assert all(each.is_alive() for each in first)


@pytest.mark.usefixtures("_web_process")
def test_a_turn_that_comes_too_late_is_not_used(provider: HangingProvider, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time in the queue is a part of the call's: whoever pays waits no longer for that."""

    @contextmanager
    def wait_for_a_turn() -> Iterator[None]:
        monkeypatch.setattr(network, "time", SimpleNamespace(monotonic=lambda: CALL_SECONDS))
        yield

    monkeypatch.setattr(network, "time", SimpleNamespace(monotonic=lambda: 0.0))
    monkeypatch.setattr(waits, "leave_place", wait_for_a_turn)
    assert is_crowded(asked(gateway_of(provider, LimitedNetwork(CALL_SECONDS, TRY_SECONDS))))
    assert not provider.asked.acquire(blocking=False)


@pytest.mark.usefixtures("_web_process")
def test_after_three_calls_without_an_answer_the_provider_is_not_asked(
    gateway: StripeGateway, provider: HangingProvider
) -> None:
    for _ in range(waits.FAILURES):
        asked(gateway)
    while provider.asked.acquire(blocking=False):
        pass
    failure = asked(gateway)
    assert isinstance(failure, NotSent)
    assert not failure.crowded
    assert not provider.asked.acquire(blocking=False)
