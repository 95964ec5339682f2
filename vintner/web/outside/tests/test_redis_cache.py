"""Pages go on without the cache that CACHE_URL names, and use it again once it answers."""

import socket
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.core.cache.backends.base import BaseCache
from django.test import Client
from django.utils import timezone
from pytest_django import Settings
from redis import Redis

from tests.ports import hold_port
from vintner.alerts.countdown import count_watchers
from vintner.testing.builders import make_product
from vintner.testing.held_clock import HeldClock
from vintner.testing.redis_server import needs_redis, running_redis
from vintner.web.outside import redis_cache
from vintner.web.outside.redis_cache import PAUSE_SECONDS, OptionalRedisCache


@pytest.fixture(autouse=True)
def _nothing_failed_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_cache, "_breaker", redis_cache.make_breaker())


def cache_at(port: int) -> OptionalRedisCache:
    return OptionalRedisCache(f"redis://127.0.0.1:{port}/1", {})


def caches_at(port: int) -> Mapping[str, object]:
    entry = {
        "BACKEND": "vintner.web.outside.redis_cache.OptionalRedisCache",
        "LOCATION": f"redis://127.0.0.1:{port}/1",
    }
    return {name: {**entry, "KEY_PREFIX": name} for name in ("default", "pages", "rendered")}


def is_empty(cache: BaseCache) -> bool:
    """Use every method; say whether the cache is empty and keeps nothing."""
    cache.set("wine", "Riesling", 60)
    cache.set_many({"grower": "Ada"}, 60)
    assert cache.add("region", "Mosel", 60)
    found = cache.get("wine", "none"), cache.get_many(["wine", "grower"]), "region" in cache, cache.touch("wine", 60)
    with pytest.raises(ValueError, match="bottles"):
        cache.incr("bottles")
    cache.delete("wine")
    cache.delete_many(["grower", "region"])
    cache.clear()
    return found == ("none", {}, False, False)


def test_a_cache_that_refuses_connections_is_empty(held_clock: HeldClock) -> None:
    assert is_empty(cache_at(hold_port()))


def test_one_that_does_not_answer_is_asked_once_in_a_while(
    held_clock: HeldClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(redis_cache._OPTIONS, "socket_timeout", 0.01)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(0)
        cache = cache_at(silent.getsockname()[1])
        assert is_empty(cache)
        silent.accept()[0].close()
        with pytest.raises(BlockingIOError):
            silent.accept()
        held_clock.move(PAUSE_SECONDS)
        assert cache.get("wine") is None
        silent.accept()[0].close()


@pytest.mark.django_db(transaction=True)  # pages are kept outside of transactions
def test_pages_go_on_without_it(client: Client, settings: Settings) -> None:
    product = make_product(name="Riesling")
    settings.CACHES = caches_at(hold_port())
    for path in ("/", "/shop/", product.get_absolute_url(), "/cart/"):
        for _ in range(2):
            assert client.get(path).status_code == 200, path
    assert "Riesling" in client.get("/shop/").content.decode()


def test_who_waits_for_a_launch_is_not_counted_meanwhile(settings: Settings) -> None:
    settings.CACHES = caches_at(hold_port())
    assert count_watchers({"7": 1000}, timezone.now()) == 0


@needs_redis
def test_it_is_used_again_once_it_answers(held_clock: HeldClock, tmp_path: Path) -> None:
    port = hold_port()
    cache = cache_at(port)
    with running_redis(port, tmp_path):
        cache.set_many({"wine": "Riesling", "bottles": 6}, 60)
        assert (cache.get("wine"), cache.incr("bottles"), cache.get_many(["wine"])) == (
            "Riesling",
            7,
            {"wine": "Riesling"},
        )
        assert not cache.add("wine", "Kerner", 60)
        with pytest.raises(ValueError, match="glasses"):
            cache.incr("glasses")
        assert cache.get("wine") == "Riesling", "a key that is missing is no failure"
    assert is_empty(cache)
    with running_redis(port, tmp_path):
        assert is_empty(cache)
        held_clock.move(PAUSE_SECONDS)
        assert not is_empty(cache)


@needs_redis
def test_a_redis_that_was_started_anew_is_reached_at_once(tmp_path: Path) -> None:
    port = hold_port()
    cache = cache_at(port)
    with ExitStack() as first:
        first.enter_context(running_redis(port, tmp_path))
        cache.set("wine", "Riesling", 60)
    with running_redis(port, tmp_path):
        cache.set("wine", "Kerner", 60)
        assert cache.get("wine") == "Kerner"


@needs_redis
def test_a_value_of_another_version_is_none_and_what_redis_refuses_ends_nothing(tmp_path: Path) -> None:
    port = hold_port()
    cache = cache_at(port)
    with running_redis(port, tmp_path):
        cache.set("wine", "Riesling", 60)
        with Redis("127.0.0.1", port, db=1) as told:
            told.set(cache.make_key("page"), b"cvintner.gone\nPage\n.")
        assert (cache.get("page", "none"), cache.get_many(["page", "wine"])) == ("none", {})
        with pytest.raises(ValueError, match="grapes"):
            cache.incr("grapes")
        cache.set("grape", "Riesling", 60)
        assert cache.get("grape") == "Riesling"
        cache.add("words", "many", 60)
        with pytest.raises(ValueError, match="words"):  # Redis counts on numbers only
            cache.incr("words")
        assert cache.get("wine") == "Riesling", "neither is an outage"
