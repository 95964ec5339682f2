"""What a call to a provider that hangs may take, and what becomes of those who come meanwhile."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from vintner.payments.gateway import Intent, ProviderDown
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
    limit_waits(2)
    yield
    limit_waits(None)


def asked(gateway: StripeGateway) -> Intent | None:
    with pytest.raises(ProviderDown):
        gateway.find("pi_1")
    return None


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
def test_while_two_wait_the_third_is_answered_at_once(gateway: StripeGateway, provider: HangingProvider) -> None:
    waiting = [threading.Thread(target=asked, args=(gateway,)) for _ in range(2)]
    for each in waiting:
        each.start()
    assert all(provider.asked.acquire(timeout=5) for _ in waiting)
    asked(gateway)
    assert all(each.is_alive() for each in waiting)
    for each in waiting:
        each.join()


@pytest.mark.usefixtures("_web_process")
def test_after_three_calls_without_an_answer_the_provider_is_not_asked(
    gateway: StripeGateway, provider: HangingProvider
) -> None:
    for _ in range(waits.FAILURES):
        asked(gateway)
    while provider.asked.acquire(blocking=False):
        pass
    asked(gateway)
    assert not provider.asked.acquire(blocking=False)
