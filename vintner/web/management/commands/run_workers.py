"""Runs the background jobs: one process with a worker for each service that may be slow."""

import asyncio
import contextlib
import signal
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from django.core.management.base import BaseCommand
from procrastinate import App, PsycopgConnector
from procrastinate.contrib.django import app
from procrastinate.contrib.django.utils import connector_params


class Worker(NamedTuple):
    """A worker does up to `concurrency` jobs of its queues at a time, each in a thread of its own."""

    name: str
    queues: tuple[str, ...]
    concurrency: int


WORKERS = (
    Worker("payments", ("payments",), 3),
    Worker("renewals", ("renewals",), 3),
    Worker("mail", ("mail",), 2),
    Worker("worker", ("default", "pictures"), 2),
)
THREADS = sum(worker.concurrency for worker in WORKERS)
CONNECTIONS = len(WORKERS) * 2
"""To take jobs and to write down their ends; every worker keeps one of them to hear of new jobs. Jobs have Django's."""


class Command(BaseCommand):
    help = "Do the jobs of all queues until SIGTERM; jobs that have begun are finished first."
    requires_system_checks = ()
    """The start of the store makes them (server/prepare.py); here they would load every page and form for good."""

    def handle(self, *_args: object, **_options: object) -> None:
        connector = PsycopgConnector(kwargs=connector_params(), max_size=CONNECTIONS)
        with app.replace_connector(connector) as opened:
            asyncio.run(_run_until_signal(opened))


async def run_workers(opened: App) -> None:
    """Run all workers until the task is cancelled, as a signal does. When one of them fails, all end."""
    loop = asyncio.get_running_loop()
    loop.set_default_executor(ThreadPoolExecutor(THREADS))  # a job may hold its thread for minutes
    async with opened.open_async(), asyncio.TaskGroup() as group:
        for worker in WORKERS:
            group.create_task(_run(opened, worker))


async def _run_until_signal(opened: App) -> None:
    running = asyncio.create_task(run_workers(opened))
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, running.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await running


async def _run(opened: App, worker: Worker) -> None:
    await opened.run_worker_async(
        name=worker.name, queues=list(worker.queues), concurrency=worker.concurrency, install_signal_handlers=False
    )
    raise RuntimeError(f"The worker of {', '.join(worker.queues)} stopped by itself.")
