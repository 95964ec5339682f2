"""One provider for all tests here, emptied before each of them."""

from collections.abc import Iterator

import pytest
import stripe

from sandbox_pay.testing import Sandbox
from sandbox_pay.tests.checked_client import client_of


@pytest.fixture(scope="session")
def running_sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandbox]:
    with Sandbox(tmp_path_factory.mktemp("sandbox")) as sandbox:
        yield sandbox


@pytest.fixture
def sandbox(running_sandbox: Sandbox) -> Sandbox:
    running_sandbox.reset()
    return running_sandbox


@pytest.fixture
def client(sandbox: Sandbox) -> stripe.StripeClient:
    return client_of(sandbox)
