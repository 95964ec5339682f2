"""Which variations a page shows, and at which level of stock: what a cached page is valid for (decision 115)."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_current: ContextVar[dict[int, int] | None] = ContextVar("shown_levels", default=None)


@contextmanager
def collect_levels() -> Iterator[dict[int, int]]:
    """Yield variation id → level edition of what is shown by the page that is made meanwhile."""
    levels: dict[int, int] = {}
    before = _current.set(levels)
    try:
        yield levels
    finally:
        _current.reset(before)


def note_levels(shown: Iterable[tuple[int, int]]) -> None:
    """Add variations with the level editions that were read together with their stock. Of two that were read of one
    variation the earlier counts: a part of the page is as old.
    """
    levels = _current.get()
    if levels is not None:
        for variation_id, edition in shown:
            levels[variation_id] = min(edition, levels.get(variation_id, edition))
