"""One item of a round must not keep the others waiting."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

log = logging.getLogger(__name__)


@contextmanager
def isolated(item: str) -> Iterator[None]:
    """Log whatever goes wrong with an item, and let the round go on: the next round takes the item up again."""
    try:
        yield
    except Exception:
        log.exception("%s stays open", item)
