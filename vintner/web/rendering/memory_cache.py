"""A cache of Django's in the memory of a process, bounded by the bytes that it holds.

Django's own (`locmem`) is bounded by entries, whatever their size.
"""

import math
import pickle
from contextlib import suppress
from threading import Lock
from typing import Any, Final, NamedTuple

from cachetools import TLRUCache
from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache

from vintner import clock

OVERHEAD: Final = 500
"""Bytes that an entry takes besides its value: key, places in dictionaries and in the order of use; measured."""


class _Entry(NamedTuple):
    pickled: bytes
    seconds: float


class MemoryCache(BaseCache):
    """Keeps what was used last, up to `OPTIONS["MAX_BYTES"]`. What is larger than that is not kept. Of the acts of
    Django's caches it has those that the store uses.

    `LOCATION` names the memory: all objects with the same one share it, as each thread has an object of its own.
    """

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        with _lock:
            self._entries = _memory.setdefault(location, _new_memory(params["OPTIONS"]["MAX_BYTES"]))

    def get(self, key: object, default: object = None, version: int | None = None) -> Any:  # noqa: ANN401 - as Django has it
        with _lock:
            entry = self._entries.get(self.make_and_validate_key(key, version))
        return default if entry is None else pickle.loads(entry.pickled)  # noqa: S301 - what this process stored

    def set(
        self,
        key: object,
        value: object,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> None:
        name = self.make_and_validate_key(key, version)
        entry = _Entry(pickle.dumps(value, pickle.HIGHEST_PROTOCOL), self._seconds(timeout))
        with _lock, suppress(ValueError):  # larger than the memory
            self._entries.pop(name, None)
            self._entries[name] = entry

    def delete(self, key: object, version: int | None = None) -> bool:
        with _lock:
            return self._entries.pop(self.make_and_validate_key(key, version), None) is not None

    def clear(self) -> None:
        with _lock:
            self._entries.clear()

    def _seconds(self, timeout: float | None) -> float:
        seconds = self.default_timeout if timeout is DEFAULT_TIMEOUT else timeout
        return math.inf if seconds is None else seconds


def _new_memory(most_bytes: int) -> TLRUCache[str, _Entry]:
    return TLRUCache(
        most_bytes,
        ttu=lambda _, entry, now: now + entry.seconds,
        timer=_now,
        getsizeof=lambda entry: len(entry.pickled) + OVERHEAD,
    )


def _now() -> float:
    return clock.monotonic()


_memory: dict[str, TLRUCache[str, _Entry]] = {}
_lock = Lock()
