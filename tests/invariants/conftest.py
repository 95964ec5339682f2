"""Where the rows are played for a test: the store in threads of this process, the provider a program of its own."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from bench.invariants.row import Scene
from bench.invariants.serving import threads
from vintner.testing.sandbox import Sandbox

CLIENTS = 50


@pytest.fixture
def scene(transactional_db: None, sandbox: Sandbox, settings: Settings) -> Iterator[Scene]:
    settings.AGE_CHECK = "off"
    settings.LIMITS = {name: (10**6, seconds) for name, (_, seconds) in settings.LIMITS.items()}
    with threads() as address:
        yield Scene(clients=CLIENTS, address=address, sandbox=sandbox)
