"""Keeps a failing item of a job from stopping the others."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

log = logging.getLogger(__name__)


@contextmanager
def isolated(item: str) -> Iterator[None]:
    """Log any exception of an item and go on: the next run of the job tries the item again."""
    try:
        yield
    except Exception:
        log.exception("%s stays open", item)
