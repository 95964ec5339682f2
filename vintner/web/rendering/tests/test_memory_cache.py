"""The cache in memory is bounded by bytes, and otherwise behaves like Django's."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from vintner.testing.held_clock import HeldClock
from vintner.web.rendering import memory_cache
from vintner.web.rendering.memory_cache import OVERHEAD, MemoryCache

ROOM = 10
"""Values of `VALUE` for which there is room."""
VALUE = b"x" * 10_000


@pytest.fixture
def cache() -> Iterator[MemoryCache]:
    made = open_cache()
    yield made
    made.clear()


def open_cache(**more: object) -> MemoryCache:
    return MemoryCache("of a test", {"OPTIONS": {"MAX_BYTES": ROOM * (len(VALUE) + OVERHEAD + 100)}, **more})


def held(cache: MemoryCache, count: int) -> list[int]:
    return [number for number in range(count) if cache.get(str(number)) is not None]


def test_it_holds_so_many_bytes_and_what_was_used_last(cache: MemoryCache) -> None:
    for number in range(ROOM):
        cache.set(str(number), VALUE)
    assert held(cache, ROOM) == list(range(ROOM))
    assert cache.get("0") == VALUE, "used, so not the next to go"
    cache.set("10", VALUE)
    assert held(cache, 11) == [0, *range(2, 11)]
    cache.set("11", VALUE * 5)
    assert held(cache, 12) == [6, 7, 8, 9, 10, 11]


def test_small_values_take_room_as_well(cache: MemoryCache) -> None:
    for number in range(1_000):
        cache.set(str(number), number)
    most = ROOM * (len(VALUE) + OVERHEAD + 100) // OVERHEAD
    assert most / 2 < len(held(cache, 1_000)) < most


def test_what_is_larger_than_the_memory_is_not_kept_nor_what_it_replaces(cache: MemoryCache) -> None:
    cache.set("a", "old")
    cache.set("b", "kept")
    cache.set("a", VALUE * (ROOM + 1))
    assert (cache.get("a"), cache.get("b")) == (None, "kept")


def test_entries_end(cache: MemoryCache, held_clock: HeldClock) -> None:
    for key, seconds in (("a", 10), ("b", 20), ("never", None), ("at-once", 0)):
        cache.set(key, key, seconds)
    open_cache(TIMEOUT=15).set("by-default", 1)
    held_clock.move(9.9)
    assert list(cache.get_many(["a", "b", "never", "at-once", "by-default"])) == ["a", "b", "never", "by-default"]
    held_clock.move(10.2)
    assert list(cache.get_many(["a", "b", "never", "by-default"])) == ["never"]


def test_it_answers_as_other_caches_of_django_do(cache: MemoryCache) -> None:
    cache.set("a", {"n": 1})
    value = cache.get("a")
    value["n"] = 3
    assert cache.get("a") == {"n": 1}, "what a caller changes is its own"
    cache.set("count", 1)
    assert cache.get("none", "else") == "else"
    assert (cache.delete("a"), cache.delete("a")) == (True, False)
    cache.set("a", 1, version=2)
    assert (cache.get("a"), cache.get("a", version=2)) == (None, 1)
    cache.clear()
    assert cache.get("count") is None


def test_objects_of_one_name_share_their_memory_and_others_do_not(cache: MemoryCache) -> None:
    cache.set("a", 1)
    assert open_cache().get("a") == 1
    assert MemoryCache("of another", {"OPTIONS": {"MAX_BYTES": 1_000}}).get("a") is None


@pytest.mark.parametrize("act", ["get", "set", "delete", "clear"])
def test_threads_take_turns(cache: MemoryCache, act: str) -> None:
    cache.set("a", 1)
    arguments = {"clear": (), "set": ("a", 2)}.get(act, ("a",))
    with ThreadPoolExecutor(1) as other:
        with memory_cache._lock:
            waiting = other.submit(getattr(cache, act), *arguments)
            with pytest.raises(TimeoutError):
                waiting.result(timeout=0.05)
        waiting.result()


def test_threads_may_use_it_together(cache: MemoryCache) -> None:
    def use(number: int) -> bool:
        for step in range(200):
            cache.set(str(step % 30), VALUE)
            cache.get(str((step + number) % 30))
            cache.delete(str((step * number) % 30))
        return True

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(use, range(8)))
    assert len(held(cache, 30)) <= ROOM
