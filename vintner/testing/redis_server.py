"""A Redis of its own for a test."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis import Redis
from redis.backoff import ConstantBackoff
from redis.exceptions import ConnectionError as NoConnection
from redis.retry import Retry

_REDIS = shutil.which("redis-server")
_WAITING = Retry(ConstantBackoff(0.05), 1000, supported_errors=(OSError, NoConnection))


def needs_redis(test: object) -> object:
    """Mark a test that starts a Redis."""
    skipped = pytest.mark.skipif(_REDIS is None, reason="there is no redis-server here; bin/redis-server installs it")
    return pytest.mark.slow(skipped(test))


@contextmanager
def running_redis(port: int, folder: Path, *, password: str = "") -> Iterator[None]:
    """Run a Redis that keeps nothing; at the end it is killed."""
    assert _REDIS is not None
    place = ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder)]
    rest = ["--save", "", "--loglevel", "warning", *(["--requirepass", password] if password else [])]
    with subprocess.Popen([_REDIS, *place, *rest], stdout=subprocess.DEVNULL) as server:  # noqa: S603 - our own
        try:
            with Redis("127.0.0.1", port, password=password or None, retry=_WAITING) as told:
                told.ping()
            yield
        finally:
            server.kill()
