"""Ports for the programs that tests and measurements start."""

import atexit
import socket


def hold_port() -> int:
    """Return a port of this machine that nothing else is given until this process ends.

    A server that sets SO_REUSEADDR, as all of ours do, may listen at it, and again after a restart. The system gives a
    number that is bound neither to a socket that asks for any port nor to a connection.
    """
    held = socket.socket()
    held.bind(("127.0.0.1", 0))
    # Not before: the system might give the number to others that set it, too.
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    atexit.register(held.close)
    port: int = held.getsockname()[1]
    return port
