"""Ending the connections of slow bodies leaves the process as it was."""

from pathlib import Path
from socket import create_connection, create_server

import pytest

from vintner.web.edge.bodies import BodyProgress, Traffic
from vintner.web.edge.slow_clients import BodyLimits, end_slow_bodies

TIMEOUT_SECONDS = 30


@pytest.fixture
def traffic() -> Traffic:
    """A body that is overdue as soon as it has begun."""
    return Traffic(bodies={1: BodyProgress("127.0.0.1", begun=0.0)})


def list_open_files() -> set[str]:
    return {each.name for each in Path("/proc/self/fd").iterdir()}


def test_no_file_stays_open(traffic: Traffic) -> None:
    """Each file that is no socket is copied and looked at, too."""
    with (
        create_server(("127.0.0.1", 0)) as server,
        create_connection(server.getsockname(), timeout=TIMEOUT_SECONDS) as client,
        server.accept()[0],
    ):
        before = list_open_files()
        end_slow_bodies(traffic, BodyLimits(seconds=-1), server.getsockname()[1], now=0.0)
        assert client.recv(1) == b"", "the connection was not ended"
        assert list_open_files() <= before
