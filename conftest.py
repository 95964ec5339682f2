"""What every test of the repository gets: a database server, and no network."""

import gc
import ipaddress
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker

from vintner import clock, database_server
from vintner.testing.held_clock import HeldClock

if TYPE_CHECKING:
    from vintner.customers.models import User

pytest_plugins = ["tests.sharing", "tests.run_record", "tests.sequences", "vintner.testing.fixtures"]
SERVER = pytest.StashKey[ExitStack]()
# How long an example takes says how busy the machine is, not whether the store is right.
settings.register_profile("store", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("store")
LOCAL_NAMES = {None, "", "localhost", b"localhost"}


def pytest_sessionstart(session: pytest.Session) -> None:
    """Close the network, and start the database unless the environment names one."""
    gc.disable()  # until all tests are collected
    sys.addaudithook(_refuse_network)
    if "DATABASE_URL" in os.environ or hasattr(session.config, "workerinput") or session.config.option.collectonly:
        return
    held = ExitStack()
    held.enter_context(database_server.lease())
    session.config.stash[SERVER] = held


def pytest_collection_finish() -> None:
    """Spare the garbage collector the modules and tests: they live as long as the run, and it took a seventh of it."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, django_db_blocker: DjangoDbBlocker
) -> None:
    """Let every process copy one migrated database, which is kept between runs."""
    from django.db import connection  # noqa: PLC0415 - needs Django's settings

    from tests.kept_plans import KEPT_PLANS  # noqa: PLC0415 - beside what needs Django's settings
    from tests.template_database import ensure_template  # noqa: PLC0415 - needs Django's settings

    # No test outlives the database's server, so no commit has to wait for the disk.
    connection.settings_dict["OPTIONS"]["options"] += f" -c synchronous_commit=off {KEPT_PLANS}"
    with django_db_blocker.unblock():
        connection.settings_dict["TEST"]["TEMPLATE"] = ensure_template()


@pytest.fixture(scope="session", autouse=True)
def _hash_passwords_fast() -> None:
    """Give new passwords a quick hash: one of the store's own takes an eighth of a second, by design."""
    from django.conf import settings as django_settings  # noqa: PLC0415 - needs Django's settings

    quick = "django.contrib.auth.hashers.MD5PasswordHasher"
    django_settings.PASSWORD_HASHERS = [quick, *django_settings.PASSWORD_HASHERS]


@pytest.fixture(scope="session", autouse=True)
def _leave_out_static_files(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Spare each new client a look at all static files that a store has left here: 40 ms."""
    from django.conf import settings as django_settings  # noqa: PLC0415 - needs Django's settings

    django_settings.STATIC_ROOT = tmp_path_factory.mktemp("static")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Let ids begin at large numbers, keep the plans of queries, and empty tables quickly after tests that commit.

    The test database is dropped however long that takes: the server writes to disk first what is not there yet, and the
    store's queries may take 15 seconds.
    """
    from django.db import connection  # noqa: PLC0415 - needs Django's settings
    from django.test import TransactionTestCase  # noqa: PLC0415 - needs Django's settings

    from tests.emptying import empty_tables  # noqa: PLC0415 - needs Django's settings
    from tests.kept_plans import keep_plans  # noqa: PLC0415 - beside what needs Django's settings
    from tests.sequences import scatter_sequences  # noqa: PLC0415 - a plugin, loaded after this file

    with django_db_blocker.unblock():
        scatter_sequences(os.environ.get("PYTEST_XDIST_WORKER", ""))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _case: empty_tables())
        keep_plans(patch)
        yield

    connection.settings_dict["OPTIONS"]["options"] += " -c statement_timeout=0"


@pytest.fixture
def admin_user(db: None) -> "User":
    """A superuser for `admin_client`. The one of pytest-django has a password that the store refuses."""
    from vintner.testing.builders import make_user  # noqa: PLC0415 - its models need the settings

    return make_user("admin@example.com", is_staff=True, is_superuser=True)


@pytest.fixture(autouse=True)
def held_clock() -> Iterator[HeldClock]:
    """Let no time pass for the store in a test's process unless the test moves the clock: a busy machine changes
    nothing.
    """
    held = HeldClock()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "monotonic", held.monotonic)
        yield held


@pytest.fixture(autouse=True)
def _look_again(held_clock: HeldClock) -> None:
    """Let every test see the shop as it is: a process reads the catalogue version twice a second at most."""
    from vintner.store_mode.mode import forget_mode  # noqa: PLC0415 - needs Django's settings
    from vintner.web.catalogue_version import forget_version  # noqa: PLC0415 - needs Django's settings

    forget_version()
    forget_mode()


@pytest.fixture(autouse=True)
def _no_job_outlives_its_test(request: pytest.FixtureRequest) -> Iterator[None]:
    """Empty the queue after a test that commits: Django empties only the tables that it made."""
    yield
    mark = request.node.get_closest_marker("django_db")
    if (mark and mark.kwargs.get("transaction")) or {"transactional_db", "live_server"} & set(request.fixturenames):
        from django.db import connection  # noqa: PLC0415 - needs Django's settings

        with request.getfixturevalue("django_db_blocker").unblock(), connection.cursor() as cursor:
            cursor.execute("DELETE FROM procrastinate_jobs")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave the database; whoever leaves last stops it."""
    held = config.stash.get(SERVER, None)
    if held is not None:
        held.close()


def _refuse_network(event: str, arguments: tuple[object, ...]) -> None:
    """Let Python's sockets reach this machine only: a test that needs the internet is not a test of the store."""
    if event == "socket.getaddrinfo":
        _refuse_unless_local(arguments[0])
    elif event in {"socket.connect", "socket.sendto"} and isinstance(arguments[1], tuple):
        _refuse_unless_local(arguments[1][0])


def _refuse_unless_local(host: object) -> None:
    if host in LOCAL_NAMES:
        return
    text = host.decode() if isinstance(host, bytes) else str(host)
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        raise PermissionError(f"A test asked for {text}; tests reach this machine only.") from None
    if not (address.is_loopback or address.is_unspecified):
        raise PermissionError(f"A test connected to {text}; tests reach this machine only.")
