"""Places where the program can be killed on purpose, to show that what it was doing is taken up again.

`VINTNER_CHAOS=after_order_commit` kills the process the first time it gets there. Unset, a point does nothing.
"""

import os
import signal

_KILL_AT = os.environ.get("VINTNER_CHAOS", "")


def point(name: str) -> None:
    """Die here, without any cleaning up, when the environment says so."""
    if _KILL_AT and name == _KILL_AT:
        os.kill(os.getpid(), signal.SIGKILL)
