"""Requests wait for services outside of the store, but not all of them, and not for one that does not answer."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress

import pytest

from vintner.testing.held_clock import HeldClock
from vintner.web.outside import waits
from vintner.web.outside.breaker import Breaker, BreakerOpen
from vintner.web.outside.waits import OutsideService, ServiceBusy, ServiceCrowded, limit_waits

PATIENT_SECONDS = 60


class NoAnswerError(Exception):
    pass


@pytest.fixture(autouse=True)
def _web_process() -> Iterator[None]:
    limit_waits()
    yield
    limit_waits(limited=False)


@pytest.fixture
def service() -> OutsideService:
    return open_service()


def open_service(*, queue: int = 0, queue_seconds: float = 0) -> OutsideService:
    """A service that two requests ask at a time."""
    return OutsideService("post office", calls=2, queue=queue, queue_seconds=queue_seconds)


def fails(service: OutsideService, held_clock: HeldClock, *, after: float) -> None:
    with suppress(NoAnswerError), service.waiting():
        held_clock.move(after)
        raise NoAnswerError


def is_asked(service: OutsideService) -> bool:
    try:
        with service.waiting():
            return True
    except ServiceBusy:
        return False


def test_whoever_comes_when_others_ask_already_is_refused_at_once(service: OutsideService) -> None:
    with ExitStack() as waiting:
        waiting.enter_context(service.waiting())
        waiting.enter_context(service.waiting())
        with pytest.raises(ServiceCrowded):
            waiting.enter_context(service.waiting())
        assert is_asked(open_service()), "each service has calls of its own"
    assert is_asked(service)


@pytest.fixture
def left(monkeypatch: pytest.MonkeyPatch) -> threading.Semaphore:
    """Counts the places that were left by who waits."""
    left = threading.Semaphore(0)

    @contextmanager
    def leave() -> Iterator[None]:
        left.release()
        yield

    monkeypatch.setattr(waits, "leave_place", leave)
    return left


def test_whoever_is_in_the_queue_has_a_turn(left: threading.Semaphore) -> None:
    service = open_service(queue=1, queue_seconds=PATIENT_SECONDS)
    with ThreadPoolExecutor() as pool, ExitStack() as second:
        with service.waiting():
            second.enter_context(service.waiting())
            queued = pool.submit(is_asked, service)
            assert all(left.acquire(timeout=PATIENT_SECONDS) for _ in range(3)), "whoever waits leaves the place"
            assert not queued.done()
            assert not is_asked(service), "the queue is full"
        assert queued.result(PATIENT_SECONDS)


def test_whoever_has_no_turn_in_time_is_refused() -> None:
    service = open_service(queue=1, queue_seconds=0.01)
    with ExitStack() as waiting:
        waiting.enter_context(service.waiting())
        waiting.enter_context(service.waiting())
        for _ in range(3):  # who is refused leaves the queue
            with pytest.raises(ServiceCrowded):
                waiting.enter_context(service.waiting())


def test_a_call_that_fails_gives_its_place_back(service: OutsideService, held_clock: HeldClock) -> None:
    for _ in range(5):
        fails(service, held_clock, after=0)
    assert is_asked(service)


def test_background_jobs_wait_without_a_limit(service: OutsideService, held_clock: HeldClock) -> None:
    limit_waits(limited=False)
    for _ in range(waits.FAILURES):
        fails(service, held_clock, after=60)
    with ExitStack() as waiting:
        for _ in range(50):
            waiting.enter_context(service.waiting())


def test_a_service_that_does_not_answer_is_left_alone_and_then_tried_once(
    service: OutsideService, held_clock: HeldClock
) -> None:
    other = open_service()
    for _ in range(waits.FAILURES):
        assert is_asked(other)
        fails(service, held_clock, after=5)
    assert not is_asked(service)
    assert is_asked(other), "each service counts by itself"
    held_clock.move(waits.PAUSE_SECONDS)
    with service.waiting():
        assert not is_asked(service), "one call is a trial, the others do not wait along with it"
    assert is_asked(service), "the trial was answered"


def test_who_comes_during_a_trial_waits_for_its_end(held_clock: HeldClock, left: threading.Semaphore) -> None:
    service = open_service(queue=1, queue_seconds=PATIENT_SECONDS)
    for _ in range(waits.FAILURES):
        fails(service, held_clock, after=5)
    held_clock.move(waits.PAUSE_SECONDS)
    with ThreadPoolExecutor() as pool:
        with service.waiting():
            others = [pool.submit(is_asked, service) for _ in range(2)]
            assert all(left.acquire(timeout=PATIENT_SECONDS) for _ in range(waits.FAILURES + 3))
        assert [each.result(PATIENT_SECONDS) for each in others] == [True, True]


def test_a_trial_without_an_answer_begins_another_pause(service: OutsideService, held_clock: HeldClock) -> None:
    for _ in range(waits.FAILURES):
        fails(service, held_clock, after=5)
    held_clock.move(waits.PAUSE_SECONDS)
    fails(service, held_clock, after=5)
    held_clock.move(waits.PAUSE_SECONDS - 1)
    assert not is_asked(service)


def test_quick_errors_and_answers_in_between_are_no_reason_for_a_pause(
    service: OutsideService, held_clock: HeldClock
) -> None:
    for _ in range(waits.FAILURES):
        fails(service, held_clock, after=5)
        fails(service, held_clock, after=waits.SLOW_SECONDS / 2)
    assert is_asked(service)


def test_a_pause_is_logged_once(held_clock: HeldClock, caplog: pytest.LogCaptureFixture) -> None:
    renderer = Breaker("renderer", failures=1, pause_seconds=5, slow_seconds=1)
    with suppress(NoAnswerError), renderer.calling():
        held_clock.move(3)
        raise NoAnswerError
    for _ in range(3):
        with pytest.raises(BreakerOpen), renderer.calling():
            pass
    assert caplog.text.count("renderer does not answer") == 1
