"""Requests wait for services outside of the store, but not all of them, and not for one that does not answer."""

from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest

from vintner.testing.held_clock import HeldClock
from vintner.web.outside import waits
from vintner.web.outside.breaker import Breaker, BreakerOpen
from vintner.web.outside.waits import OutsideService, ServiceBusy, limit_waits


class NoAnswerError(Exception):
    pass


@pytest.fixture(autouse=True)
def _two_places() -> Iterator[None]:
    limit_waits(2)
    yield
    limit_waits(None)


@pytest.fixture
def service() -> OutsideService:
    return OutsideService("post office")


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


def test_whoever_comes_when_all_places_are_taken_is_refused_at_once(service: OutsideService) -> None:
    other = OutsideService("another service")
    with ExitStack() as waiting:
        waiting.enter_context(service.waiting())
        waiting.enter_context(other.waiting())
        assert not is_asked(service)
        assert not is_asked(OutsideService("a third one"))
    assert is_asked(service)


def test_a_call_that_fails_gives_its_place_back(service: OutsideService, held_clock: HeldClock) -> None:
    for _ in range(5):
        fails(service, held_clock, after=0)
    assert is_asked(service)


def test_background_jobs_wait_without_a_limit(service: OutsideService, held_clock: HeldClock) -> None:
    limit_waits(None)
    for _ in range(waits.FAILURES):
        fails(service, held_clock, after=60)
    with ExitStack() as waiting:
        for _ in range(50):
            waiting.enter_context(service.waiting())


def test_a_service_that_does_not_answer_is_left_alone_and_then_tried_once(
    service: OutsideService, held_clock: HeldClock
) -> None:
    for _ in range(waits.FAILURES):
        assert is_asked(OutsideService("another service"))
        fails(service, held_clock, after=5)
    assert not is_asked(service)
    assert is_asked(OutsideService("another service")), "each service counts by itself"
    held_clock.move(waits.PAUSE_SECONDS)
    with service.waiting():
        assert not is_asked(service), "one call is a trial, the others do not wait along with it"
    assert is_asked(service), "the trial was answered"


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
