"""Ends the connections of clients that send the body of a request too slowly.

The web server has a deadline for heads and for silent connections, but none for bodies, and does not tell the
application which connection a body comes from. So it is found among the open ones: that of an address, on which nothing
was sent since the body began. Idle connections are closed by the server before a body can be overdue.
"""

import logging
import os
import socket
import struct
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path

from vintner.web.edge.bodies import SERVER_THREADS, BodyProgress, Traffic

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyLimits:
    """A body has `seconds`, and one more for each `bytes_per_second` that came.

    While more than `most` are read at a time, each has `crowded_seconds`.
    """

    seconds: float = 20.0
    bytes_per_second: int = 20_000
    most: int = SERVER_THREADS // 2
    crowded_seconds: float = 3.0
    look_seconds: float = 1.0


def watch_bodies(traffic: Traffic, limits: BodyLimits, port: int) -> None:
    """Look for slow bodies in a thread of its own, for as long as the process lives. `port` is the server's.

    Only Linux says when something was sent on a connection; elsewhere a slow body keeps its thread.
    """
    if sys.platform != "linux":
        return
    threading.Thread(target=_watch, args=(traffic, limits, port), name="slow clients", daemon=True).start()


def _watch(traffic: Traffic, limits: BodyLimits, port: int) -> None:
    while True:
        time.sleep(limits.look_seconds)
        try:
            end_slow_bodies(traffic, limits, port, time.monotonic())
        except Exception:
            log.exception("slow bodies were not ended")


def end_slow_bodies(traffic: Traffic, limits: BodyLimits, port: int, now: float) -> None:
    """End the connections of bodies that are overdue."""
    bodies = list(traffic.bodies.values())
    is_crowded = len(bodies) > limits.most
    overdue: dict[str, float] = {}
    for body in bodies:
        age = now - body.begun
        if age > _patience(body, limits, is_crowded=is_crowded):
            overdue[body.address] = min(age, overdue.get(body.address, age))
    if not is_crowded:
        for address, age in list(overdue.items()):
            if _may_be_another(address, age, bodies, traffic, limits, now):
                del overdue[address]
    if overdue:
        _end_connections({ip_address(address).exploded: age for address, age in overdue.items()}, port)


def _patience(body: BodyProgress, limits: BodyLimits, *, is_crowded: bool) -> float:
    if is_crowded:
        return limits.crowded_seconds
    return limits.seconds + body.received / limits.bytes_per_second


def _may_be_another(
    address: str, age: float, bodies: list[BodyProgress], traffic: Traffic, limits: BodyLimits, now: float
) -> bool:
    """Return whether a connection of the address that is as old may be that of a request with nothing wrong."""
    if any(other == address and now - since > age for other, since in list(traffic.working.values())):
        return True
    return any(
        each.address == address and age < now - each.begun <= _patience(each, limits, is_crowded=False)
        for each in bodies
    )


def _end_connections(ages: dict[str, float], port: int) -> None:
    """Shut down the connections of addresses on which nothing was sent for so many seconds."""
    ended = 0
    for connection in _open_connections(port):
        age = ages.get(ip_address(connection.getpeername()[0].partition("%")[0]).exploded)
        if age is not None and _seconds_since_sent(connection) >= age:
            connection.shutdown(socket.SHUT_RDWR)
            ended += 1
    if ended:
        log.warning("ended %s connections whose requests came too slowly, of %s", ended, ", ".join(ages))


def _open_connections(port: int) -> Iterator[socket.socket]:
    """Yield the clients' connections to a port of this process, each as a duplicate: the number of an open file may
    stand for another one at any moment.
    """
    for entry in list(Path("/proc/self/fd").iterdir()):
        with suppress(OSError), _duplicate(int(entry.name)) as connection:
            if connection.type == socket.SOCK_STREAM and _is_clients(connection, port):
                yield connection


@contextmanager
def _duplicate(number: int) -> Iterator[socket.socket]:
    """Open a socket's file a second time. Raises OSError for any other file, and leaves nothing open."""
    copy = os.dup(number)
    try:
        connection = socket.socket(fileno=copy)
    except OSError:
        os.close(copy)
        raise
    with closing(connection):
        yield connection


def _is_clients(connection: socket.socket, port: int) -> bool:
    if connection.family not in (socket.AF_INET, socket.AF_INET6):
        return False
    return connection.getsockname()[1] == port and bool(connection.getpeername())


_LAST_DATA_SENT = 44
"""Where the kernel's `struct tcp_info` has `tcpi_last_data_sent`, in milliseconds (linux/tcp.h)."""


def _seconds_since_sent(connection: socket.socket) -> float:
    info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 104)
    milliseconds: int = struct.unpack_from("=I", info, _LAST_DATA_SENT)[0]
    return milliseconds / 1000
