"""The cache that CACHE_URL names, without which pages go on."""

import logging
import pickle
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.core.cache.backends.dummy import DummyCache
from django.core.cache.backends.redis import RedisCache, RedisSerializer
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as NoAnswer

from vintner.web.outside.breaker import Breaker, BreakerOpen

ANSWER_SECONDS: Final = 0.5
"""How long each step waits: connecting to an address, and an answer. What a page keeps there is made anew in less."""
PAUSE_SECONDS: Final = 5.0
"""How long a cache that did not answer is not asked."""
log = logging.getLogger(__name__)


class UnreadableValueError(RedisError):
    """A value was kept by another version of the store."""


class _Serializer(RedisSerializer):
    def loads(self, data: Any) -> Any:  # noqa: ANN401 - as Django has it
        try:
            return super().loads(data)
        except (AttributeError, EOFError, ImportError, LookupError, TypeError, ValueError, pickle.PickleError) as error:
            raise UnreadableValueError(f"a value cannot be read: {error}") from error


def make_breaker() -> Breaker:
    """Return what remembers that the cache did not answer, however soon that was known."""
    unanswered = (NoConnection, NoAnswer)
    return Breaker("the cache", failures=1, pause_seconds=PAUSE_SECONDS, slow_seconds=0, unanswered=unanswered)


_breaker = make_breaker()
_OPTIONS: Final[dict[str, object]] = {"socket_timeout": ANSWER_SECONDS, "serializer": _Serializer}


def _optional(method: Callable[..., Any]) -> Any:  # noqa: ANN401 - the method with its own arguments and answer
    """Let Django's DummyCache, which keeps nothing, answer in place of a Redis that does not, or did not lately."""

    @wraps(method)
    def ask(cache: "OptionalRedisCache", *args: object, **kwargs: object) -> object:
        try:
            with _breaker.calling():
                return method(cache, *args, **kwargs)
        except BreakerOpen:
            pass
        except RedisError as error:
            log.warning("the cache failed, and pages go on without it: %s", error)
        return getattr(cache.nothing, method.__name__)(*args, **kwargs)

    return ask


class OptionalRedisCache(RedisCache):
    """Django's cache in Redis. While Redis does not answer it is empty and keeps nothing."""

    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        super().__init__(server, {**params, "OPTIONS": _OPTIONS})
        self.nothing = DummyCache("", params)

    add = _optional(RedisCache.add)
    get = _optional(RedisCache.get)
    set = _optional(RedisCache.set)
    touch = _optional(RedisCache.touch)
    delete = _optional(RedisCache.delete)
    get_many = _optional(RedisCache.get_many)
    has_key = _optional(RedisCache.has_key)
    incr = _optional(RedisCache.incr)
    set_many = _optional(RedisCache.set_many)
    delete_many = _optional(RedisCache.delete_many)
    clear = _optional(RedisCache.clear)
