"""One provider for all tests here, emptied before each of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import stripe
from playwright.sync_api import Browser

from sandbox_pay.testing import Sandbox
from sandbox_pay.tests.checked_client import client_of
from sandbox_pay.tests.chromium import build_browser_files, launched


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


@pytest.fixture(scope="session")
def browser_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_browser_files(tmp_path_factory.mktemp("browser_files"))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched() as chromium:
        yield chromium
