"""The whole store as journeys use it: real processes on free ports, with a database of its own and the demo world."""

import asyncio
import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.journeys import card_data
from tests.journeys.store import demo_world
from tests.journeys.store.code_runner import CodeRunner
from tests.ports import hold_port
from vintner.server.preflight import VAR
from vintner.server.programs import Stack, describe_stack
from vintner.server.run import running
from vintner.server.supervisor import Supervisor

READY_SECONDS = 240


class RunningStore:
    """The store's processes, kept by the same supervisor as `make run`, in a thread of their own."""

    def __init__(self, stack: Stack, database: str, *, aloud: bool) -> None:
        self.stack, self.database, self.aloud = stack, database, aloud
        self.log: list[str] = []
        self._ready, self._loop, self._stopped = threading.Event(), asyncio.new_event_loop(), asyncio.Event()
        self._thread = threading.Thread(target=self._run)
        self._fault: BaseException | None = None
        self._code = CodeRunner({**os.environ, **stack.environment, "DATABASE_URL": database})

    @property
    def url(self) -> str:
        return self.stack.address

    def run_code(self, code: str) -> str:
        """Run Python code as a program of the store does, and return what it prints."""
        return self._code.run(code)

    def start(self) -> None:
        self._thread.start()
        if not self._ready.wait(READY_SECONDS):
            self.stop()
            raise TimeoutError(f"The store did not start within {READY_SECONDS} s.")
        if self._fault is not None:
            raise RuntimeError("The store did not start.") from self._fault

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._keep())
        except BaseException as fault:  # noqa: BLE001 - raised again where the story waits
            self._fault = fault
            self._ready.set()

    async def _keep(self) -> None:
        with _heard(self.log, aloud=self.aloud):
            await self._serve()

    async def _serve(self) -> None:
        async with running(self.stack, self._stopped):
            self._ready.set()
            await self._stopped.wait()

    def stop(self) -> None:
        self._code.stop()
        self._loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join()
        self._loop.close()


@contextmanager
def _heard(log: list[str], *, aloud: bool) -> Iterator[None]:
    """Keep every line that the store's processes write, and print it as well if it is to be read aloud."""
    say = Supervisor._say

    def keep(supervisor: Supervisor, name: str, text: str) -> None:
        log.append(f"{name}: {text}")
        if aloud:
            say(supervisor, name, text)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Supervisor, "_say", keep)
        yield


@contextmanager
def running_store(name: str, settings: Mapping[str, str], *, aloud: bool = True) -> Iterator[RunningStore]:
    """Run a store of its own with these settings, for as long as the block lasts. Stores may stand side by side."""
    folder = VAR / name
    folder.mkdir(parents=True, exist_ok=True)
    for books in folder.glob("sandbox.sqlite3*"):  # the orders that they tell of are gone with the last database
        books.unlink()
    with pytest.MonkeyPatch.context() as environment:
        for variable, value in {**_environment(folder, name), **settings}.items():
            environment.setenv(variable, value)
        kept = RunningStore(describe_stack(os.environ, folder=folder), os.environ["DATABASE_URL"], aloud=aloud)
        kept.start()
        try:
            yield kept
            assert card_data.traces([*kept.log, *card_data.rows(kept.database)]) == []
        finally:
            kept.stop()


def _environment(folder: Path, name: str) -> dict[str, str]:
    port = hold_port()
    return {
        "DATABASE_URL": demo_world.copy(folder, name),
        "VINTNER_VAR": str(folder),
        "SANDBOX_DB": str(folder / "sandbox.sqlite3"),
        "SANDBOX_PORT": str(hold_port()),
        "PORT": str(port),
        "STORE_URL": f"http://127.0.0.1:{port}",
        "WEB_WORKERS": "1",
        "LOG_LEVEL": "INFO",  # what is logged is looked through
        "LIMIT_LOG_IN": "1000",
        "LIMIT_SINGLE_STEP": "1000",
        "LIMIT_REGISTRATIONS": "1000",
        "LIMIT_LOG_IN_FROM": "1000",
        "LIMIT_LOG_IN_TO": "1000",
        "LIMIT_FAILED_PAYMENTS": "1000",
        "LIMIT_FAILED_PAYMENTS_FROM": "1000",
        "LIMIT_REVIEW_PACE": "1000",
        "LIMIT_REVIEWS": "1000",
        "LIMIT_ADDRESS_LOOKUPS": "10000",
        "ADDRESS_LOOKUP_SANDBOX": "off",  # no suggestions in stores that other things are looked at in
        "LISTING_PAGE_SIZE": "12",  # enough pages to see what happens after three
    }
