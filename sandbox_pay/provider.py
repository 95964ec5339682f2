"""The running provider: its database, its courier and its switches, shared by every request."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sandbox_pay.call import Call
from sandbox_pay.payments.timekeeper import Timekeeper
from sandbox_pay.protocol.faults import Faults
from sandbox_pay.protocol.idempotency import KeysInFlight
from sandbox_pay.settings import Settings
from sandbox_pay.storage import clock
from sandbox_pay.storage.database import Database
from sandbox_pay.webhooks.chaos import Chaos
from sandbox_pay.webhooks.courier import Courier
from sandbox_pay.webhooks.endpoints import register_store


@dataclass(frozen=True)
class SandboxProvider:
    settings: Settings
    database: Database
    chaos: Chaos
    courier: Courier
    faults: Faults
    keys: KeysInFlight
    timekeeper: Timekeeper
    stopping: asyncio.Event
    """Set when the program ends, so that held requests return."""

    @classmethod
    def opened(cls, settings: Settings) -> "SandboxProvider":
        """Open the database, and start the courier and the timekeeper, which continue the last run."""
        database, chaos = Database(settings.database), Chaos()
        courier = Courier(database, chaos)
        provider = cls(
            settings=settings,
            database=database,
            chaos=chaos,
            courier=courier,
            faults=Faults(),
            keys=KeysInFlight(),
            timekeeper=Timekeeper(database, settings.public_url, courier.wake),
            stopping=asyncio.Event(),
        )
        if settings.webhook_url:
            with provider.call() as call:
                register_store(call, settings.webhook_url)
        provider.courier.start()
        provider.timekeeper.start()
        return provider

    def close(self) -> None:
        self.timekeeper.stop()
        self.courier.stop()
        self.database.close()

    @contextmanager
    def call(self, target: str = "") -> Iterator[Call]:
        """Open a transaction outside the API. Its events are sent when it is committed."""
        with self.database.transaction() as connection:
            yield Call(
                connection=connection,
                now=clock.now(connection),
                public_url=self.settings.public_url,
                target=target,
            )
        self.courier.wake()

    def reset(self) -> None:
        """Delete everything but the endpoints. No earlier event reaches a store afterwards."""
        with self.courier.pause():
            self.faults.clear()
            self.chaos.clear()
            self.database.clear()
