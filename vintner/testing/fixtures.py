"""Fixtures that tests of all parts of the store ask for."""

from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import Settings

from vintner.orders.invariants import audit
from vintner.payments.gateway import Gateway
from vintner.testing.builders import make_user
from vintner.testing.provider import ProviderDouble
from vintner.testing.sandbox import Sandbox, running
from vintner.testing.store import open_store


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> ProviderDouble:
    """The store's gateway, replaced by one in memory."""
    double = ProviderDouble()
    gateway: Gateway = double  # mypy sees that nothing is lacking
    monkeypatch.setattr("vintner.payments.provider._gateway", lambda access: gateway)
    return double


@pytest.fixture
def store(db: None) -> None:
    open_store()


@pytest.fixture
def staff(db: None) -> Client:
    """The browser of a manager who may do everything in the admin."""
    browser = Client()
    browser.force_login(make_user("manager@example.com", is_staff=True, is_superuser=True))
    return browser


@pytest.fixture
def audited(transactional_db: None) -> Iterator[None]:
    """What the test leaves behind breaks no invariant."""
    yield
    assert audit() == []


@pytest.fixture(scope="session")
def sandbox_program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandbox]:
    with running(tmp_path_factory.mktemp("sandbox_pay")) as sandbox:
        yield sandbox


NOBODY = "http://127.0.0.1:9/"
"""The discard port, on which nothing listens."""


@pytest.fixture
def sandbox(sandbox_program: Sandbox, settings: Settings) -> Iterator[Sandbox]:
    """The store's provider: the sandbox, with nothing in its books.

    Afterwards no webhook is delivered any more: the test server outlives the test, and would write into the tables of
    the tests that follow.
    """
    sandbox_program.reset()
    settings.SANDBOX_URL = sandbox_program.url
    yield sandbox_program
    sandbox_program.send_webhooks_to(NOBODY)
    sandbox_program.reset()
