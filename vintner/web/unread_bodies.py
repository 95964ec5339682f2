"""Reads request bodies that views leave unread, so that the next request on the connection is not mistaken."""

from collections.abc import Callable, Iterable
from typing import Any, Final

WsgiApplication = Callable[[dict[str, Any], Any], Iterable[bytes]]

LARGEST_DISCARDED: Final = 64 * 1024 * 1024
"""Bytes of a body that are read and discarded. The server closes the connection of a client that sends more."""
_CHUNK: Final = 256 * 1024


def discarding_bodies(application: WsgiApplication) -> WsgiApplication:
    """Return an application that reads the rest of each body before it answers.

    A refusal that leaves the body unread makes the server close the connection while the client still sends: the answer
    is lost, and with it the next request on that connection.
    """

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:  # noqa: ANN401 - WSGI's own
        response = application(environ, start_response)
        left = LARGEST_DISCARDED
        while left > 0 and (chunk := environ["wsgi.input"].read(min(left, _CHUNK))):
            left -= len(chunk)
        return response

    return answer
