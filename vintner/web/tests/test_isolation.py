"""A round of a background job ends in time, and nobody waits for ever."""

from collections.abc import Callable, Iterator

import pytest
from django.core.cache import cache

from vintner.testing.held_clock import HeldClock
from vintner.web.isolation import ROUND_LIMIT, take_turns

Play = Callable[[list[int], float], list[int]]


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    cache.clear()


@pytest.fixture
def play(held_clock: HeldClock) -> Play:
    """Play a round whose items take so many seconds each; returns those that had their turn."""

    def play(items: list[int], seconds_each: float) -> list[int]:
        seen = []
        for item in take_turns("test", items):
            seen.append(item)
            held_clock.move(seconds_each)
        return seen

    return play


def test_all_items_have_their_turn_while_there_is_time(play: Play) -> None:
    assert play([3, 1, 2], 1) == [3, 1, 2]


def test_a_slow_round_ends_and_the_next_begins_with_what_was_left(play: Play) -> None:
    slow = ROUND_LIMIT.total_seconds() / 2
    items = [1, 2, 3, 4, 5]
    assert play(items, slow) == [1, 2]
    assert play(items, slow) == [3, 4]
    assert play(items, slow) == [5, 1]
    assert play(items, slow) == [2, 3]


def test_one_item_has_its_turn_even_if_it_takes_all_the_time(play: Play) -> None:
    seen: list[int] = []
    for _ in range(3):
        seen += play([1, 2, 3], ROUND_LIMIT.total_seconds() * 2)
    assert seen == [1, 2, 3]


def test_a_round_that_was_broken_off_forgets_nothing(play: Play) -> None:
    turns: Iterator[int] = take_turns("test", [1, 2])
    assert next(turns) == 1
    del turns
    assert play([1, 2], 1) == [1, 2]
