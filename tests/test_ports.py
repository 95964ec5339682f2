"""A port that is held is for the server that it was held for."""

import socket

import pytest

from tests.ports import hold_port


def test_a_server_listens_at_a_port_that_is_held_and_again_after_a_restart() -> None:
    port = hold_port()
    for _ in range(2):
        with socket.create_server(("127.0.0.1", port)), socket.create_connection(("127.0.0.1", port)):
            pass


def test_a_port_that_is_held_is_given_to_nobody_else() -> None:
    with socket.socket() as other, pytest.raises(OSError, match="in use"):
        other.bind(("127.0.0.1", hold_port()))
