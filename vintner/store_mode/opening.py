"""How long it is until the store opens, and over which time the pages that wait for it are loaded anew."""

from datetime import datetime, timedelta
from typing import Final

from vintner.alerts.countdown import LONGEST_SPREAD, SPREAD_PER_WATCHER, count_watchers
from vintner.store_mode.rules import StoreMode

KEY: Final = "opening"


def find_time_left(mode: StoreMode, now: datetime) -> tuple[dict[str, int], int]:
    """Return the milliseconds until the opening under KEY, none if no opening is planned, and the spread of reloads.

    A store that has opened meanwhile has 0.
    """
    if not mode.is_coming_soon(now):
        return {KEY: 0}, 0
    if mode.opens_at is None:
        return {}, 0
    left = {KEY: max(0, round((mode.opens_at - now) / timedelta(milliseconds=1)))}
    return left, min(LONGEST_SPREAD, SPREAD_PER_WATCHER * count_watchers(left, now))
