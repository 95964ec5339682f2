"""One provider for all tests here, emptied before each of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import stripe
from playwright.sync_api import Browser, Page, expect

from sandbox_pay.testing import SandboxProcess
from sandbox_pay.tests.checked_client import client_of
from sandbox_pay.tests.chromium import build_browser_files, launched, new_page
from sandbox_pay.tests.store_page_steps import DIGITS
from sandbox_pay.tests.store_server import Store, running_store


def pytest_itemcollected(item: pytest.Item) -> None:
    """The store's own tests talk to the provider as well; its faults and rules one by one are for `make test-all`."""
    item.add_marker(pytest.mark.sweep)


@pytest.fixture(scope="session")
def running_sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SandboxProcess]:
    with SandboxProcess(tmp_path_factory.mktemp("sandbox")) as sandbox:
        yield sandbox


@pytest.fixture
def sandbox(running_sandbox: SandboxProcess) -> SandboxProcess:
    running_sandbox.reset()
    return running_sandbox


@pytest.fixture
def client(sandbox: SandboxProcess) -> stripe.StripeClient:
    return client_of(sandbox)


@pytest.fixture(scope="session")
def browser_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_browser_files(tmp_path_factory.mktemp("browser_files"))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched() as chromium:
        yield chromium


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory, browser_files: Path) -> Iterator[Store]:
    with running_store(tmp_path_factory.mktemp("store_page"), browser_files) as store:
        yield store


@pytest.fixture
def page(browser: Browser, store: Store) -> Iterator[Page]:
    """Open the checkout; no card may reach the store."""
    assert store.sandbox is not None
    store.sandbox.reset()
    store.heard.clear()
    with new_page(browser, 480, 900) as page:
        page.goto(store.url)
        expect(page.locator("#seen")).to_have_text("ready")
        yield page
    assert not [heard for heard in store.heard if DIGITS.search(heard)]
