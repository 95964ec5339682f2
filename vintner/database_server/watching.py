"""Watching the server: one that died is started again, until too many starts in a row were in vain."""

import time
from collections.abc import Callable, Sequence

from vintner.database_server.control import is_dead, restart_dead
from vintner.database_server.place import DatabaseServerError, ServerPlace, find_place

LOOK_SECONDS = 0.5
STEADY_SECONDS = 30
WAITS = (0, 0.5, 1, 2, 4, 8, 10, 10, 10)
"""Seconds before each start in a row. Together they are longer than the longest query of the store, which can outlive a
killed server and keeps a new one from starting.
"""


def watch(
    is_over: Callable[[float], bool],
    say: Callable[[str], None],
    waits: Sequence[float] = WAITS,
    place: ServerPlace | None = None,
) -> None:
    """Keep a server running, this checkout's by default, until `is_over`, which waits for at most so many seconds.

    Raises DatabaseServerError when it is dead again after as many starts as `waits`, each sooner than STEADY_SECONDS
    after the one before; `say` is told how each went. A server that somebody stopped stays stopped.
    """
    place = place or find_place()
    tries, last_try = 0, time.monotonic()
    while not is_over(LOOK_SECONDS):
        if not is_dead(place):
            continue
        if time.monotonic() - last_try > STEADY_SECONDS:
            tries = 0
        if tries == len(waits):
            raise DatabaseServerError(f"The database died, and {tries} starts in a row were in vain.")
        if is_over(waits[tries]):
            return
        say(_try_to_restart(place))
        tries, last_try = tries + 1, time.monotonic()


def _try_to_restart(place: ServerPlace) -> str:
    try:
        restart_dead(place)
    except DatabaseServerError as error:
        return str(error)
    return "The database died and was started again."
